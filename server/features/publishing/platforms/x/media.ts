import { z } from 'zod';
import { toSrt } from '../../../../../shared/posts/video-captions.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { type Additions, SUBTITLES } from '../kit/additions.ts';
import { piecesOf } from '../kit/chunk-reader.ts';
import { parsed, type XApi, xIdSchema } from './api.ts';

/** X accepts up to 1000 segments of up to 5 MB. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** Time limit of an upload of a picture or a segment. */
const UPLOAD_LIMIT_MS = 5 * 60_000;
/** Retry delays of a failed segment. */
const SEGMENT_PAUSES_MS = [1_000, 5_000];
/** Bounds of the polling interval named by X, and the total time. */
const SHORTEST_WAIT_S = 1;
const LONGEST_WAIT_S = 30;
const PROCESSING_LIMIT_MS = 15 * 60_000;

const processingSchema = z
  .object({
    state: z.string(),
    check_after_secs: z.number().optional().catch(undefined),
    error: z.object({ message: z.string().optional(), name: z.string().optional() }).optional().catch(undefined),
  })
  .optional();
const mediaSchema = z.object({ data: z.object({ id: xIdSchema, processing_info: processingSchema }) });
type Processing = z.infer<typeof processingSchema>;

/**
 * Uploads a picture, GIF or video with its alt text, and returns its id once processed. X supports no alt text for
 * videos. https://docs.x.com/x-api/media/introduction
 */
export async function uploadMedia(
  api: XApi,
  media: OutgoingMedia,
  name: string,
  additions: Additions,
): Promise<string> {
  const isInOnePiece = media.kind === 'image' && media.mimeType !== 'image/gif';
  const category = media.kind === 'video' ? 'tweet_video' : 'tweet_gif';
  const id = isInOnePiece ? await uploadPicture(api, media, name) : await uploadInSegments(api, media, category, name);
  if (media.alt !== '' && media.kind === 'image') await describe(api, id, media.alt, name);
  const { subtitles } = media;
  if (subtitles) await additions.add(SUBTITLES, () => addSubtitles(api, id, subtitles));
  return id;
}

/**
 * Adds subtitles to an uploaded video, before it is posted.
 * https://docs.x.com/x-api/media/create-media-subtitles
 */
async function addSubtitles(
  api: XApi,
  videoId: string,
  { language, captions }: NonNullable<OutgoingMedia['subtitles']>,
): Promise<void> {
  const file = new Blob([toSrt(captions)]);
  const media = { mimeType: 'text/srt', size: file.size, open: async () => file.stream() };
  const id = await uploadInSegments(api, media, 'subtitles', 'subtitles');
  const display_name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  const subtitles = { id, display_name, language_code: language.slice(0, 2).toUpperCase() };
  await api.send({
    step: 'add subtitles',
    path: '/media/subtitles',
    json: { id: videoId, media_category: 'TweetVideo', subtitles },
  });
}

/** https://docs.x.com/x-api/media/upload-media */
async function uploadPicture(api: XApi, media: OutgoingMedia, name: string): Promise<string> {
  const form = new FormData();
  form.set('media_category', 'tweet_image');
  for await (const bytes of piecesOf(media, Math.max(media.size, 1)))
    form.set('media', new Blob([bytes], { type: media.mimeType }), 'media');
  const answer = await api.send({
    step: `upload ${name}`,
    method: 'POST',
    path: '/media/upload',
    body: form,
    limitMs: UPLOAD_LIMIT_MS,
  });
  const { id, processing_info } = parsed(mediaSchema, answer).data;
  await untilProcessed(api, id, processing_info, name);
  return id;
}

/** https://docs.x.com/x-api/media/initialize-media-upload, append-media-upload and finalize-media-upload */
async function uploadInSegments(
  api: XApi,
  media: Pick<OutgoingMedia, 'mimeType' | 'size' | 'open'>,
  category: 'tweet_video' | 'tweet_gif' | 'subtitles',
  name: string,
): Promise<string> {
  const begun = await api.send({
    step: `begin upload of ${name}`,
    path: '/media/upload/initialize',
    json: { media_type: media.mimeType, total_bytes: media.size, media_category: category },
  });
  const { id } = parsed(mediaSchema, begun).data;
  let index = 0;
  for await (const bytes of piecesOf(media, SEGMENT_BYTES)) {
    await sendSegment(api, id, { bytes, index }, name);
    index += 1;
  }
  const path = `/media/upload/${id}/finalize`;
  const finished = await api.send({ step: `finish upload of ${name}`, method: 'POST', path });
  await untilProcessed(api, id, parsed(mediaSchema, finished).data.processing_info, name);
  return id;
}

/** Sends a segment, with retries: X does not duplicate a repeated index. */
async function sendSegment(
  api: XApi,
  id: string,
  { bytes, index }: { bytes: Uint8Array<ArrayBuffer>; index: number },
  name: string,
): Promise<PlatformAnswer> {
  for (let tries = 0; ; tries++) {
    const form = new FormData();
    form.set('segment_index', String(index));
    form.set('media', new Blob([bytes], { type: 'application/octet-stream' }), 'media');
    try {
      return await api.send({
        step: `upload ${name}, segment ${index}`,
        method: 'POST',
        path: `/media/upload/${id}/append`,
        body: form,
        limitMs: UPLOAD_LIMIT_MS,
      });
    } catch (error) {
      const pause = SEGMENT_PAUSES_MS[tries];
      if (pause === undefined || !(error instanceof PublishError) || error.errorClass !== 'transient') throw error;
      await api.calls.wait(pause);
    }
  }
}

/** https://docs.x.com/x-api/media/get-media-upload-status */
async function untilProcessed(api: XApi, id: string, first: Processing, name: string): Promise<void> {
  let processing = first;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; ) {
    if (!processing || processing.state === 'succeeded') return;
    if (processing.state === 'failed') {
      const why = processing.error?.message ?? processing.error?.name ?? 'X does not say why.';
      throw new PublishError('rejected', `X could not process ${name}: ${why}`);
    }
    const seconds = Math.min(Math.max(processing.check_after_secs ?? SHORTEST_WAIT_S, SHORTEST_WAIT_S), LONGEST_WAIT_S);
    await api.calls.wait(seconds * 1000);
    waited += seconds * 1000;
    const query = { command: 'STATUS', media_id: id };
    const answer = await api
      .send({ step: `wait for ${name}`, path: '/media/upload', query })
      .catch((error: unknown) => {
        // The upload is complete, and one failed poll is no reason to repeat it.
        if (error instanceof PublishError && error.errorClass === 'transient') return null;
        throw error;
      });
    if (answer) processing = parsed(mediaSchema, answer).data.processing_info;
  }
  const minutes = PROCESSING_LIMIT_MS / 60_000;
  throw new PublishError('transient', `X did not finish processing ${name} within ${minutes} minutes.`);
}

/** https://docs.x.com/x-api/media/create-media-metadata */
async function describe(api: XApi, id: string, alt: string, name: string): Promise<void> {
  await api.send({
    step: `describe ${name}`,
    path: '/media/metadata',
    json: { id, metadata: { alt_text: { text: alt } } },
  });
}
