import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import type { OutgoingPost, PublishedPart } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { type Graph, idSchema, parsed } from '../meta/graph.ts';
import { GraphError, isGone } from '../meta/graph-errors.ts';
import { readInsights } from '../meta/insights.ts';
import { sendComment } from '../meta/post-with-comment.ts';
import { isStory, storyNote } from '../meta/stories.ts';
import { addToVideo } from './additions.ts';
import { partOf } from './parts.ts';
import { publishReel } from './reels.ts';
import { publishStory, type UploadedStory } from './stories.ts';
import { publishVideo, type UploadedVideo } from './videos.ts';

export type PageAccount = { pageId: string; pageName: string };
type OnPart = (part: PublishedPart) => Promise<void>;
type Uploaded =
  | { photoIds: readonly string[] }
  | { reelId: string }
  | { video: UploadedVideo }
  | { story: UploadedStory };

const createdSchema = z.object({ id: idSchema });
const count = z.object({ summary: z.object({ total_count: z.number().int().nonnegative() }) });
const figuresSchema = z.object({
  reactions: count.optional().catch(undefined),
  likes: count.optional().catch(undefined),
  comments: count.optional().catch(undefined),
  shares: z.object({ count: z.number().int().nonnegative() }).optional().catch(undefined),
});

const followersSchema = z.object({ followers_count: z.unknown() });

/** https://developers.facebook.com/docs/graph-api/reference/insights */
const INSIGHTS = {
  post_media_view: 'impressions',
  post_total_media_view_unique: 'reach',
  post_clicks: 'clicks',
} as const;

/** The first URL in a text, which Facebook shows as a card. */
const ADDRESS = /https?:\/\/[^\s<>"]{1,2000}/i;

/**
 * Publishes the post and its first comment, except for known parts.
 * https://developers.facebook.com/docs/pages-api/posts and
 * https://developers.facebook.com/docs/pages-api/comments-mentions
 */
export async function publishPost(
  graph: Graph,
  account: PageAccount,
  post: OutgoingPost,
  uploaded: Uploaded,
  known: readonly PublishedPart[],
  onPart: OnPart,
): Promise<PublishedPart[]> {
  const parts = [...known];
  const [, comment] = isStory(post) ? [] : post.parts;
  let [main] = parts;
  if (!main) {
    main = await publishMain(graph, account, post, uploaded);
    await onPart(main);
    const additions = openAdditions(graph.calls);
    if (post.media[0] && !isStory(post)) await addToVideo(graph, main.remoteId, post.media[0], additions);
    parts.push(additions.noted(main));
  }
  if (comment === undefined || parts.length > 1) return parts;
  const part = partOf(graph, await sendComment(graph, main, comment));
  parts.push(part);
  await onPart(part);
  return parts;
}

async function publishMain(
  graph: Graph,
  account: PageAccount,
  post: OutgoingPost,
  uploaded: Uploaded,
): Promise<PublishedPart> {
  const [text = ''] = post.parts;
  if ('story' in uploaded) return { ...(await publishStory(graph, account, uploaded.story)), ...storyNote(post) };
  if ('reelId' in uploaded) return await publishReel(graph, account, uploaded.reelId, text);
  if ('video' in uploaded) return await publishVideo(graph, account, uploaded.video, text);
  const link = chosenOptions(post).text('link');
  return await createPost(graph, account, text, { link, photoIds: uploaded.photoIds });
}

/** Creates a post, or schedules it for `until`. An empty message is an error (197), so it is omitted. */
export async function createPost(
  graph: Graph,
  { pageId }: PageAccount,
  message: string,
  {
    link: chosen,
    photoIds,
    until,
  }: {
    link: string | undefined;
    photoIds: readonly string[];
    /** When a scheduled post is to be published, in seconds since the epoch. */
    until?: string;
  },
): Promise<PublishedPart> {
  const attached = photoIds.map((id, index) => [`attached_media[${index}]`, JSON.stringify({ media_fbid: id })]);
  const first = chosen ?? ADDRESS.exec(message)?.[0].replace(/[.,;:!?)\]'»”]+$/, '');
  const link = photoIds.length === 0 ? first : undefined;
  const answer = await graph.send({
    step: until === undefined ? 'post' : 'hand over',
    path: `/${pageId}/feed`,
    form: {
      message: message.trim() === '' ? undefined : message,
      link,
      ...Object.fromEntries(attached),
      ...(until !== undefined && { published: 'false', scheduled_publish_time: until }),
    },
    isIrreversible: true,
  });
  return partOf(graph, parsed(createdSchema, answer, { isIrreversible: true }).id);
}

/** https://developers.facebook.com/docs/pages-api/posts#delete-a-post */
export async function removeParts(graph: Graph, parts: readonly PublishedPart[]): Promise<void> {
  for (const { remoteId } of parts.toReversed()) {
    await graph.send({ step: 'delete', method: 'DELETE', path: `/${remoteId}` }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}

/** Videos have likes, posts have reactions. https://developers.facebook.com/docs/graph-api/reference/page-post */
export async function readFigures(
  graph: Graph,
  parts: readonly PublishedPart[],
  hasInsights = true,
): Promise<Figures | null> {
  const [first] = parts;
  if (!first) return null;
  const isPost = first.remoteId.includes('_');
  const summary = '.limit(0).summary(total_count)';
  const fields = `${isPost ? 'reactions' : 'likes'}${summary},comments${summary}${isPost ? ',shares' : ''}`;
  try {
    const answer = await graph.send({ step: 'read figures', path: `/${first.remoteId}`, query: { fields } });
    const { reactions, likes, comments, shares } = parsed(figuresSchema, answer);
    return knownFigures({
      ...(isPost && hasInsights && (await readInsights(graph, first.remoteId, INSIGHTS))),
      likes: (reactions ?? likes)?.summary.total_count,
      comments: comments?.summary.total_count,
      // Facebook omits the count if there are none.
      shares: isPost ? (shares?.count ?? 0) : undefined,
    });
  } catch (error) {
    if (isGone(error)) return null;
    // A story does not have these fields.
    if (error instanceof GraphError && error.code === 100) return {};
    throw error;
  }
}

/** https://developers.facebook.com/docs/graph-api/reference/page */
export async function readFollowers(graph: Graph, pageId: string): Promise<number | undefined> {
  const query = { fields: 'followers_count' };
  const answer = await graph.send({ step: 'count followers', path: `/${pageId}`, query });
  return sumOf(parsed(followersSchema, answer).followers_count);
}
