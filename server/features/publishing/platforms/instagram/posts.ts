import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { mayBeThereSince, mayBeThereSinceHere } from '../kit/reading-back.ts';
import { webAddress } from '../kit/server-address.ts';
import { asInDoubt, wasPublished } from '../meta/containers.ts';
import { comparable, type Graph, idSchema, parsed, readList, timeSchema } from '../meta/graph.ts';
import { GraphError, isGone } from '../meta/graph-errors.ts';
import { readInsights } from '../meta/insights.ts';
import { type FoundMain, findWithComment, sendComment } from '../meta/post-with-comment.ts';
import { isStory, mayBeListed, notedStory, STORY_GONE_FROM_LIST, STORY_UNCLEAR, storyNote } from '../meta/stories.ts';
import type { InstagramSecret } from './account.ts';
import { containerStatus } from './containers.ts';

const PAGES_MAX = 10;
/** Media may not be ready although the container's status is finished. */
const NOT_READY = 2_207_027;
const NOT_READY_WAIT_MS = 10_000;
const NOT_READY_TRIES = 6;
/** The container no longer exists, so nothing was published. */
const CONTAINER_GONE = [2_207_008, 2_207_020];
/** Returned for posts that are published nevertheless. */
const RESTRICTED = 2_207_051;

const createdSchema = z.object({ id: idSchema });
const mediaSchema = z.object({
  id: idSchema,
  caption: z.string().optional().catch(undefined),
  media_type: z.string().optional().catch(undefined),
  timestamp: timeSchema,
  permalink: z.string().optional().catch(undefined),
});
const commentSchema = z.object({
  id: idSchema,
  text: z.string(),
  username: z.string().optional().catch(undefined),
});
const figuresSchema = z.object({
  like_count: z.unknown(),
  comments_count: z.unknown(),
  media_product_type: z.string().optional().catch(undefined),
});
const followersSchema = z.object({ followers_count: z.unknown() });

/** https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights */
const INSIGHTS = { views: 'impressions', reach: 'reach', shares: 'shares', saved: 'saves' } as const;
const STORY_INSIGHTS = { views: 'impressions', reach: 'reach', shares: 'shares', replies: 'comments' } as const;
/** The watch time of a reel, in milliseconds. */
const WATCHED = 'ig_reels_video_view_total_time';
const linkSchema = z.object({ permalink: z.string() });

type OnPart = (part: PublishedPart) => Promise<void>;

/** Publishes the container (null when the post is known) and the first comment, except for known parts. */
export async function publishPost(
  graph: Graph,
  account: InstagramSecret,
  post: OutgoingPost,
  containerId: string | null,
  known: readonly PublishedPart[],
  onPart: OnPart,
): Promise<PublishedPart[]> {
  const parts = [...known];
  const add = async (part: PublishedPart) => {
    parts.push(part);
    await onPart(part);
  };
  if (parts.length === 0 && containerId !== null) await add(await publishContainer(graph, account, post, containerId));
  const [main] = parts;
  const comment = isStory(post) ? undefined : post.parts[1];
  if (main && comment !== undefined && parts.length === 1)
    await add({ remoteId: await sendComment(graph, main, comment), url: main.url });
  return parts;
}

/**
 * Publishes a container. If the call gets no answer, or an ambiguous one, the container's status shows whether it was
 * published.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media_publish
 */
async function publishContainer(
  graph: Graph,
  account: InstagramSecret,
  post: OutgoingPost,
  containerId: string,
): Promise<PublishedPart> {
  try {
    const id = await sendPublish(graph, account, containerId);
    const link = { remoteId: id, url: await linkOf(graph, account, id) };
    return isStory(post) ? { ...link, ...storyNote(post) } : link;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    const isUnconfirmed = error.errorClass === 'unknown' || subcodeOf(error) === RESTRICTED;
    if (!isUnconfirmed) throw error;
    if (!(await wasPublished(graph, () => containerStatus(graph, containerId), error))) throw error;
    // It was published, even if it cannot be found right now.
    const found = await findPost(graph, account, { ...post, parts: post.parts.slice(0, 1) }).catch(asInDoubt);
    const [part] = 'parts' in found ? found.parts : [];
    if (part) return part;
    throw new PublishError('unknown', error.message, { cause: error });
  }
}

async function sendPublish(graph: Graph, { igId }: InstagramSecret, containerId: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await graph.send({
        step: 'publish',
        path: `/${igId}/media_publish`,
        form: { creation_id: containerId },
        isIrreversible: true,
      });
      return parsed(createdSchema, answer, { isIrreversible: true }).id;
    } catch (error) {
      const subcode = subcodeOf(error);
      if (CONTAINER_GONE.includes(subcode ?? 0) || (subcode === NOT_READY && attempt === NOT_READY_TRIES))
        throw new PublishError('transient', error instanceof Error ? error.message : '', { cause: error });
      if (subcode !== NOT_READY) throw error;
    }
    await graph.calls.wait(NOT_READY_WAIT_MS);
  }
}

function subcodeOf(error: unknown): number | null {
  return error instanceof GraphError ? error.subcode : null;
}

/** The link of a published post; the profile if it is not available. */
async function linkOf(graph: Graph, account: InstagramSecret, id: string): Promise<string> {
  const answer = await graph
    .send({ step: 'read link', path: `/${id}`, query: { fields: 'permalink' } })
    .catch(() => null);
  return linkTo(account, linkSchema.safeParse(answer?.json).data?.permalink);
}

function linkTo({ username }: InstagramSecret, permalink: string | undefined): string {
  return webAddress(permalink) ?? `https://www.instagram.com/${encodeURIComponent(username)}/`;
}

/** Looks up a post and its first comment; a post with a known id is not searched by its caption. */
export function findPost(graph: Graph, account: InstagramSecret, post: OutgoingPost): Promise<Found> {
  return findWithComment(graph, post, {
    story: () => findStory(graph, account, post),
    main: () => findMain(graph, account, post),
    comment: (...below) => findComment(graph, account, ...below),
  });
}

/** Searches the account's media since the post's time, by caption and type. */
async function findMain(graph: Graph, account: InstagramSecret, post: OutgoingPost): Promise<FoundMain> {
  const query = { fields: 'id,caption,media_type,timestamp,permalink', limit: '50' };
  const request = { step: 'look for the post', path: `/${account.igId}/media`, query };
  const isBefore = ({ timestamp }: { timestamp: number }, headers: Headers) =>
    timestamp < mayBeThereSince(post, headers, graph.calls.now());
  const { entries, isWhole } = await readList(graph, mediaSchema, request, { pages: PAGES_MAX, isBefore });
  const taken = new Set(await post.taken?.());
  const [text = ''] = post.parts;
  // Newest first: the oldest match is the post.
  const media = entries.findLast(
    (one) =>
      !taken.has(one.id) && one.media_type === typeOf(post) && comparable(one.caption ?? '') === comparable(text),
  );
  if (!media) return isWhole ? { found: 'none' } : { found: 'unclear', why: TOO_MANY };
  if (text.trim() === '') return { found: 'unclear', why: WITHOUT_WORDS };
  return { remoteId: media.id, url: linkTo(account, media.permalink) };
}

/**
 * Searches the account's stories, which are not listed as posts. A story has no text; the container that an attempt
 * stored shows whether it was published.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/stories
 */
async function findStory(graph: Graph, account: InstagramSecret, post: OutgoingPost): Promise<FoundMain> {
  const noted = await notedStory(post);
  const status = noted && (await containerStatus(graph, noted.storyId).catch(unlessGone));
  if (status && status.state !== 'PUBLISHED' && noted?.isOfLatest) return { found: 'none' };
  const query = { fields: 'id,media_type,timestamp,permalink', limit: '50' };
  const request = { step: 'look for the story', path: `/${account.igId}/stories`, query };
  const { entries, isWhole } = await readList(graph, mediaSchema, request, { pages: PAGES_MAX });
  const taken = new Set(await post.taken?.());
  const since = mayBeThereSinceHere(post, graph.calls.now());
  const story = entries.findLast(
    ({ id, media_type, timestamp }) => timestamp >= since && !taken.has(id) && media_type === typeOf(post),
  );
  if (status?.state === 'PUBLISHED') {
    // Once the story is no longer listed, the id of its container is used instead.
    return { remoteId: story?.id ?? noted?.storyId ?? '', url: linkTo(account, story?.permalink) };
  }
  if (story) return { found: 'unclear', why: STORY_UNCLEAR };
  if (!isWhole) return { found: 'unclear', why: TOO_MANY };
  return mayBeListed(post, graph.calls.now()) ? { found: 'none' } : { found: 'unclear', why: STORY_GONE_FROM_LIST };
}

function unlessGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

function typeOf({ media }: OutgoingPost): string {
  if (media.length > 1) return 'CAROUSEL_ALBUM';
  return media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE';
}

async function findComment(
  graph: Graph,
  { username }: InstagramSecret,
  main: PublishedPart,
  text: string,
  taken: ReadonlySet<string>,
): Promise<PublishedPart | null> {
  const query = { fields: 'id,text,username', limit: '50' };
  const request = { step: 'look for the first comment', path: `/${main.remoteId}/comments`, query };
  const { entries } = await readList(graph, commentSchema, request, { pages: 3 });
  const found = entries.find(
    (one) =>
      !taken.has(one.id) &&
      (one.username === undefined || one.username === username) &&
      comparable(one.text) === comparable(text),
  );
  return found ? { remoteId: found.id, url: main.url } : null;
}

/** https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media */
export async function readFigures(
  graph: Graph,
  parts: readonly PublishedPart[],
  hasInsights = true,
): Promise<Figures | null> {
  const [first] = parts;
  if (!first) return null;
  try {
    const query = { fields: 'like_count,comments_count,media_product_type' };
    const answer = await graph.send({ step: 'read figures', path: `/${first.remoteId}`, query });
    const { like_count, comments_count, media_product_type: kind } = parsed(figuresSchema, answer);
    if (!hasInsights) return knownFigures({ likes: like_count, comments: comments_count });
    const insights =
      kind === 'STORY'
        ? await readInsights(graph, first.remoteId, STORY_INSIGHTS)
        : await readInsights(graph, first.remoteId, {
            ...INSIGHTS,
            ...(kind === 'REELS' && ({ [WATCHED]: 'watchSeconds' } as const)),
          });
    const { watchSeconds: milliseconds } = insights;
    return knownFigures({
      likes: like_count,
      comments: comments_count,
      ...insights,
      watchSeconds: milliseconds === undefined ? undefined : Math.round(milliseconds / 1000),
    });
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** https://developers.facebook.com/docs/instagram-platform/reference/instagram-user */
export async function readFollowers(graph: Graph, { igId }: InstagramSecret): Promise<number | undefined> {
  const query = { fields: 'followers_count' };
  const answer = await graph.send({ step: 'count followers', path: `/${igId}`, query });
  return sumOf(parsed(followersSchema, answer).followers_count);
}

const TOO_MANY = 'The account has published too many posts since then; older ones were not read.';
const WITHOUT_WORDS =
  'A post without text has appeared on the account since then, and it is unclear whether it is this one. Look at it on Instagram.';
