import { z } from 'zod';
import { type Figures, knownFigures } from '../../../../../shared/publishing/figures.ts';
import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { mayBeThereSince } from '../kit/reading-back.ts';
import { type Choices, idSchema, YOUTUBE, type YouTubeSecret } from './account.ts';
import { parsed, type YouTubeApi } from './api.ts';
import { knownUpload, probe, type Uploaded } from './upload.ts';
import { choicesOf, wordsOfPost } from './video-resource.ts';

/** How long a new video may be missing from the list of uploads. */
const LISTED_AFTER_MS = 10 * 60_000;
/** The page size, and how many pages are read at most. */
const PAGE_SIZE = 50;
const PAGES_MAX = 10;

/** The owner cannot make such a video public either. https://support.google.com/youtube/answer/7300965 */
const PRIVATE_NOTE =
  'YouTube keeps the video private: your Google project has not been audited. Ask Google for the audit. To show this video earlier, upload it yourself in YouTube Studio, and delete this one.';

export function partOf({ id, status }: Uploaded, { privacy }: Choices): PublishedPart {
  const isKeptPrivate = privacy !== 'private' && status?.privacyStatus === 'private';
  return { remoteId: id, url: `https://youtube.com/shorts/${id}`, ...(isKeptPrivate && { note: PRIVATE_NOTE }) };
}

const visibilitySchema = z.object({
  items: z.array(z.object({ status: z.object({ privacyStatus: z.string() }) })).default([]),
});

/**
 * The current visibility of a video, which may differ from the requested one; null if the video is gone.
 * https://developers.google.com/youtube/v3/docs/videos/list
 */
export async function readVisibility(api: YouTubeApi, id: string): Promise<string | null> {
  const url = api.method('videos', { part: 'status', id });
  const [video] = parsed(visibilitySchema, await api.send({ step: 'check the visibility', url })).items;
  return video?.status.privacyStatus ?? null;
}

const threadSchema = z.object({ id: idSchema });

/** Comments on a video of the channel. https://developers.google.com/youtube/v3/docs/commentThreads/insert */
export async function postComment(
  api: YouTubeApi,
  { channelId }: Pick<YouTubeSecret, 'channelId'>,
  { remoteId: videoId }: PublishedPart,
  text: string,
): Promise<PublishedPart> {
  const answer = await api.send({
    step: 'post first comment',
    url: api.method('commentThreads', { part: 'snippet' }),
    json: { snippet: { channelId, videoId, topLevelComment: { snippet: { textOriginal: text } } } },
    isIrreversible: true,
  });
  return commentPart(videoId, parsed(threadSchema, answer, { isIrreversible: true }).id);
}

export function commentPart(videoId: string, id: string): PublishedPart {
  return { remoteId: id, url: `${YOUTUBE}/watch?v=${videoId}&lc=${id}` };
}

/** Looks up a post: by its id or its upload, if known, else among the channel's uploads. */
export async function findPost(api: YouTubeApi, secret: YouTubeSecret, post: OutgoingPost): Promise<Found> {
  const [known, ...more] = post.known ?? [];
  if (known && !(await isThere(api, known))) return { found: 'gone' };
  const video = known ?? (await findVideo(api, secret, post));
  if ('found' in video) return video;
  const [, comment] = post.parts;
  if (comment === undefined || more.length > 0) return { found: 'all', parts: [video, ...more] };
  const thread = await findComment(api, secret, video, comment);
  return thread ? { found: 'all', parts: [video, thread] } : { found: 'some', parts: [video] };
}

/** https://developers.google.com/youtube/v3/docs/videos/list */
async function isThere(api: YouTubeApi, { remoteId }: PublishedPart): Promise<boolean> {
  const url = api.method('videos', { part: 'id', id: remoteId });
  return parsed(figuresSchema, await api.send({ step: 'check the video', url })).items.length > 0;
}

async function findVideo(
  api: YouTubeApi,
  { uploads, choices, channelId }: YouTubeSecret,
  post: OutgoingPost,
): Promise<PublishedPart | (Found & { found: 'none' | 'unclear' })> {
  const upload = await knownUpload(api, channelId, post);
  if (upload) {
    const progress = await probe(api, upload);
    if (progress.state === 'done') return partOf(progress.video, choicesOf(post, choices));
    if (progress.state === 'open' && upload.isOfLatest) return { found: 'none' };
  }
  const { video, reachesBack } = await searchUploads(api, uploads, post);
  if (video) return partOf(video, choicesOf(post, choices));
  if (!reachesBack)
    return { found: 'unclear', why: `The channel has more than ${PAGE_SIZE * PAGES_MAX} newer videos.` };
  const isListed = (post.clock?.() ?? api.calls.now()).getTime() - Date.parse(post.dueAt) > LISTED_AFTER_MS;
  return isListed ? { found: 'none' } : { found: 'unclear', why: 'A new video may not be in the list of uploads yet.' };
}

const listSchema = z.object({
  nextPageToken: z.string().max(500).optional(),
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string().catch(''),
          description: z.string().catch(''),
          publishedAt: z.iso.datetime({ offset: true }),
          resourceId: z.object({ videoId: idSchema }),
        }),
        status: z.object({ privacyStatus: z.string() }).optional().catch(undefined),
      }),
    )
    .default([]),
});

/** Searches the channel's uploads, newest first. https://developers.google.com/youtube/v3/docs/playlistItems/list */
async function searchUploads(
  api: YouTubeApi,
  playlistId: string,
  post: OutgoingPost,
): Promise<{ video: Uploaded | null; reachesBack: boolean }> {
  const taken = new Set(await post.taken?.());
  const { title, description } = wordsOfPost(post);
  let pageToken: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await api.send({
      step: 'look for the video',
      url: api.method('playlistItems', {
        part: 'snippet,status',
        playlistId,
        maxResults: String(PAGE_SIZE),
        ...(pageToken !== undefined && { pageToken }),
      }),
      // A channel without videos has no playlist of uploads.
      accepts: [404],
    });
    const since = mayBeThereSince(post, answer.headers, api.calls.now());
    const { items, nextPageToken } = answer.status === 404 ? { items: [] } : parsed(listSchema, answer);
    for (const { snippet, status } of items) {
      const id = snippet.resourceId.videoId;
      const isSame =
        comparable(snippet.title) === comparable(title) && comparable(snippet.description) === comparable(description);
      if (Date.parse(snippet.publishedAt) >= since && isSame && !taken.has(id))
        return { video: { id, status }, reachesBack: true };
    }
    const oldest = items.at(-1)?.snippet.publishedAt;
    if (nextPageToken === undefined || oldest === undefined || Date.parse(oldest) < since)
      return { video: null, reachesBack: true };
    pageToken = nextPageToken;
  }
  return { video: null, reachesBack: false };
}

export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

const threadsSchema = z.object({
  items: z
    .array(
      z.object({
        id: idSchema,
        snippet: z.object({
          topLevelComment: z.object({
            snippet: z.object({
              textOriginal: z.string().catch(''),
              authorChannelId: z.object({ value: z.string() }).optional().catch(undefined),
            }),
          }),
        }),
      }),
    )
    .default([]),
});

/** https://developers.google.com/youtube/v3/docs/commentThreads/list */
async function findComment(
  api: YouTubeApi,
  { channelId }: YouTubeSecret,
  { remoteId: videoId }: PublishedPart,
  text: string,
): Promise<PublishedPart | null> {
  const answer = await api.send({
    step: 'look for the first comment',
    url: api.method('commentThreads', { part: 'snippet', videoId, order: 'time', maxResults: '100' }),
    // Comments are disabled, or the video is private.
    accepts: [403, 404],
  });
  if (answer.status !== 200) return null;
  const { items } = parsed(threadsSchema, answer);
  const own = items.find(({ snippet: { topLevelComment } }) => {
    const { authorChannelId, textOriginal } = topLevelComment.snippet;
    return authorChannelId?.value === channelId && comparable(textOriginal) === comparable(text);
  });
  return own ? commentPart(videoId, own.id) : null;
}

/** Deletes the video with its comments. https://developers.google.com/youtube/v3/docs/videos/delete */
export async function removeVideo(api: YouTubeApi, [video]: readonly PublishedPart[]): Promise<void> {
  if (!video) return;
  await api.send({
    step: 'delete',
    method: 'DELETE',
    url: api.method('videos', { id: video.remoteId }),
    accepts: [404],
  });
}

const figure = z.coerce.number().int().nonnegative().optional().catch(undefined);
const figuresSchema = z.object({
  items: z
    .array(
      z.object({ statistics: z.object({ viewCount: figure, likeCount: figure, commentCount: figure }).optional() }),
    )
    .default([]),
});

/** Counts are text; hidden ones are absent. https://developers.google.com/youtube/v3/docs/videos/list */
export async function readFigures(api: YouTubeApi, [video]: readonly PublishedPart[]): Promise<Figures | null> {
  if (!video) return null;
  const url = api.method('videos', { part: 'statistics', id: video.remoteId });
  const [found] = parsed(figuresSchema, await api.send({ step: 'read figures', url })).items;
  if (!found) return null;
  const { viewCount: impressions, likeCount: likes, commentCount: comments } = found.statistics ?? {};
  return knownFigures({ impressions, likes, comments });
}

const subscribersSchema = z.object({
  items: z.array(z.object({ statistics: z.object({ subscriberCount: figure, hiddenSubscriberCount: z.unknown() }) })),
});

/** https://developers.google.com/youtube/v3/docs/channels/list */
export async function readSubscribers(api: YouTubeApi): Promise<number | undefined> {
  const url = api.method('channels', { part: 'statistics', mine: 'true' });
  const [found] = parsed(subscribersSchema, await api.send({ step: 'count subscribers', url })).items;
  return found?.statistics.hiddenSubscriberCount === true ? undefined : found?.statistics.subscriberCount;
}
