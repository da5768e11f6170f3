import { z } from 'zod';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { chunkReader } from '../chunk-reader.ts';
import { idSchema } from './account.ts';
import { parsed, wordsOf, type YouTubeApi } from './api.ts';

/** A multiple of 256 KiB, as every chunk but the last has to be. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** A chunk may take so long: as slow a line as 16 kB a second. */
const CHUNK_LIMIT_MS = 9 * 60_000;
/** How often in a row a chunk is sent again, and how long to wait first. */
const TRIES = 5;
const PAUSE_MS = 2_000;
/** Uploads that are remembered, to be gone on with or read back. */
const UPLOADS_MAX = 50;

const uploadedSchema = z.object({
  id: idSchema,
  status: z
    .object({ privacyStatus: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
export type Uploaded = z.infer<typeof uploadedSchema>;

/** How an upload stands. `lost`: YouTube knows no such session, or no longer. */
type Progress = { state: 'open'; next: number } | { state: 'done'; video: Uploaded } | { state: 'lost' };

/** A resumable upload: its session's address, which is as good as a permission to write to it. */
export type Upload = { address: URL; size: number };

/** The sessions of this process by the key of their post. */
const uploads = new Map<string, Upload>();

export function uploadOf(key: string): Upload | undefined {
  return uploads.get(key);
}

export function forgetUpload(key: string): void {
  uploads.delete(key);
}

/**
 * Sends a video but for its last chunk, whose last byte makes it public, and goes on with an upload of this post that
 * was broken off. https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol
 */
export async function uploadBeginning(
  api: YouTubeApi,
  { key, resource, media }: { key: string; resource: object; media: OutgoingMedia },
): Promise<Progress & { state: 'open' | 'done' }> {
  const lastChunk = Math.floor((media.size - 1) / CHUNK_BYTES) * CHUNK_BYTES;
  const known = uploads.get(key);
  let progress: Progress = known?.size === media.size ? await probe(api, known) : { state: 'lost' };
  if (progress.state === 'lost') {
    await begin(api, key, resource, media);
    progress = { state: 'open', next: 0 };
  }
  const reader = chunkReader(media);
  try {
    let failures = 0;
    while (progress.state === 'open' && progress.next < lastChunk) {
      const { next } = progress;
      try {
        progress = await sendChunk(api, key, reader, next, nextEnd(next, lastChunk));
      } catch (error) {
        if (!(error instanceof PublishError) || error.errorClass !== 'transient' || ++failures >= TRIES) throw error;
        await api.calls.wait(PAUSE_MS * failures);
        progress = await probe(api, uploadKnown(key));
      }
      if (progress.state === 'lost') throw lost(key);
      if (progress.state === 'open' && progress.next > next) failures = 0;
      else if (progress.state === 'open' && ++failures >= TRIES)
        throw new PublishError('transient', 'YouTube took nothing more of the video.');
    }
  } finally {
    await reader.close();
  }
  return progress;
}

/** Sends the last chunk. PublishError `unknown` where no answer came. */
export async function uploadEnd(api: YouTubeApi, key: string, media: OutgoingMedia, from: number): Promise<Uploaded> {
  const reader = chunkReader(media);
  try {
    let next = from;
    for (let tries = 0; tries < TRIES; tries++) {
      const progress = await sendChunk(api, key, reader, next, media.size);
      if (progress.state === 'done') return progress.video;
      if (progress.state === 'lost') throw lost(key);
      // It was taken in part only, so that the video is not there yet.
      next = progress.next;
    }
    throw new PublishError('transient', 'YouTube took nothing more of the video.');
  } finally {
    await reader.close();
  }
}

/** Asks how much of an upload has arrived. */
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

/** The session's address comes back in a header. https://developers.google.com/youtube/v3/docs/videos/insert */
async function begin(api: YouTubeApi, key: string, resource: object, media: OutgoingMedia): Promise<void> {
  const answer = await api.send({
    step: 'begin upload',
    method: 'POST',
    url: api.upload({ uploadType: 'resumable', part: 'snippet,status', notifySubscribers: 'true' }),
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(media.size),
      'x-upload-content-type': /^video\/[\w.+-]+$/.test(media.mimeType) ? media.mimeType : 'video/*',
    },
    body: JSON.stringify(resource),
  });
  const location = answer.headers.get('location') ?? '';
  const address = URL.canParse(location) ? new URL(location) : null;
  if (!address || !isGoogles(address, api)) throw new PublishError('transient', 'YouTube named no place to upload to.');
  uploads.delete(key);
  uploads.set(key, { address, size: media.size });
  for (const oldest of uploads.keys()) {
    if (uploads.size <= UPLOADS_MAX) break;
    uploads.delete(oldest);
  }
}

/** The token goes to no other place than the API's own. */
function isGoogles({ origin, protocol, hostname }: URL, api: YouTubeApi): boolean {
  if (origin === api.upload({}).origin) return true;
  return protocol === 'https:' && hostname.endsWith('.googleapis.com');
}

async function sendChunk(
  api: YouTubeApi,
  key: string,
  reader: ReturnType<typeof chunkReader>,
  start: number,
  end: number,
): Promise<Progress> {
  const { address, size } = uploadKnown(key);
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
    // All of it is there, and no word of the video yet.
    return next < size ? { state: 'open', next } : unclear(answer, isIrreversible);
  }
  // A page of a proxy says nothing about the session.
  if (status === 404 || status === 410)
    return answer.json === undefined && answer.text.trimStart().startsWith('<')
      ? unclear(answer, isIrreversible)
      : { state: 'lost' };
  return { state: 'done', video: parsed(uploadedSchema, answer, { isIrreversible }) };
}

function unclear(answer: PlatformAnswer, isIrreversible: boolean): never {
  throw new PublishError(isIrreversible ? 'unknown' : 'transient', wordsOf(answer));
}

/** The next byte after `bytes=0-524287`; without the header nothing has arrived. */
function arrived(range: string | null): number {
  const last = /^(?:bytes=)?0-(\d{1,15})$/.exec(range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

function nextEnd(start: number, lastChunk: number): number {
  return Math.min(start - (start % CHUNK_BYTES) + CHUNK_BYTES, lastChunk);
}

function uploadKnown(key: string): Upload {
  const upload = uploads.get(key);
  if (!upload) throw lost(key);
  return upload;
}

function lost(key: string): PublishError {
  uploads.delete(key);
  return new PublishError('transient', 'YouTube no longer knows the upload. It begins once more.');
}
