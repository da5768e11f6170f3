import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { endsOf, mayBeThereSince } from '../kit/reading-back.ts';
import { webAddress } from '../kit/server-address.ts';
import { asInDoubt, wasPublished } from '../meta/containers.ts';
import { comparable, type Graph, idSchema, isThere, parsed, readList, timeSchema } from '../meta/graph.ts';
import { GraphError, isGone, NOT_FOUND } from '../meta/graph-errors.ts';
import { insightsOf } from '../meta/insights.ts';
import type { ThreadsSecret } from './account.ts';
import { containerState, createContainer } from './containers.ts';

const PAGES_MAX = 10;
const PAGE_SIZE = '50';
/** A container may not be found yet although it is finished. */
const NOT_READY_WAIT_MS = 10_000;
const NOT_READY_TRIES = 6;

const createdSchema = z.object({ id: idSchema });
const linkSchema = z.object({ permalink: z.string() });
const listedSchema = z.object({
  id: idSchema,
  text: z.string().optional().catch(undefined),
  media_type: z.string().optional().catch(undefined),
  timestamp: timeSchema,
  permalink: z.string().optional().catch(undefined),
  replied_to: z.object({ id: idSchema }).optional().catch(undefined),
});
type Listed = z.infer<typeof listedSchema>;

type Account = Pick<ThreadsSecret, 'username'>;

/**
 * Publishes the parts after the known ones, each as a reply to the previous one. `ready` is the first part's container;
 * null if that part is known. The irreversible call is `POST /me/threads_publish`.
 */
export async function publishParts(
  graph: Graph,
  account: Account,
  post: OutgoingPost,
  ready: string | null,
  known: readonly PublishedPart[],
  onPart: (part: PublishedPart) => Promise<void>,
): Promise<PublishedPart[]> {
  const parts = [...known];
  for (let index = parts.length; index < post.parts.length; index++) {
    const replyTo = parts.at(-1)?.remoteId ?? null;
    const first = index === 0 ? ready : null;
    const container = first ?? (await createContainer(graph, post, index, replyTo));
    const part = await publishContainer(
      graph,
      account,
      { ...post, parts: post.parts.slice(0, index + 1) },
      parts,
      container,
    );
    parts.push(part);
    await onPart(part);
  }
  return parts;
}

/**
 * Publishes the last of a post's parts. If the call gets no answer, the container's status shows whether it was
 * published.
 */
export async function publishContainer(
  graph: Graph,
  account: Account,
  post: OutgoingPost,
  known: readonly PublishedPart[],
  container: string,
): Promise<PublishedPart> {
  try {
    const id = await sendPublish(graph, container, post.parts.length);
    return { remoteId: id, url: await linkOf(graph, account, id) };
  } catch (error) {
    if (!(error instanceof PublishError) || error.errorClass !== 'unknown') throw error;
    if (!(await wasPublished(graph, () => containerState(graph, container), error))) throw error;
    // It was published, even if it cannot be found right now.
    const found = await findPost(graph, account, { ...post, known }).catch(asInDoubt);
    const part = 'parts' in found ? found.parts[known.length] : undefined;
    if (part) return part;
    throw new PublishError('unknown', error.message, { cause: error });
  }
}

/** https://developers.facebook.com/docs/threads/posts#step-2--publish-a-threads-media-container */
async function sendPublish(graph: Graph, creation_id: string, place: number): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const step = place === 1 ? 'publish' : `publish part ${place}`;
      const request = { step, path: '/me/threads_publish', form: { creation_id }, isIrreversible: true };
      return parsed(createdSchema, await graph.send(request), { isIrreversible: true }).id;
    } catch (error) {
      if (!(error instanceof GraphError) || error.subcode !== NOT_FOUND) throw error;
      // Nothing was published; a new container may work.
      if (attempt === NOT_READY_TRIES) throw new PublishError('transient', error.message, { cause: error });
    }
    await graph.calls.wait(NOT_READY_WAIT_MS);
  }
}

/** The link of a published post; the profile if it is not available. */
async function linkOf(graph: Graph, account: Account, id: string): Promise<string> {
  const answer = await graph
    .send({ step: 'read link', path: `/${id}`, query: { fields: 'permalink' } })
    .catch(() => null);
  return linkTo(graph, account, linkSchema.safeParse(answer?.json).data?.permalink);
}

function linkTo({ api }: Graph, { username }: Account, permalink: string | undefined): string {
  return webAddress(permalink) ?? `${api.site}/@${encodeURIComponent(username)}`;
}

/** Looks up a post among the account's posts since its time, and its later parts among the account's replies. */
export async function findPost(graph: Graph, account: Account, post: OutgoingPost): Promise<Found> {
  const { known = [] } = post;
  for (const part of endsOf(known)) if (!(await isThere(graph, part))) return { found: 'gone' };
  const parts = [...known];
  if (parts.length === post.parts.length) return { found: 'all', parts };
  const taken = new Set(await post.taken?.());
  const free = ({ id }: Listed) => !taken.has(id) && !parts.some(({ remoteId }) => remoteId === id);
  if (parts.length === 0) {
    const { entries, isWhole } = await listed(graph, post, '/me/threads');
    // Newest first: the oldest match is the post.
    const main = entries.findLast((one) => free(one) && isMain(one, post));
    if (!main) return isWhole ? { found: 'none' } : { found: 'unclear', why: TOO_MANY };
    if (post.parts[0]?.trim() === '') return { found: 'unclear', why: WITHOUT_WORDS };
    parts.push({ remoteId: main.id, url: linkTo(graph, account, main.permalink) });
  }
  if (parts.length === post.parts.length) return { found: 'all', parts };
  const { entries, isWhole } = await listed(graph, post, '/me/replies');
  while (parts.length < post.parts.length) {
    const text = words(post.parts[parts.length] ?? '');
    const above = parts.at(-1)?.remoteId;
    const reply = entries.findLast(
      (one) => free(one) && one.replied_to?.id === above && words(one.text ?? '') === text,
    );
    if (!reply) break;
    parts.push({ remoteId: reply.id, url: linkTo(graph, account, reply.permalink) });
  }
  if (parts.length === post.parts.length) return { found: 'all', parts };
  if (isWhole || parts.length > known.length) return { found: 'some', parts };
  return { found: 'unclear', why: TOO_MANY };
}

/**
 * The account's posts or replies since the post's time, newest first.
 * https://developers.facebook.com/docs/threads/retrieve-and-discover-posts/retrieve-posts
 */
async function listed(graph: Graph, post: OutgoingPost, path: '/me/threads' | '/me/replies') {
  const fields = `id,text,media_type,timestamp,permalink${path === '/me/replies' ? ',replied_to' : ''}`;
  const request = { step: 'look for the post', path, query: { fields, limit: PAGE_SIZE } };
  const isBefore = ({ timestamp }: Listed, headers: Headers) =>
    timestamp < mayBeThereSince(post, headers, graph.calls.now());
  return await readList(graph, listedSchema, request, { pages: PAGES_MAX, isBefore });
}

function isMain(one: Listed, { parts, media }: OutgoingPost): boolean {
  if (words(one.text ?? '') !== words(parts[0] ?? '')) return false;
  if (media.length > 1) return one.media_type === 'CAROUSEL_ALBUM';
  if (media.length === 1) return one.media_type === (media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE');
  return one.media_type !== 'REPOST_FACADE';
}

/** Normalises a text for comparison: Threads removes the # of the tag that becomes the topic. */
function words(text: string): string {
  return comparable(text.replaceAll('#', ''));
}

/** Deletes the last part first. https://developers.facebook.com/docs/threads/posts/delete-posts */
export async function removeParts(graph: Graph, parts: readonly PublishedPart[]): Promise<void> {
  for (const { remoteId } of parts.toReversed()) {
    await graph.send({ step: 'delete', method: 'DELETE', path: `/${remoteId}` }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}

/** https://developers.facebook.com/docs/threads/insights */
export async function readFigures(graph: Graph, parts: readonly PublishedPart[]): Promise<Figures | null> {
  const [first] = parts;
  if (!first) return null;
  try {
    const { views, likes, replies, ...told } = await insightsOf(graph, first.remoteId, [
      'views',
      'likes',
      'replies',
      'reposts',
      'quotes',
      'shares',
    ]);
    const shares = sumOf(told.reposts, told.quotes, told.shares);
    return knownFigures({ impressions: views, likes, comments: replies, shares });
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** https://developers.facebook.com/docs/threads/insights */
export async function readFollowers(graph: Graph, { userId }: ThreadsSecret): Promise<number | undefined> {
  return (await insightsOf(graph, userId, ['followers_count'], 'threads_insights')).followers_count;
}

const TOO_MANY = 'The account has published too many posts since then; older ones were not read.';
const WITHOUT_WORDS =
  'A post without text has appeared on the account since then, and it is unclear whether it is this one. Look at it on Threads.';
