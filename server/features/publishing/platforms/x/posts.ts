import { z } from 'zod';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { chosenOptions, chosenPoll } from '../kit/chosen-options.ts';
import { findParts, mayBeThereSinceHere, successorsOf } from '../kit/reading-back.ts';
import type { XAccount } from './account.ts';
import { parsed, wordsOf, type XApi, xIdSchema } from './api.ts';

/** The page size, and how many pages are read at most: each post read costs up to half a cent. */
const PAGE_SIZE = 100;
const PAGES_MAX = 5;
const TOO_MANY = `The account has posted more than ${PAGE_SIZE * PAGES_MAX} times since, and older posts were not read.`;
/** A new post may briefly be missing from the account's list. */
const LISTED_AFTER_MS = 5_000;

/** A link in a post's text, and its target. Those of media have a key. */
const urlEntitySchema = z.object({
  url: z.string().max(100),
  expanded_url: z.string().optional().catch(undefined),
  media_key: z.string().optional().catch(undefined),
});
type UrlEntity = z.infer<typeof urlEntitySchema>;

const entitiesSchema = z
  .object({ urls: z.array(urlEntitySchema).catch([]) })
  .optional()
  .catch(undefined);

export const postSchema = z.object({
  id: xIdSchema,
  text: z.string(),
  entities: entitiesSchema,
  /** The full text of a post of more than 280 characters; `text` is its beginning. */
  note_tweet: z.object({ text: z.string(), entities: entitiesSchema }).optional().catch(undefined),
  attachments: z
    .object({ media_keys: z.array(z.string()).catch([]) })
    .optional()
    .catch(undefined),
  referenced_tweets: z.array(z.object({ type: z.string(), id: xIdSchema })).catch([]),
});
type Listed = z.infer<typeof postSchema>;
const pageSchema = z.object({
  data: z.array(postSchema).default([]),
  meta: z.object({ next_token: z.string().max(500).optional() }).catch({}),
});
const createdSchema = z.object({ data: z.object({ id: xIdSchema }) });
const madeSchema = z.object({
  data: z.object({ created_at: z.iso.datetime({ offset: true }).transform((at) => Date.parse(at)) }).optional(),
});

type Account = Pick<XAccount, 'userId' | 'username'>;

/**
 * Publishes the parts after the known ones, each as a reply to the previous one.
 * https://docs.x.com/x-api/posts/create-post
 */
export async function publishParts(
  api: XApi,
  account: Account,
  post: OutgoingPost,
  mediaIds: readonly string[],
  known: readonly PublishedPart[],
  onPart: (part: PublishedPart) => Promise<void>,
): Promise<PublishedPart[]> {
  const parts = [...known];
  for (let index = parts.length; index < post.parts.length; index++) {
    const answer = await create(api, post, index, { mediaIds, replyTo: parts.at(-1)?.remoteId ?? null });
    const part =
      answer.status === 403
        ? await alreadyThere(api, account, post, parts, answer)
        : partOf(api, account, parsed(createdSchema, answer, { isIrreversible: true }).data.id);
    parts.push(part);
    await onPart(part);
  }
  return parts;
}

async function create(
  api: XApi,
  post: OutgoingPost,
  index: number,
  { mediaIds, replyTo }: { mediaIds: readonly string[]; replyTo: string | null },
): Promise<PlatformAnswer> {
  const isFirst = index === 0;
  return await api.send({
    step: post.parts.length === 1 ? 'post' : `post part ${index + 1}`,
    path: '/tweets',
    json: {
      text: post.parts[index],
      ...(isFirst && mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...(replyTo !== null && { reply: { in_reply_to_tweet_id: replyTo } }),
      ...(isFirst && postOptions(post)),
    },
    isIrreversible: true,
    accepts: [403],
  });
}

/** The options of the first part as fields. https://docs.x.com/x-api/posts/create-post */
function postOptions(post: OutgoingPost): object {
  const { text, isOn } = chosenOptions(post);
  const replies = text('replies');
  const community = communityOf(post);
  const poll = chosenPoll(post);
  return {
    ...(replies !== undefined && replies !== 'everyone' && { reply_settings: replies }),
    ...(community !== null && {
      community_id: community,
      share_with_followers: isOn('communityFollowers') ?? false,
    }),
    ...(poll && { poll: { options: poll.answers, duration_minutes: poll.minutes } }),
    ...((isOn('madeWithAi') || post.media.some(({ isAiMade }) => isAiMade)) && { made_with_ai: true }),
    ...(isOn('paidPartnership') && { paid_partnership: true }),
  };
}

/** The id of the chosen community, which is entered as a URL. */
function communityOf(post: OutgoingPost): string | null {
  return /[0-9]{1,19}(?=\/?$)/.exec(chosenOptions(post).text('community') ?? '')?.[0] ?? null;
}

/**
 * X rejects a repeated text for some hours, so the part may exist from a call whose answer was lost. Throws a
 * PublishError if it does not exist, or if X refused it for another reason.
 */
async function alreadyThere(
  api: XApi,
  account: Account,
  post: OutgoingPost,
  known: readonly PublishedPart[],
  refusal: PlatformAnswer,
): Promise<PublishedPart> {
  if (!/duplicate/i.test(wordsOf(refusal))) throw api.fault(refusal, { isIrreversible: true });
  for (const pause of [0, LISTED_AFTER_MS]) {
    if (pause > 0) await api.calls.wait(pause);
    const part = (await readBack(api, account, post, known)).parts[known.length];
    if (part) return part;
  }
  throw new PublishError('rejected', `${wordsOf(refusal)} The account has recently posted the same text: change it.`);
}

/**
 * Looks up a post among the account's posts since its time, or the successors of its known parts. Each post read costs
 * up to half a cent.
 */
export async function findPost(api: XApi, account: Account, post: OutgoingPost): Promise<Found> {
  const found = await findParts(post, {
    timeOf: (part) => timeOf(api, part),
    readBack: (known, since) => readBack(api, account, post, known, since),
    tooMany: TOO_MANY,
  });
  if (found.found === 'none' && communityOf(post) !== null)
    return { found: 'unclear', why: 'X does not say whether it lists a community post among those of its author.' };
  return found;
}

/** When a post was made; null if it was deleted: X answers this with a success without the post. */
async function timeOf(api: XApi, { remoteId }: PublishedPart): Promise<number | null> {
  const answer = await api.send({
    step: 'check the post',
    path: `/tweets/${remoteId}`,
    query: { 'tweet.fields': 'created_at' },
    accepts: [404],
  });
  return answer.status === 404 ? null : (parsed(madeSchema, answer).data?.created_at ?? null);
}

/** The known parts and their successors on X since a time, and whether other parts are certainly absent. */
async function readBack(
  api: XApi,
  account: Account,
  post: OutgoingPost,
  known: readonly PublishedPart[],
  // X's clock is assumed to match this machine's.
  since = mayBeThereSinceHere(post, api.calls.now()),
) {
  const { posts, reachesBack } = await postsSince(api, account, since);
  const isNext = (one: Listed, index: number, text: string, replyTo: string | null) =>
    isPart(one, text, replyTo, index === 0 ? post.media.length : 0);
  const parts = await successorsOf(post, known, posts, isNext, ({ id }) => partOf(api, account, id));
  return { parts, reachesBack };
}

function isPart(listed: Listed, text: string, replyTo: string | null, media: number): boolean {
  const repliedTo = listed.referenced_tweets.find(({ type }) => type === 'replied_to')?.id ?? null;
  return (
    repliedTo === replyTo &&
    // A text may have the media of another post that it links to.
    (media === 0 || (listed.attachments?.media_keys.length ?? 0) === media) &&
    comparableText(wholeText(listed)) === comparableText(text)
  );
}

/**
 * The account's posts from `since` on, oldest first. `reachesBack` when none can be missing.
 * https://docs.x.com/x-api/users/get-posts
 */
async function postsSince(api: XApi, { userId }: Account, since: number) {
  const posts: Listed[] = [];
  let next: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await api.send({
      step: 'look for the post',
      path: `/users/${userId}/tweets`,
      query: {
        max_results: String(PAGE_SIZE),
        start_time: new Date(since).toISOString().replace(/\.\d{3}Z$/, 'Z'),
        exclude: 'retweets',
        'tweet.fields': 'attachments,created_at,entities,note_tweet,referenced_tweets',
        ...(next && { pagination_token: next }),
      },
    });
    const { data, meta } = parsed(pageSchema, answer);
    posts.push(...data);
    next = meta.next_token;
    if (!next) return { posts: posts.reverse(), reachesBack: true };
  }
  return { posts: posts.reverse(), reachesBack: false };
}

function partOf({ site }: XApi, { username }: Account, id: string): PublishedPart {
  return { remoteId: id, url: `${site}/${username}/status/${id}` };
}

/** https://docs.x.com/x-api/posts/delete-post */
export async function removeParts(api: XApi, parts: readonly PublishedPart[]): Promise<void> {
  for (const { remoteId } of parts.toReversed())
    await api.send({ step: 'delete', method: 'DELETE', path: `/tweets/${remoteId}`, accepts: [404] });
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The text that was posted. In a long post, only `text`, the beginning, ends with the links of its media. */
export function wholeText({ text, entities, note_tweet: note }: Listed): string {
  return note ? textOfPost(note.text, note.entities?.urls) : textOfPost(text, entities?.urls);
}

/** The text of a post: unescapes three HTML entities, expands links, and drops those of its media at the end. */
function textOfPost(text: string, urls: readonly UrlEntity[] = []): string {
  let full = text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  for (const { url, expanded_url, media_key } of urls)
    full = full.replaceAll(url, () => (media_key === undefined ? (expanded_url ?? url) : ''));
  return full;
}

/** Normalises a text for comparison: X completes links, and trims whitespace. */
function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/https?:\/\//g, '')
    .replace(/[\s/\u200b\u200e\u200f\ufeff]+/g, '');
}
