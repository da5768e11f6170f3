import { z } from 'zod';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { type Additions, blobOf, COVER } from '../kit/additions.ts';
import { uploadForm, uploadLimitMs } from '../kit/upload-form.ts';
import { type MastodonApi, parsed, remoteIdSchema } from './api.ts';

/** The server is polled with growing delays until a video is ready, for ten minutes in total. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
const PROCESSING_LIMIT_MS = 10 * 60_000;

const mediaSchema = z.object({ id: remoteIdSchema, url: z.string().nullish() });

/**
 * Uploads a picture or video as a stream, with its cover, and returns its id once the server has processed it.
 * https://docs.joinmastodon.org/methods/media/
 */
export async function uploadMedia(
  api: MastodonApi,
  media: OutgoingMedia,
  name: string,
  additions: Additions,
): Promise<string> {
  const { body, ...headers } = await uploadForm(media, 'file', media.alt === '' ? {} : { description: media.alt });
  const answer = await api.send({
    step: `upload ${name}`,
    method: 'POST',
    path: '/api/v2/media',
    headers,
    body,
    limitMs: uploadLimitMs(media.size),
  });
  const { id, url } = parsed(mediaSchema, answer);
  if (answer.status === 202 || !url) await untilProcessed(api, id, name);
  const picture = media.cover?.picture;
  if (picture) await additions.add(COVER, () => setThumbnail(api, id, picture));
  return id;
}

/**
 * Sent separately, so that a server without thumbnails still accepts the video.
 * https://docs.joinmastodon.org/methods/media/#update
 */
async function setThumbnail(api: MastodonApi, id: string, picture: OutgoingMedia): Promise<void> {
  const body = new FormData();
  body.set('thumbnail', await blobOf(picture), 'cover.jpg');
  await api.send({ step: 'set cover', method: 'PUT', path: `/api/v1/media/${id}`, body });
}

async function untilProcessed(api: MastodonApi, id: string, name: string): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; waited += wait, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await api.calls.wait(wait);
    const answer = await api.send({ step: `wait for ${name}`, path: `/api/v1/media/${id}` }).catch((error: unknown) => {
      // The upload is complete, and one failed poll is no reason to repeat it.
      if (error instanceof PublishError && error.errorClass === 'transient') return null;
      throw error;
    });
    if (answer?.status === 200 && mediaSchema.safeParse(answer.json).data?.url) return;
  }
  const minutes = PROCESSING_LIMIT_MS / 60_000;
  throw new PublishError('transient', `The server did not finish processing ${name} within ${minutes} minutes.`);
}
