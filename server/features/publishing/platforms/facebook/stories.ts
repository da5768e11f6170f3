import { z } from 'zod';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { mayBeThereSinceHere } from '../kit/reading-back.ts';
import { type Graph, idSchema, parsed, readList } from '../meta/graph.ts';
import { uploadPhoto } from '../meta/photos.ts';
import { mayBeListed, notedStory, noteStory, STORY_GONE_FROM_LIST, STORY_UNCLEAR, storyFile } from '../meta/stories.ts';
import { partOf } from './parts.ts';
import type { PageAccount } from './posts.ts';
import { DOUBT_LIMIT_MS, PROCESSING_LIMIT_MS, REEL, stillProcessing, untilOut, uploadReel } from './reels.ts';

/** The file of a story on Facebook, which is invisible until it is published. */
export type UploadedStory = { kind: 'image' | 'video'; mediaId: string };

const PAGES_MAX = 5;

const publishedSchema = z.object({ success: z.literal(true), post_id: idSchema });
/** Times are in seconds since the epoch. */
const listedSchema = z.object({
  post_id: idSchema,
  media_id: idSchema.optional().catch(undefined),
  media_type: z.string().optional().catch(undefined),
  creation_time: z.coerce.number(),
});

/**
 * Uploads a story's file, and stores its id, by which the story is found again.
 * https://developers.facebook.com/docs/page-stories-api
 */
export async function uploadStory(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<UploadedStory> {
  const file = storyFile(post);
  const mediaId =
    file.kind === 'video'
      ? await uploadReel(graph, account, file, 'video_stories')
      : await uploadPhoto(graph, account.pageId, file, 'picture 1');
  await noteStory(post, mediaId);
  return { kind: file.kind, mediaId };
}

/**
 * Publishes a story, with the irreversible call, and waits until Facebook has processed a video, as for a reel. If the
 * call gets no answer, a video's status shows whether it was published; a picture is looked up among the Page's
 * stories.
 */
export async function publishStory(
  graph: Graph,
  { pageId }: PageAccount,
  { kind, mediaId }: UploadedStory,
): Promise<PublishedPart> {
  const send = async (edge: string, form: { [name: string]: string }) => {
    const request = { step: 'publish story', path: `/${pageId}/${edge}`, form, isIrreversible: true };
    return parsed(publishedSchema, await graph.send(request), { isIrreversible: true }).post_id;
  };
  if (kind === 'image') return partOf(graph, await send('photo_stories', { photo_id: mediaId }));
  try {
    const postId = await send('video_stories', { upload_phase: 'finish', video_id: mediaId });
    await untilOut(graph, mediaId, REEL, { notBegunMs: PROCESSING_LIMIT_MS, otherwise: stillProcessing() });
    return partOf(graph, postId);
  } catch (error) {
    if (!(error instanceof PublishError && error.errorClass === 'unknown')) throw error;
    await untilOut(graph, mediaId, REEL, { notBegunMs: DOUBT_LIMIT_MS, otherwise: error });
    return partOf(graph, mediaId);
  }
}

/**
 * Searches the Page's stories, which are not listed as posts, for the file whose id an attempt stored. Facebook lists a
 * video once it has been processed. https://developers.facebook.com/docs/page-stories-api#get-stories
 */
export async function findStory(
  graph: Graph,
  { pageId }: PageAccount,
  post: OutgoingPost,
): Promise<PublishedPart | (Found & { found: 'none' | 'unclear' })> {
  const noted = await notedStory(post);
  const request = { step: 'look for the story', path: `/${pageId}/stories`, query: { limit: '50' } };
  const { entries, isWhole } = await readList(graph, listedSchema, request, { pages: PAGES_MAX });
  const taken = new Set(await post.taken?.());
  const since = mayBeThereSinceHere(post, graph.calls.now());
  const isVideo = post.media[0]?.kind === 'video';
  const own = entries.find(({ media_id }) => noted && media_id === noted.storyId);
  if (own) return partOf(graph, own.post_id);
  const other = entries.find(
    ({ post_id, media_type, creation_time }) =>
      creation_time * 1000 >= since && !taken.has(post_id) && (media_type === 'video') === isVideo,
  );
  if (other) return { found: 'unclear', why: STORY_UNCLEAR };
  if (isVideo) return { found: 'unclear', why: NOT_LISTED_YET };
  if (!isWhole || !mayBeListed(post, graph.calls.now())) return { found: 'unclear', why: STORY_GONE_FROM_LIST };
  return { found: 'none' };
}

const NOT_LISTED_YET = 'Facebook does not list the story, which may still be being processed. Look at your Page.';
