import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { type Api, isSuccess } from '../kit/api.ts';
import { uploadForm, uploadLimitMs } from '../kit/upload-form.ts';
import { idSchema, parsed } from './api.ts';

/** Pinterest is polled with growing delays until a video is ready, for ten minutes in total. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
const PROCESSING_LIMIT_MS = 10 * 60_000;

const registeredSchema = z.object({
  media_id: idSchema,
  upload_url: z.string().max(2048),
  upload_parameters: z.record(z.string().max(100), z.string().max(10_000)),
});
const stateSchema = z.object({ status: z.string() });

type Picture = { content_type: string; data: string };

/**
 * The `media_source` of a pin. Pictures are sent with the call that creates the pin, because Pinterest would otherwise
 * fetch them from a public address; a video is uploaded first. https://developers.pinterest.com/docs/api/v5/pins-create
 */
export async function mediaSource(settings: PlatformApi, api: Api, media: readonly OutgoingMedia[]): Promise<object> {
  const [first, ...others] = media;
  if (!first) throw new PublishError('rejected', 'Pinterest does not accept posts without a picture or video.');
  const video = media.find(({ kind }) => kind === 'video');
  if (!video) {
    if (others.length === 0) return { source_type: 'image_base64', ...(await inBase64(first)) };
    const items: Picture[] = [];
    for (const picture of media) items.push(await inBase64(picture));
    return { source_type: 'multiple_image_base64', items };
  }
  if (others.length > 0)
    throw new PublishError('rejected', 'Pinterest accepts a video only on its own, without pictures.');
  return { source_type: 'video_id', media_id: await uploadVideo(settings, api, video), ...(await coverOf(video)) };
}

/** A video must have a cover: the chosen frame, else the first one. */
async function coverOf({ cover }: OutgoingMedia): Promise<object> {
  if (!cover?.picture) return { cover_image_key_frame_time: Math.round((cover?.ms ?? 0) / 1000) };
  const { content_type, data } = await inBase64(cover.picture);
  return { cover_image_content_type: content_type, cover_image_data: data };
}

async function inBase64({ mimeType, open }: OutgoingMedia): Promise<Picture> {
  const bytes = await new Response(await open()).arrayBuffer();
  return { content_type: mimeType, data: Buffer.from(bytes).toString('base64') };
}

/**
 * Uploads a video, and returns its id once Pinterest has processed it; it is invisible until it is in a pin.
 * https://developers.pinterest.com/docs/api/v5/media-create
 */
async function uploadVideo(settings: PlatformApi, api: Api, media: OutgoingMedia): Promise<string> {
  const answer = await api.send({ step: 'register video', path: '/media', json: { media_type: 'video' } });
  const { media_id, upload_url, upload_parameters } = parsed(registeredSchema, answer);
  if (!isOfPinterest(upload_url, settings))
    throw new PublishError('transient', 'Pinterest returned an address for the video that is not its own.');
  const { body, ...headers } = await uploadForm(media, 'file', upload_parameters);
  // The parameters grant the permission; this server does not need the token.
  const sent = await api.calls.send({
    step: 'upload video',
    method: 'POST',
    url: upload_url,
    headers,
    body,
    secrets: Object.values(upload_parameters).filter((value) => value.length > 20),
    limitMs: uploadLimitMs(media.size),
  });
  if (!isSuccess(sent)) throw new PublishError('transient', `The upload of the video was refused with ${sent.status}.`);
  await untilProcessed(api, media_id);
  return media_id;
}

/** Whether an upload's address is a bucket of Pinterest's at Amazon, as in its documentation. */
function isOfPinterest(address: string, { origin }: PlatformApi): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  if (url.origin === origin) return true;
  return url.protocol === 'https:' && /^pinterest-[\w-]+\.s3[\w.-]*\.amazonaws\.com$/.test(url.hostname);
}

/** https://developers.pinterest.com/docs/api/v5/media-get */
async function untilProcessed(api: Api, id: string): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; waited += wait, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await api.calls.wait(wait);
    const answer = await api.send({ step: 'wait for the video', path: `/media/${id}` }).catch((error: unknown) => {
      // The upload is complete, and one failed poll is no reason to repeat it.
      if (error instanceof PublishError && error.errorClass === 'transient') return null;
      throw error;
    });
    const { status } = stateSchema.safeParse(answer?.json).data ?? {};
    if (status === 'succeeded') return;
    if (status === 'failed')
      throw new PublishError('rejected', 'Pinterest could not process the video. It gives no reason.');
  }
  const minutes = PROCESSING_LIMIT_MS / 60_000;
  throw new PublishError('transient', `Pinterest did not finish processing the video within ${minutes} minutes.`);
}
