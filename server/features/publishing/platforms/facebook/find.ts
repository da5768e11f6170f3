import { z } from 'zod';
import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { mayBeThereSince } from '../kit/reading-back.ts';
import { comparable, type Graph, idSchema, readList, timeSchema } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import { type FoundMain, findWithComment } from '../meta/post-with-comment.ts';
import { partOf, reelPart } from './parts.ts';
import type { PageAccount } from './posts.ts';
import { findStory } from './stories.ts';
import { videoPart } from './videos.ts';

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

/** Looks up a post and its first comment; a post with a known id is not searched by its text. */
export function findPost(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<Found> {
  return findWithComment(graph, post, {
    story: () => findStory(graph, account, post),
    main: () => findMain(graph, account, post),
    comment: (...below) => findComment(graph, account, ...below),
  });
}

/**
 * Searches the posts that the Page has published since the post's time, by text and, if it has media, by type.
 * https://developers.facebook.com/docs/graph-api/reference/page/published_posts
 */
async function findMain(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<FoundMain> {
  const isVideo = post.media[0]?.kind === 'video';
  const [text = ''] = post.parts;
  const { entries, isWhole } = isVideo
    ? await videosSince(graph, account, post)
    : await publishedSince(graph, account, 'published_posts', post);
  const taken = new Set(await post.taken?.());
  const free = entries.filter(({ id }) => !taken.has(id));
  // Newest first: the oldest match is the post.
  const found = free.findLast((one) => isSame(one, text, post, isVideo));
  if (!found && !isWhole) return { found: 'unclear', why: TOO_MANY };
  // Facebook lists a video once it has been processed.
  if (!found) return isVideo ? { found: 'unclear', why: NOT_LISTED_YET } : { found: 'none' };
  if (text.trim() === '') return { found: 'unclear', why: WITHOUT_WORDS };
  return mainPart(graph, account, found);
}

/** The edges that list a Page's posts. */
type Edge = 'published_posts' | 'video_reels' | 'videos';
type ListedOn = Listed & { edge: Edge };
type Since = { entries: ListedOn[]; isWhole: boolean };

/**
 * The Page's reels and other videos, newest first. Which of the two a video became depends on its file, which may be
 * deleted by now.
 */
async function videosSince(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<Since> {
  const reels = await publishedSince(graph, account, 'video_reels', post);
  const videos = await publishedSince(graph, account, 'videos', post);
  const known = new Set(reels.entries.map(({ id }) => id));
  const entries = [...reels.entries, ...videos.entries.filter(({ id }) => !known.has(id))];
  return {
    entries: entries.sort((a, b) => b.created_time - a.created_time),
    isWhole: reels.isWhole && videos.isWhole,
  };
}

async function publishedSince(graph: Graph, { pageId }: PageAccount, edge: Edge, post: OutgoingPost): Promise<Since> {
  const fields =
    edge === 'published_posts' ? 'id,message,created_time,attachments{media_type}' : 'id,description,created_time';
  const isBefore = ({ created_time }: Listed, headers: Headers) =>
    created_time < mayBeThereSince(post, headers, graph.calls.now());
  const request = { step: 'look for the post', path: `/${pageId}/${edge}`, query: { fields, limit: '100' } };
  const { entries, isWhole } = await readList(graph, listedSchema, request, { pages: PAGES_MAX, isBefore });
  return { isWhole, entries: entries.map((one) => ({ ...one, edge })) };
}

function mainPart(graph: Graph, { pageId }: PageAccount, { id, edge }: ListedOn): PublishedPart {
  if (edge === 'video_reels') return reelPart(graph, id);
  return edge === 'videos' ? videoPart(graph, pageId, id) : partOf(graph, id);
}

function isSame(one: Listed, text: string, post: OutgoingPost, isVideo: boolean): boolean {
  if (comparable((isVideo ? one.description : one.message) ?? '') !== comparable(text)) return false;
  // A link preview may be listed as a picture or a video, so posts without media are compared by text only.
  return isVideo || post.media.length === 0 || hasPicture(one);
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
  'A post without text has appeared on the Page since then, and it is unclear whether it is this one. Look at your Page.';
