import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { type ChunkReader, chunkReader } from '../kit/chunk-reader.ts';
import { dataOf, errorCode, type TikTokApi } from './api.ts';

/**
 * TikTok accepts chunks of 5 to 64 MB. The last chunk includes the remainder, so up to twice this size is in memory.
 */
export const CHUNK_BYTES = 10_000_000;
/** Time limit of a chunk. */
const CHUNK_LIMIT_MS = 9 * 60_000;
const ALREADY_SENT = 'TikTok already has the whole video.';
/** Attempts to send a chunk, and the delay after the first failure. */
const TRIES = 5;
const PAUSE_MS = 2_000;
/** An upload's URL is valid for an hour. */
const ADDRESS_TTL_MS = 55 * 60_000;
/** Posts that an account may start per minute. */
const INITS_MAX = 6;
const INITS_WINDOW_MS = 60_000;
const ACCOUNTS_MAX = 500;

/** The chunks of a video. */
export type Plan = { size: number; chunkSize: number; count: number };

/**
 * A small video is one chunk; otherwise there are as many whole chunks as fit, and the last includes the rest.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 */
export function planOf(size: number, chunkBytes = CHUNK_BYTES): Plan {
  const count = Math.floor(size / chunkBytes);
  return count <= 1 ? { size, chunkSize: size, count: 1 } : { size, chunkSize: chunkBytes, count };
}

/** A pending upload. Its URL grants permission to write to it. */
export type Upload = { publishId: string; address: URL; plan: Plan };

const noteSchema = z.object({
  account: z.string(),
  publishId: z.string().min(1).max(64),
  address: z.url(),
  plan: z.object({
    size: z.number().int().positive(),
    chunkSize: z.number().int().positive(),
    count: z.number().int(),
  }),
  /** In milliseconds since the epoch. */
  begunAt: z.number(),
  /** A hash of the post's initial request. */
  about: z.string(),
});
type Known = Upload & Pick<z.infer<typeof noteSchema>, 'begunAt' | 'about'> & { isOfLatest: boolean };

/** The upload that an earlier attempt at a post started, in this process or another; null if unknown. */
export async function knownUpload(
  api: TikTokApi,
  account: string,
  { upload }: Pick<OutgoingPost, 'upload'>,
): Promise<Known | null> {
  const note = await upload?.read();
  const { success, data } = noteSchema.safeParse(note?.value);
  if (!note || !success || data.account !== account) return null;
  const address = new URL(data.address);
  return isTikToks(address, api) ? { ...data, address, isOfLatest: note.isOfLatest } : null;
}

const UNKNOWN_ID = 'invalid_publish_id';
const statusSchema = z.object({
  status: z.string(),
  fail_reason: z.string().optional().catch(undefined),
  uploaded_bytes: z.number().int().nonnegative().optional().catch(undefined),
});
/** `postId` is set once the post is public. */
export type Status = z.infer<typeof statusSchema> & { postId: string | null };

/**
 * Returns null if TikTok no longer knows the upload.
 * https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status
 */
export async function readStatus(api: TikTokApi, publishId: string): Promise<Status | null> {
  const answer = await api.send({
    step: 'ask how it stands',
    path: 'post/publish/status/fetch/',
    body: { publish_id: publishId },
    accepts: [UNKNOWN_ID],
  });
  if (errorCode(answer) === UNKNOWN_ID) return null;
  // The id is a number that is too large for JavaScript.
  const postId = /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d{1,30})/.exec(answer.text)?.[1] ?? null;
  return { ...dataOf(statusSchema, answer), postId };
}

const initSchema = z.object({ publish_id: z.string().min(1).max(64), upload_url: z.string() });

type Beginning = {
  post: Pick<OutgoingPost, 'upload'>;
  account: string;
  /** The request that starts the post. */
  path: string;
  info: object;
  media: OutgoingMedia;
};

/** Sends a video except for its last chunk, which creates the post. Resumes an interrupted upload of this post. */
export async function uploadBeginning(api: TikTokApi, beginning: Beginning): Promise<Upload> {
  return await forgettingLost(beginning.post, () => sendBeginning(api, beginning));
}

async function sendBeginning(api: TikTokApi, beginning: Beginning): Promise<Upload> {
  const opened = await openUpload(api, beginning);
  const { upload } = opened;
  const reader = chunkReader(beginning.media);
  try {
    for (let failures = 0, { next } = opened; next < upload.plan.count - 1; ) {
      try {
        await sendChunk(api, upload, reader, next);
        next++;
        failures = 0;
      } catch (error) {
        if (!(error instanceof PublishError) || error.errorClass !== 'transient' || ++failures >= TRIES) throw error;
        await api.calls.wait(PAUSE_MS * failures);
        next = (await nextChunk(api, upload)) ?? lost();
      }
    }
    return upload;
  } finally {
    await reader.close();
  }
}

/** Sends the last chunk. Throws PublishError `unknown` if there is no answer. */
export async function uploadEnd(
  api: TikTokApi,
  upload: Upload,
  { post, media }: Pick<Beginning, 'post' | 'media'>,
): Promise<void> {
  const reader = chunkReader(media);
  try {
    await forgettingLost(post, () => sendChunk(api, upload, reader, upload.plan.count - 1));
  } finally {
    await reader.close();
  }
}

/** The pending upload of this exact video and text, or a new one. */
async function openUpload(api: TikTokApi, beginning: Beginning): Promise<{ upload: Upload; next: number }> {
  const { post, account, path, info, media } = beginning;
  const plan = planOf(media.size, api.chunkBytes);
  const about = createHash('sha256')
    .update(JSON.stringify([path, info]))
    .digest('hex');
  const known = await knownUpload(api, account, post);
  // Checked even if a new one will be started: if all of it has arrived, it is the post.
  const next = known && (await nextChunk(api, known));
  const isSame = known?.about === about && isDeepStrictEqual(known.plan, plan);
  const now = api.calls.now().getTime();
  const goesOn = known && next !== null && isSame && now - known.begunAt < ADDRESS_TTL_MS;
  const upload = goesOn ? known : await begin(api, { account, path, info, plan });
  const { publishId, address } = upload;
  const begunAt = goesOn ? known.begunAt : now;
  await post.upload?.write({ publishId, address: address.href, plan, account, begunAt, about });
  return { upload, next: goesOn ? next : 0 };
}

/**
 * The index of the next chunk, judging by what has arrived; null if TikTok rejected or has forgotten the upload. Throws
 * PublishError `unknown` if all of it has arrived, however late: another upload would create a second post.
 */
async function nextChunk(api: TikTokApi, { publishId, plan }: Upload): Promise<number | null> {
  const status = await readStatus(api, publishId);
  if (!status) return null;
  if (isWhole(status, plan)) throw new PublishError('unknown', ALREADY_SENT);
  if (status.status === 'FAILED') return null;
  return Math.min(Math.floor((status.uploaded_bytes ?? 0) / plan.chunkSize), plan.count - 1);
}

function isWhole({ status, uploaded_bytes = 0 }: Status, { size }: Plan): boolean {
  return status !== 'FAILED' && (status !== 'PROCESSING_UPLOAD' || uploaded_bytes >= size);
}

/** https://developers.tiktok.com/doc/content-posting-api-reference-direct-post, …-upload-video */
async function begin(
  api: TikTokApi,
  { account, path, info, plan }: Pick<Beginning, 'account' | 'path' | 'info'> & { plan: Plan },
): Promise<Upload> {
  await paced(api, account);
  const source = { source: 'FILE_UPLOAD', video_size: plan.size, chunk_size: plan.chunkSize };
  const answer = await api.send({
    step: 'begin post',
    path,
    body: { ...info, source_info: { ...source, total_chunk_count: plan.count } },
  });
  const { publish_id: publishId, upload_url } = dataOf(initSchema, answer);
  const address = parseUrl(upload_url);
  if (!address || !isTikToks(address, api))
    throw new PublishError('transient', 'TikTok returned no upload address for the video.');
  return { publishId, address, plan };
}

/** Videos are only sent to TikTok. */
function isTikToks({ origin, protocol, hostname }: URL, api: TikTokApi): boolean {
  return origin === api.origin || (protocol === 'https:' && hostname.endsWith('.tiktokapis.com'));
}

/** When each account started its latest posts. */
const begun = new Map<string, number[]>();

/** Waits until the account may start another post. */
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

async function sendChunk(api: TikTokApi, upload: Upload, reader: ChunkReader, index: number): Promise<void> {
  const { address, plan } = upload;
  const start = index * plan.chunkSize;
  const isLast = index === plan.count - 1;
  const end = isLast ? plan.size : start + plan.chunkSize;
  const answer = await api.calls.send({
    step: isLast ? 'upload the end' : `upload part ${index + 1} of ${plan.count}`,
    method: 'PUT',
    url: address,
    // The URL is the permission; this server does not need the token.
    headers: { 'content-type': 'video/mp4', 'content-range': `bytes ${start}-${end - 1}/${plan.size}` },
    body: await reader.read(start, end),
    isIrreversible: isLast,
    limitMs: CHUNK_LIMIT_MS,
  });
  if (!isTaken(answer, isLast)) await refused(api, upload, answer, isLast);
}

/** 201 for the last chunk, 206 for those before it. */
function isTaken({ status }: PlatformAnswer, isLast: boolean): boolean {
  return status === (isLast ? 201 : 206);
}

/**
 * The URL has expired, or TikTok expects other bytes, so the upload restarts. But a last chunk may have arrived with an
 * earlier call whose answer was lost: another upload is only started if TikTok confirms that it did not.
 */
async function refused(
  api: TikTokApi,
  { publishId, plan }: Upload,
  { status }: PlatformAnswer,
  isLast: boolean,
): Promise<never> {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isFinal && !isLast) lost();
  if (isFinal) {
    const now = await readStatus(api, publishId).catch(() => null);
    if (now && !isWhole(now, plan)) lost();
  }
  throw new PublishError(isLast ? 'unknown' : 'transient', `TikTok answered ${status} to a part of the video.`);
}

/** An incomplete upload that TikTok no longer accepts. */
class UploadLost extends PublishError {
  constructor() {
    super('transient', 'TikTok no longer accepts the upload. It starts over.');
  }
}

function lost(): never {
  throw new UploadLost();
}

/** Runs `work`; if the upload is lost, forgets it, so that the next attempt does not resume it. */
async function forgettingLost<T>({ upload }: Pick<OutgoingPost, 'upload'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadLost) await upload?.write(null);
    throw error;
  }
}
