import { z } from 'zod';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingCard, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { type LinkedInApi, parsed, wordsOf } from './api.ts';
import { littleText } from './little-text.ts';

const urnSchema = z.string().regex(/^urn:li:(share|ugcPost|activity):\d{1,30}$/);
/** `urn:li:comment:(urn:li:activity:123,456)`. */
export const commentSchema = z.object({
  commentUrn: z.string().regex(/^urn:li:comment:\(urn:li:\w{1,20}:\d{1,30},\d{1,30}\)$/),
});
const duplicateSchema = z.object({
  errorDetails: z.object({ inputErrors: z.array(z.object({ code: z.string() })) }),
});

/** A post's uploads: its media, and the picture of its card. */
export type Uploaded = { urns: readonly string[]; thumbUrn: string | null };

/** Throws PublishError `rejected` for a page's post that is visible to connections only: pages have no connections. */
export function assertVisible(post: OutgoingPost, isPage: boolean): void {
  if (isPage && chosenOptions(post).text('visibility') === 'CONNECTIONS')
    throw new PublishError('rejected', 'A company page has no connections. Set who can see the post to "Anyone".');
}

/**
 * Publishes the parts after the known ones: the post, and the first comment below it. `uploaded` is null if the post is
 * already published.
 */
export async function publishParts(
  api: LinkedInApi,
  author: string,
  post: OutgoingPost,
  uploaded: Uploaded | null,
  known: readonly PublishedPart[],
  onPart: (part: PublishedPart) => Promise<void>,
): Promise<PublishedPart[]> {
  const parts = [...known];
  if (parts.length === 0) {
    const part = await publishPost(api, author, post, uploaded ?? { urns: [], thumbUrn: null });
    parts.push(part);
    await onPart(part);
  }
  const [first] = parts;
  const comment = post.parts[1];
  if (!first || comment === undefined || parts.length > 1) return parts;
  if (author.startsWith('urn:li:person:')) throw new PublishError('rejected', NO_COMMENT);
  const part = await publishComment(api, author, first, comment);
  await onPart(part);
  return [...parts, part];
}

/**
 * Publishes the post. `POST /rest/posts` must not be repeated blindly: a member's posts cannot be read.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
async function publishPost(
  api: LinkedInApi,
  author: string,
  post: OutgoingPost,
  uploaded: Uploaded,
): Promise<PublishedPart> {
  const content = contentOf(post, uploaded);
  const { text, isOn } = chosenOptions(post);
  const answer = await api.send({
    step: 'post',
    path: '/rest/posts',
    json: {
      author,
      commentary: littleText(post.parts[0] ?? ''),
      visibility: text('visibility') ?? 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      ...(content && { content }),
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: isOn('reshares') === false,
    },
    isIrreversible: true,
    accepts: [422],
  });
  const urn = answer.status === 422 ? await alreadyThere(post, answer) : answer.headers.get('x-restli-id');
  const { success, data } = urnSchema.safeParse(urn);
  if (!success) throw new PublishError('unknown', `LinkedIn did not return the post: ${wordsOf(answer)}`);
  return { remoteId: data, url: `${api.site}/feed/update/${data}/` };
}

/**
 * A document has a title, and no description. LinkedIn does not read linked pages for posts made by API, so all data of
 * an article is sent.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/version/article-ads-integrations
 */
function contentOf({ media, document, card }: OutgoingPost, { urns, thumbUrn }: Uploaded): object | null {
  if (media.length === 0 && card) return { article: articleOf(card, thumbUrn) };
  if (urns.length === 0) return null;
  if (document) return { media: { id: urns[0], title: document.title } };
  const described = urns.map((id, index) => {
    const alt = media[index]?.kind === 'image' ? media[index].alt : '';
    return { id, ...(alt !== '' && { altText: alt }) };
  });
  return described.length === 1 ? { media: described[0] } : { multiImage: { images: described } };
}

function articleOf({ url, title, description }: OutgoingCard, thumbnail: string | null): object {
  return { source: url, title, ...(description !== '' && { description }), ...(thumbnail && { thumbnail }) };
}

/**
 * The URN that LinkedIn names when it rejects a post as a duplicate: the post of a call whose answer was lost. Throws
 * PublishError `rejected` if the URN belongs to another delivery, and for any other refusal.
 */
async function alreadyThere(post: OutgoingPost, refusal: PlatformAnswer): Promise<string> {
  const words = wordsOf(refusal);
  const codes = duplicateSchema.safeParse(refusal.json).data?.errorDetails.inputErrors ?? [];
  const urn = /urn:li:(?:share|ugcPost):\d{1,30}/.exec(words)?.[0];
  if (!codes.some(({ code }) => code === 'DUPLICATE_POST') || !urn) throw new PublishError('rejected', words);
  if ((await post.taken?.())?.includes(urn)) throw new PublishError('rejected', `${words} Change the text.`);
  return urn;
}

const NO_COMMENT = 'LinkedIn’s API accepts comments for company pages only. Post it yourself.';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api */
async function publishComment(
  api: LinkedInApi,
  actor: string,
  below: PublishedPart,
  text: string,
): Promise<PublishedPart> {
  const answer = await api.send({
    step: 'comment',
    path: commentsPath(below.remoteId),
    json: { actor, object: below.remoteId, message: { text } },
    isIrreversible: true,
  });
  const { commentUrn } = parsed(commentSchema, answer, { isIrreversible: true });
  return { remoteId: commentUrn, url: below.url };
}

export function commentsPath(postUrn: string): string {
  return `/rest/socialActions/${encodeURIComponent(postUrn)}/comments`;
}

/** Deletes the post, and with it the comments below it. A missing post is not an error. */
export async function removePosts(api: LinkedInApi, parts: readonly PublishedPart[]): Promise<void> {
  for (const { remoteId } of parts.slice(0, 1)) {
    await api.send({
      step: 'delete',
      method: 'DELETE',
      path: `/rest/posts/${encodeURIComponent(remoteId)}`,
      headers: { 'x-restli-method': 'DELETE' },
      accepts: [404],
    });
  }
}
