import { z } from 'zod';
import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { comparable, type Graph, idSchema, readList, timeSchema } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import { type PageAccount, partOf } from './posts.ts';
import { reelPart } from './reels.ts';
import { videoPart } from './videos.ts';

/** Posts before the hour of the post by this much can be its own: clocks differ. */
const MARGIN_MS = 10 * 60_000;
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

/**
 * Looks for a post among what the Page has published since its hour, by its words and its kind.
 * https://developers.facebook.com/docs/graph-api/reference/page/published_posts
 */
export async function findPost(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<Found> {
  const isVideo = post.media[0]?.kind === 'video';
  const [text = '', comment] = post.parts;
  const since = Date.parse(post.dueAt) - MARGIN_MS;
  const { entries, isWhole } = isVideo
    ? await videosSince(graph, account, since)
    : await publishedSince(graph, account, 'published_posts', since);
  const taken = new Set(await post.taken?.());
  const free = entries.filter(({ id }) => !taken.has(id));
  // The newest come first: the oldest that fits is the post.
  const found = free.findLast((one) => isSame(one, text, post, isVideo));
  if (!found && !isWhole) return { found: 'unclear', why: TOO_MANY };
  // Facebook lists a video once it has processed it.
  if (!found) return isVideo ? { found: 'unclear', why: NOT_LISTED_YET } : { found: 'none' };
  if (text.trim() === '') return { found: 'unclear', why: WITHOUT_WORDS };
  const main = mainPart(graph, account, found);
  if (comment === undefined) return { found: 'all', parts: [main] };
  const below = await findComment(graph, account, main, comment, taken);
  return below ? { found: 'all', parts: [main, below] } : { found: 'some', parts: [main] };
}

/** Where a post of a Page is listed. */
type Edge = 'published_posts' | 'video_reels' | 'videos';
type ListedOn = Listed & { edge: Edge };

/** Which of the two a video became depends on its file, which may be gone by now. The newest come first. */
async function videosSince(
  graph: Graph,
  account: PageAccount,
  since: number,
): Promise<{ entries: ListedOn[]; isWhole: boolean }> {
  const reels = await publishedSince(graph, account, 'video_reels', since);
  const videos = await publishedSince(graph, account, 'videos', since);
  const known = new Set(reels.entries.map(({ id }) => id));
  const entries = [...reels.entries, ...videos.entries.filter(({ id }) => !known.has(id))];
  return {
    entries: entries.sort((a, b) => b.created_time - a.created_time),
    isWhole: reels.isWhole && videos.isWhole,
  };
}

async function publishedSince(
  graph: Graph,
  { pageId }: PageAccount,
  edge: Edge,
  since: number,
): Promise<{ entries: ListedOn[]; isWhole: boolean }> {
  const isPosts = edge === 'published_posts';
  const fields = isPosts ? 'id,message,created_time,attachments{media_type}' : 'id,description,created_time';
  const query = { fields, limit: '100', ...(isPosts && { since: String(Math.floor(since / 1000)) }) };
  const request = { step: 'look for the post', path: `/${pageId}/${edge}`, query };
  const isOlder = ({ created_time }: Listed) => created_time < since;
  const { entries, isWhole } = await readList(graph, listedSchema, request, { pages: PAGES_MAX, until: isOlder });
  return { isWhole, entries: entries.filter((one) => !isOlder(one)).map((one) => ({ ...one, edge })) };
}

function mainPart(graph: Graph, { pageId }: PageAccount, { id, edge }: ListedOn): PublishedPart {
  if (edge === 'video_reels') return reelPart(graph, id);
  return edge === 'videos' ? videoPart(graph, pageId, id) : partOf(graph, id);
}

function isSame(one: Listed, text: string, post: OutgoingPost, isVideo: boolean): boolean {
  if (comparable((isVideo ? one.description : one.message) ?? '') !== comparable(text)) return false;
  return isVideo || kindOf(one) === (post.media.length > 0 ? 'picture' : 'words');
}

/** A card of a link belongs to words. */
function kindOf({ attachments }: Listed): 'words' | 'picture' | 'video' {
  const types = attachments?.data.map(({ media_type }) => media_type) ?? [];
  if (types.some((type) => type === 'photo' || type === 'album')) return 'picture';
  return types.some((type) => type?.startsWith('video')) ? 'video' : 'words';
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
