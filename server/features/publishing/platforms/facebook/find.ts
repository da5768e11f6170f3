import { z } from 'zod';
import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { comparable, type Graph, idSchema, isThere, readList, timeSchema } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import { mayBeThereSince } from '../reading-back.ts';
import { type PageAccount, partOf } from './posts.ts';
import { reelPart } from './reels.ts';

const PAGES_MAX = 10;

const listedSchema = z.object({
  id: idSchema,
  created_time: timeSchema,
  message: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  attachments: z
    .object({ data: z.array(z.object({ media_type: z.string().optional().catch(undefined) })) })
    .optional()
    .catch(undefined),
});
type Listed = z.infer<typeof listedSchema>;
const commentSchema = z.object({
  id: idSchema,
  message: z.string(),
  from: z.object({ id: idSchema }).optional().catch(undefined),
});

/** Looks for a post and its first comment; a post whose id is known is not looked for by its words. */
export async function findPost(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<Found> {
  const [known, ...more] = post.known ?? [];
  if (known && !(await isThere(graph, known))) return { found: 'gone' };
  const main = known ?? (await findMain(graph, account, post));
  if ('found' in main) return main;
  const [, comment] = post.parts;
  if (comment === undefined || more.length > 0) return { found: 'all', parts: [main, ...more] };
  const below = await findComment(graph, account, main, comment, new Set(await post.taken?.()));
  return below ? { found: 'all', parts: [main, below] } : { found: 'some', parts: [main] };
}

/**
 * Looks for a post among what the Page has published since its hour, by its words and, where it has media, its kind.
 * https://developers.facebook.com/docs/graph-api/reference/page/published_posts
 */
async function findMain(
  graph: Graph,
  account: PageAccount,
  post: OutgoingPost,
): Promise<PublishedPart | (Found & { found: 'none' | 'unclear' })> {
  const isReel = post.media[0]?.kind === 'video';
  const [text = ''] = post.parts;
  const { entries, isWhole } = await publishedSince(graph, account, isReel, post);
  const taken = new Set(await post.taken?.());
  const free = entries.filter(({ id }) => !taken.has(id));
  // The newest come first: the oldest that fits is the post.
  const found = free.findLast((one) => isSame(one, text, post, isReel));
  if (!found && !isWhole) return { found: 'unclear', why: TOO_MANY };
  // Facebook lists a reel once it has processed it.
  if (!found) return isReel ? { found: 'unclear', why: NOT_LISTED_YET } : { found: 'none' };
  if (text.trim() === '') return { found: 'unclear', why: WITHOUT_WORDS };
  return isReel ? reelPart(graph, found.id) : partOf(graph, found.id);
}

async function publishedSince(graph: Graph, { pageId }: PageAccount, isReel: boolean, post: OutgoingPost) {
  const path = `/${pageId}/${isReel ? 'video_reels' : 'published_posts'}`;
  const fields = isReel ? 'id,description,created_time' : 'id,message,created_time,attachments{media_type}';
  const isOlder = ({ created_time }: Listed, headers: Headers) =>
    created_time < mayBeThereSince(post, headers, graph.calls.now());
  return await readList(
    graph,
    listedSchema,
    { step: 'look for the post', path, query: { fields, limit: '100' } },
    { pages: PAGES_MAX, isBefore: isOlder },
  );
}

function isSame(one: Listed, text: string, post: OutgoingPost, isReel: boolean): boolean {
  if (comparable((isReel ? one.description : one.message) ?? '') !== comparable(text)) return false;
  // The preview of a link may be listed as a picture or a video: words alone are compared by themselves.
  return isReel || post.media.length === 0 || hasPicture(one);
}

function hasPicture({ attachments }: Listed): boolean {
  return (attachments?.data ?? []).some(({ media_type }) => media_type === 'photo' || media_type === 'album');
}

/** https://developers.facebook.com/docs/graph-api/reference/object/comments */
async function findComment(
  graph: Graph,
  { pageId }: PageAccount,
  main: PublishedPart,
  text: string,
  taken: ReadonlySet<string>,
): Promise<PublishedPart | null> {
  const query = { fields: 'id,message,from', filter: 'toplevel', order: 'chronological', limit: '100' };
  const request = { step: 'look for the first comment', path: `/${main.remoteId}/comments`, query };
  const { entries } = await readList(graph, commentSchema, request, { pages: 3 }).catch((error: unknown) => {
    if (isGone(error)) return { entries: [] };
    throw error;
  });
  const found = entries.find(
    ({ id, message, from }) =>
      !taken.has(id) && (from === undefined || from.id === pageId) && comparable(message) === comparable(text),
  );
  return found ? partOf(graph, found.id) : null;
}

const TOO_MANY = 'The Page has published too many posts since then; older ones were not read.';
const NOT_LISTED_YET = 'Facebook does not list the video, which may still be being processed. Look at your Page.';
const WITHOUT_WORDS =
  'A post without words is on the Page since then, and nothing tells whether it is this one. Look at your Page.';
