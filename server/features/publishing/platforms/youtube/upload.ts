import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { unproved } from '../kit/api.ts';
import { chunkReader } from '../kit/chunk-reader.ts';
import { idSchema } from './account.ts';
import { parsed, wordsOf, type YouTubeApi } from './api.ts';

/** A multiple of 256 KiB, as required for all but the last chunk. */
export const CHUNK_BYTES = 8 * 1024 * 1024;
/** Time limit of a chunk, for a connection as slow as 16 kB per second. */
const CHUNK_LIMIT_MS = 9 * 60_000;
/** Attempts to send a chunk, and the delay after the first failure. */
const TRIES = 5;
const PAUSE_MS = 2_000;
const uploadedSchema = z.object({
  id: idSchema,
  status: z
    .object({ privacyStatus: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
export type Uploaded = z.infer<typeof uploadedSchema>;

/** The progress of an upload. `lost`: YouTube does not know the session, or has forgotten it. */
type Progress = { state: 'open'; next: number } | { state: 'done'; video: Uploaded } | { state: 'lost' };

/** A resumable upload. `address` is its session's URL, which grants permission to write to it. */
export type Upload = { address: URL; size: number };

const noteSchema = z.object({
  channelId: z.string(),
  address: z.url(),
  size: z.number().int().positive(),
  /** A hash of the session's initial resource. */
  about: z.string(),
});

/** The upload that an earlier attempt at a post started, in this process or another; null if unknown. */
export async function knownUpload(
  api: YouTubeApi,
  channelId: string,
  { upload }: Pick<OutgoingPost, 'upload'>,
): Promise<(Upload & { about: string; isOfLatest: boolean }) | null> {
  const note = await upload?.read();
  const { success, data } = noteSchema.safeParse(note?.value);
  if (!note || !success || data.channelId !== channelId) return null;
  const address = new URL(data.address);
  const { isOfLatest } = note;
  return isGoogles(address, api) ? { address, size: data.size, about: data.about, isOfLatest } : null;
}

type Beginning = {
  post: Pick<OutgoingPost, 'upload' | 'options'>;
  channelId: string;
  resource: object;
  media: OutgoingMedia;
};

/**
 * Sends a video except for its last chunk, whose last byte makes it public. Resumes an interrupted upload of this post.
 * https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol
 */
export async function uploadBeginning(
  api: YouTubeApi,
  beginning: Beginning,
): Promise<{ upload: Upload; progress: Progress & { state: 'open' | 'done' } }> {
  const { media } = beginning;
  const { chunkBytes } = api;
  const lastChunk = Math.floor((media.size - 1) / chunkBytes) * chunkBytes;
  const opened = await openUpload(api, beginning);
  const { upload } = opened;
  let { progress } = opened;
  const reader = chunkReader(media);
  try {
    let failures = 0;
    while (progress.state === 'open' && progress.next < lastChunk) {
      const { next } = progress;
      try {
        progress = await sendChunk(api, upload, reader, next, nextEnd(next, lastChunk, chunkBytes));
      } catch (error) {
        if (!(error instanceof PublishError) || error.errorClass !== 'transient' || ++failures >= TRIES) throw error;
        await api.calls.wait(PAUSE_MS * failures);
        progress = await probe(api, upload);
      }
      if (progress.state === 'lost') throw lost();
      if (progress.state === 'open' && progress.next > next) failures = 0;
      else if (progress.state === 'open' && ++failures >= TRIES)
        throw new PublishError('transient', 'YouTube accepted nothing more of the video.');
    }
    if (progress.state === 'lost') throw lost();
    return { upload, progress };
  } finally {
    await reader.close();
  }
}

/** The pending upload of this exact video and text, or a new one. */
async function openUpload(api: YouTubeApi, beginning: Beginning): Promise<{ upload: Upload; progress: Progress }> {
  const { post, channelId, resource, media } = beginning;
  const notifies = post.options?.notifySubscribers !== false;
  const given = notifies ? [resource] : [resource, { notifies }];
  const about = createHash('sha256')
    .update(given.map((part) => JSON.stringify(part)).join(''))
    .digest('hex');
  const known = await knownUpload(api, channelId, post);
  const progress: Progress = known ? await probe(api, known) : { state: 'lost' };
  const isSame = known?.size === media.size && known.about === about;
  if (known && (progress.state === 'done' || (progress.state === 'open' && isSame))) return { upload: known, progress };
  const address = await begin(api, resource, media, notifies);
  await post.upload?.write({ channelId, address: address.href, size: media.size, about });
  return { upload: { address, size: media.size }, progress: { state: 'open', next: 0 } };
}

/** Sends the last chunk. Throws PublishError `unknown` if there is no answer. */
export async function uploadEnd(
  api: YouTubeApi,
  upload: Upload,
  media: OutgoingMedia,
  from: number,
): Promise<Uploaded> {
  const reader = chunkReader(media);
  try {
    let next = from;
    for (let tries = 0; tries < TRIES; tries++) {
      const progress = await sendChunk(api, upload, reader, next, media.size);
      if (progress.state === 'done') return progress.video;
      if (progress.state === 'lost') throw lost();
      // Only partly received, so the video does not exist yet.
      next = progress.next;
    }
    throw new PublishError('transient', 'YouTube accepted nothing more of the video.');
  } finally {
    await reader.close();
  }
}

/** Queries how much of an upload has arrived. */
export async function probe(api: YouTubeApi, { address, size }: Upload): Promise<Progress> {
  const answer = await api.send({
    step: 'ask how much has arrived',
    method: 'PUT',
    url: address,
    headers: { 'content-range': `bytes */${size}` },
    body: new Uint8Array(),
    accepts: [308, 404, 410],
  });
  return progressOf(answer, size, false);
}

/** Starts a session, whose URL is in a header. https://developers.google.com/youtube/v3/docs/videos/insert */
async function begin(api: YouTubeApi, resource: object, media: OutgoingMedia, notifies: boolean): Promise<URL> {
  const answer = await api.send({
    step: 'begin upload',
    url: api.upload('videos', {
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: String(notifies),
    }),
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(media.size),
      'x-upload-content-type': /^video\/[\w.+-]+$/.test(media.mimeType) ? media.mimeType : 'video/*',
    },
    json: resource,
  });
  const location = answer.headers.get('location') ?? '';
  const address = parseUrl(location);
  if (!address || !isGoogles(address, api)) throw new PublishError('transient', 'YouTube returned no upload address.');
  return address;
}

/** The token is only sent to the API's hosts. */
function isGoogles({ origin, protocol, hostname }: URL, api: YouTubeApi): boolean {
  if (origin === api.upload('videos', {}).origin) return true;
  return protocol === 'https:' && hostname.endsWith('.googleapis.com');
}

async function sendChunk(
  api: YouTubeApi,
  { address, size }: Upload,
  reader: ReturnType<typeof chunkReader>,
  start: number,
  end: number,
): Promise<Progress> {
  const isLast = end === size;
  const answer = await api.send({
    step: isLast ? 'upload the end' : `upload from byte ${start}`,
    method: 'PUT',
    url: address,
    headers: { 'content-range': `bytes ${start}-${end - 1}/${size}`, 'content-type': 'application/octet-stream' },
    body: await reader.read(start, end),
    accepts: [308, 404, 410],
    isIrreversible: isLast,
    limitMs: CHUNK_LIMIT_MS,
  });
  return progressOf(answer, size, isLast);
}

function progressOf(answer: PlatformAnswer, size: number, isIrreversible: boolean): Progress {
  const { status, headers } = answer;
  if (status === 308) {
    const next = arrived(headers.get('range'));
    // All bytes have arrived, but there is no video yet.
    return next < size ? { state: 'open', next } : unclear(answer, isIrreversible);
  }
  // A proxy's page says nothing about the session.
  if (status === 404 || status === 410)
    return answer.json === undefined && answer.text.trimStart().startsWith('<')
      ? unclear(answer, isIrreversible)
      : { state: 'lost' };
  return { state: 'done', video: parsed(uploadedSchema, answer, { isIrreversible }) };
}

function unclear(answer: PlatformAnswer, isIrreversible: boolean): never {
  throw new PublishError(unproved(isIrreversible), wordsOf(answer));
}

/** The next byte after `bytes=0-524287`; without the header nothing has arrived. */
function arrived(range: string | null): number {
  const last = /^(?:bytes=)?0-(\d{1,15})$/.exec(range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

function nextEnd(start: number, lastChunk: number, chunkBytes: number): number {
  return Math.min(start - (start % chunkBytes) + chunkBytes, lastChunk);
}

/** The next attempt also detects that the upload is lost, and restarts. */
function lost(): PublishError {
  return new PublishError('transient', 'YouTube no longer knows the upload. It starts over.');
}
