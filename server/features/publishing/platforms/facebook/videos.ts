import { z } from 'zod';
import { isReel } from '../../../../../shared/publishing/check-video.ts';
import { ManualStepRequired, type OutgoingMedia, PublishError, type PublishedPart } from '../../publisher.ts';
import { chunkReader } from '../kit/chunk-reader.ts';
import { uploadForm, uploadLimitMs } from '../kit/upload-form.ts';
import { type Graph, idSchema, parsed } from '../meta/graph.ts';
import type { PageAccount } from './posts.ts';
import {
  type Asked,
  DOUBT_LIMIT_MS,
  hasPublishingEnded,
  PROCESSING_LIMIT_MS,
  stillProcessing,
  successSchema,
  untilOut,
} from './reels.ts';

/** Facebook requests byte ranges; no more than this is in memory at once. */
const CHUNK_MAX_BYTES = 8 * 1024 * 1024;
/** Retry delays of a failed chunk. */
const CHUNK_PAUSES_MS = [1_000, 5_000];

/** Offsets are sent as text. */
const offset = z.union([z.string(), z.number()]).transform(Number).pipe(z.int().nonnegative());
const wantedSchema = z.object({ start_offset: offset, end_offset: offset });
const startedSchema = wantedSchema.extend({ video_id: idSchema, upload_session_id: idSchema });
type Wanted = z.infer<typeof wantedSchema>;

/** A complete upload: the video appears once `finish` is called for its session. */
export type UploadedVideo = { videoId: string; sessionId: string };

/** Whether a video is published as a reel. Videos of unknown size are. */
export function goesAsReel({ width, height, seconds = null, frameRate = null }: OutgoingMedia): boolean {
  return width === null || height === null || isReel('facebook', { width, height, seconds, frameRate });
}

/**
 * Uploads a video that is not a reel in the chunks that Facebook requests. It is invisible until it is finished.
 * https://developers.facebook.com/docs/graph-api/reference/page/videos (upload_phase start and transfer)
 */
export async function uploadVideo(graph: Graph, { pageId }: PageAccount, media: OutgoingMedia): Promise<UploadedVideo> {
  const path = `/${pageId}/videos`;
  const form = { upload_phase: 'start', file_size: String(media.size) };
  const started = parsed(startedSchema, await graph.send({ step: 'begin video', path, form }));
  const { video_id: videoId, upload_session_id: sessionId } = started;
  const reader = chunkReader(media);
  try {
    let wanted: Wanted = started;
    while (wanted.start_offset < media.size) {
      const start = wanted.start_offset;
      const end = Math.min(wanted.end_offset, start + CHUNK_MAX_BYTES, media.size);
      if (end <= start) throw new PublishError('transient', 'Facebook asked for no part of the video.');
      const chunk = { ...media, size: end - start, open: async () => streamOf(await reader.read(start, end)) };
      wanted = await sendChunk(graph, path, sessionId, start, chunk);
      if (wanted.start_offset <= start) throw new PublishError('transient', 'Facebook did not accept the video.');
    }
  } finally {
    await reader.close();
  }
  return { videoId, sessionId };
}

/** Sends a chunk, with retries: the same bytes at the same offset are not duplicated. */
async function sendChunk(
  graph: Graph,
  path: string,
  sessionId: string,
  start: number,
  chunk: OutgoingMedia,
): Promise<Wanted> {
  for (let tries = 0; ; tries++) {
    const fields = { upload_phase: 'transfer', upload_session_id: sessionId, start_offset: String(start) };
    const { body, ...headers } = await uploadForm(chunk, 'video_file_chunk', fields);
    try {
      const limitMs = uploadLimitMs(chunk.size);
      const answer = await graph.send({ step: 'upload video', method: 'POST', path, headers, body, limitMs });
      return parsed(wantedSchema, answer);
    } catch (error) {
      const pause = CHUNK_PAUSES_MS[tries];
      // The previous attempt may have arrived although its answer was lost; then the session now expects other bytes.
      if (tries > 0 && error instanceof PublishError && error.errorClass === 'rejected')
        throw new PublishError('transient', error.message, { cause: error });
      if (pause === undefined || !(error instanceof PublishError) || error.errorClass !== 'transient') throw error;
      await graph.calls.wait(pause);
    }
  }
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream();
}

/**
 * Publishes a video that is not a reel, with the irreversible call. The Graph API accepts no alt text for videos, and a
 * title would repeat the first line of the text. If the call gets no answer, the video's status shows whether it was
 * published.
 * https://developers.facebook.com/docs/graph-api/reference/page/videos (upload_phase finish)
 */
export async function publishVideo(
  graph: Graph,
  { pageId }: PageAccount,
  { videoId, sessionId }: UploadedVideo,
  description: string,
): Promise<PublishedPart> {
  const part = videoPart(graph, pageId, videoId);
  try {
    const finished = await graph.send({
      step: 'publish video',
      path: `/${pageId}/videos`,
      form: {
        upload_phase: 'finish',
        upload_session_id: sessionId,
        published: 'true',
        description: description.trim() === '' ? undefined : description,
      },
      isIrreversible: true,
    });
    parsed(successSchema, finished, { isIrreversible: true });
  } catch (error) {
    if (!(error instanceof PublishError && error.errorClass === 'unknown')) throw error;
    await untilOut(graph, videoId, VIDEO, { notBegunMs: DOUBT_LIMIT_MS, otherwise: error });
    return part;
  }
  await untilOut(graph, videoId, VIDEO, { notBegunMs: PROCESSING_LIMIT_MS, otherwise: stillProcessing() });
  return part;
}

/**
 * A video is ready once it is processed, and published unless Facebook says otherwise. Throws ManualStepRequired if it
 * is kept as a draft. https://developers.facebook.com/docs/graph-api/reference/video
 */
const VIDEO: Asked = {
  fields: 'status,published',
  isOut(status, published) {
    const isReady = status.video_status === 'ready' || hasPublishingEnded(status);
    if (isReady && published === false) throw new ManualStepRequired(KEPT_AS_DRAFT);
    return isReady;
  },
};

export function videoPart({ api }: Graph, pageId: string, videoId: string): PublishedPart {
  return { remoteId: videoId, url: `${api.site}/${pageId}/videos/${videoId}` };
}

const KEPT_AS_DRAFT =
  'Facebook has received the video but keeps it as a draft. Publish it in Meta Business Suite, then mark this post as published.';
