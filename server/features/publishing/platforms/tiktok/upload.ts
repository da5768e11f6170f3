import { z } from 'zod';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { type ChunkReader, chunkReader } from '../chunk-reader.ts';
import { dataOf, type TikTokApi } from './api.ts';

/** Chunks have 5 to 64 MB, and the last takes what is left over: as much as twice this is in memory. */
export const CHUNK_BYTES = 10_000_000;
/** A chunk may take so long. */
const CHUNK_LIMIT_MS = 9 * 60_000;
const ALREADY_SENT = 'TikTok has the whole video already.';
/** How often in a row a chunk is sent again, and how long to wait first. */
const TRIES = 5;
const PAUSE_MS = 2_000;
/** The address of an upload holds for an hour. */
const ADDRESS_TTL_MS = 55 * 60_000;
/** Uploads that are remembered, to be gone on with or read back. */
const UPLOADS_MAX = 50;
/** An account may begin so many posts a minute. */
const INITS_MAX = 6;
const INITS_WINDOW_MS = 60_000;
const ACCOUNTS_MAX = 500;

/** How a video is cut. */
export type Plan = { size: number; chunkSize: number; count: number };

/**
 * One chunk is as large as the video; otherwise there are as many as whole ones fit, and the last has the rest as well.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 */
export function planOf(size: number): Plan {
  const count = Math.floor(size / CHUNK_BYTES);
  return count <= 1 ? { size, chunkSize: size, count: 1 } : { size, chunkSize: CHUNK_BYTES, count };
}

/** A video on its way. Its address is as good as a permission to write to it. */
export type Upload = { publishId: string; address: URL; plan: Plan; begunAt: number };

/** The uploads of this process by the key of their post. */
const uploads = new Map<string, Upload>();

export function uploadOf(key: string): Upload | undefined {
  return uploads.get(key);
}

export function forgetUpload(key: string): void {
  uploads.delete(key);
}

const statusSchema = z.object({
  status: z.string(),
  fail_reason: z.string().optional().catch(undefined),
  uploaded_bytes: z.number().int().nonnegative().optional().catch(undefined),
});
/** `postId` is there once the post is public. */
export type Status = z.infer<typeof statusSchema> & { postId: string | null };

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
export async function readStatus(api: TikTokApi, publishId: string): Promise<Status> {
  const answer = await api.send({
    step: 'ask how it stands',
    path: 'post/publish/status/fetch/',
    body: { publish_id: publishId },
  });
  // The id is a number that is too long for JavaScript's.
  const postId = /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d{1,30})/.exec(answer.text)?.[1] ?? null;
  return { ...dataOf(statusSchema, answer), postId };
}

const initSchema = z.object({ publish_id: z.string().min(1).max(64), upload_url: z.string() });

/** Sends a video but for its last chunk, which posts it, and goes on with an upload of this post that was broken off. */
export async function uploadBeginning(
  api: TikTokApi,
  {
    key,
    account,
    path,
    info,
    media,
  }: { key: string; account: string; path: string; info: object; media: OutgoingMedia },
): Promise<void> {
  const plan = planOf(media.size);
  const known = uploads.get(key);
  let next = known && canGoOn(known, plan, api) ? await nextChunk(api, known) : null;
  if (next === null) {
    await begin(api, key, account, path, info, plan);
    next = 0;
  }
  const reader = chunkReader(media);
  try {
    for (let failures = 0; next < plan.count - 1; ) {
      try {
        await sendChunk(api, key, reader, next);
        next++;
        failures = 0;
      } catch (error) {
        if (!(error instanceof PublishError) || error.errorClass !== 'transient' || ++failures >= TRIES) throw error;
        await api.calls.wait(PAUSE_MS * failures);
        next = (await nextChunk(api, uploadKnown(key))) ?? lost(key);
      }
    }
  } finally {
    await reader.close();
  }
}

/** Sends the last chunk. PublishError `unknown` where no answer came. */
export async function uploadEnd(api: TikTokApi, key: string, media: OutgoingMedia): Promise<Upload> {
  const upload = uploadKnown(key);
  const reader = chunkReader(media);
  try {
    await sendChunk(api, key, reader, upload.plan.count - 1);
    return upload;
  } finally {
    await reader.close();
  }
}

function canGoOn({ plan, begunAt }: Upload, { size }: Plan, { calls }: TikTokApi): boolean {
  return plan.size === size && calls.now().getTime() - begunAt < ADDRESS_TTL_MS;
}

/**
 * The chunk that comes next by what has arrived; null where TikTok refused the upload. PublishError `unknown` where all
 * of it is there, however late its last chunk arrived: another upload would be another post.
 */
async function nextChunk(api: TikTokApi, { publishId, plan }: Upload): Promise<number | null> {
  const status = await readStatus(api, publishId);
  if (isWhole(status, plan)) throw new PublishError('unknown', ALREADY_SENT);
  if (status.status === 'FAILED') return null;
  return Math.min(Math.floor((status.uploaded_bytes ?? 0) / plan.chunkSize), plan.count - 1);
}

function isWhole({ status, uploaded_bytes = 0 }: Status, { size }: Plan): boolean {
  return status !== 'FAILED' && (status !== 'PROCESSING_UPLOAD' || uploaded_bytes >= size);
}

/** https://developers.tiktok.com/doc/content-posting-api-reference-direct-post, …-upload-video */
async function begin(api: TikTokApi, key: string, account: string, path: string, info: object, plan: Plan) {
  await paced(api, account);
  const source = { source: 'FILE_UPLOAD', video_size: plan.size, chunk_size: plan.chunkSize };
  const answer = await api.send({
    step: 'begin post',
    path,
    body: { ...info, source_info: { ...source, total_chunk_count: plan.count } },
  });
  const { publish_id: publishId, upload_url } = dataOf(initSchema, answer);
  const address = URL.canParse(upload_url) ? new URL(upload_url) : null;
  if (!address || !isTikToks(address, api))
    throw new PublishError('transient', 'TikTok named no place to upload the video to.');
  uploads.delete(key);
  uploads.set(key, { publishId, address, plan, begunAt: api.calls.now().getTime() });
  for (const oldest of uploads.keys()) {
    if (uploads.size <= UPLOADS_MAX) break;
    uploads.delete(oldest);
  }
}

/** Videos go to no other place than TikTok's. */
function isTikToks({ origin, protocol, hostname }: URL, api: TikTokApi): boolean {
  return origin === api.origin || (protocol === 'https:' && hostname.endsWith('.tiktokapis.com'));
}

/** When each account began its latest posts. */
const begun = new Map<string, number[]>();

/** Waits until the account may begin another post. */
async function paced({ calls }: TikTokApi, account: string): Promise<void> {
  const latest = begun.get(account) ?? [];
  const sixth = latest.at(-INITS_MAX);
  if (sixth !== undefined) {
    const wait = sixth + INITS_WINDOW_MS - calls.now().getTime();
    if (wait > 0) await calls.wait(wait);
  }
  begun.delete(account);
  begun.set(account, [...latest.slice(1 - INITS_MAX), calls.now().getTime()]);
  for (const oldest of begun.keys()) {
    if (begun.size <= ACCOUNTS_MAX) break;
    begun.delete(oldest);
  }
}

async function sendChunk(api: TikTokApi, key: string, reader: ChunkReader, index: number): Promise<void> {
  const { address, plan } = uploadKnown(key);
  const start = index * plan.chunkSize;
  const isLast = index === plan.count - 1;
  const end = isLast ? plan.size : start + plan.chunkSize;
  const answer = await api.calls.send({
    step: isLast ? 'upload the end' : `upload part ${index + 1} of ${plan.count}`,
    method: 'PUT',
    url: address,
    // The address is the permission; the token is none of this server's business.
    headers: { 'content-type': 'video/mp4', 'content-range': `bytes ${start}-${end - 1}/${plan.size}` },
    body: await reader.read(start, end),
    isIrreversible: isLast,
    limitMs: CHUNK_LIMIT_MS,
  });
  if (!isTaken(answer, isLast)) await refused(api, key, answer, isLast);
}

/** 201 for the last chunk, 206 for those before it. */
function isTaken({ status }: PlatformAnswer, isLast: boolean): boolean {
  return status === (isLast ? 201 : 206);
}

/**
 * The address is over, or TikTok counts other bytes: it begins once more. But where it was the last chunk, it may have
 * arrived before, by a call whose answer was lost; only TikTok's word that it did not allows another upload.
 */
async function refused(api: TikTokApi, key: string, { status }: PlatformAnswer, isLast: boolean): Promise<never> {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isFinal && !isLast) lost(key);
  if (isFinal) {
    const { publishId, plan } = uploadKnown(key);
    const now = await readStatus(api, publishId).catch(() => null);
    if (now && !isWhole(now, plan)) lost(key);
  }
  throw new PublishError(isLast ? 'unknown' : 'transient', `TikTok answered ${status} to a part of the video.`);
}

function uploadKnown(key: string): Upload {
  return uploads.get(key) ?? lost(key);
}

function lost(key: string): never {
  uploads.delete(key);
  throw new PublishError('transient', 'TikTok no longer takes the upload. It begins once more.');
}
