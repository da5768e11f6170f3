import { createHash, randomBytes } from 'node:crypto';
import { type Incoming, Refusal, type Reply } from '../publishing/imitation.ts';
import { newAccounts } from './tiktok-oauth.ts';

const MINUTE_MS = 60_000;
const MB = 1_000_000;

/** A post being processed; it is published once it has a `videoId`. */
const newPost = (publishId: string, mode: 'direct' | 'inbox', info: Record<string, unknown>) => ({
  ...{ publishId, mode, info },
  ...{ size: 0, chunkSize: 0, count: 0 },
  pieces: [] as Buffer[],
  received: 0,
  status: 'PROCESSING_UPLOAD',
  failReason: null as string | null,
  videoId: null as string | null,
  sha256: null as string | null,
  readyAt: Number.POSITIVE_INFINITY,
  isExpired: false,
});
export type Post = ReturnType<typeof newPost>;
export type Video = { id: string; title: string; createdAt: number; figures: Record<string, number> };

export function newWorld(now: () => number, openId: string) {
  const creator = {
    creator_username: 'ada.walks',
    creator_nickname: 'Ada walks',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: true,
    stitch_disabled: false,
    max_video_post_duration_sec: 300,
  };
  return {
    origin: '',
    now,
    accounts: newAccounts(now, openId),
    creator,
    /** The failure that TikTok reports for the next videos. */
    failReason: null as string | null,
    /** How long it processes a video; Infinity for one that it never finishes. */
    processingMs: 5_000,
    posts: [] as Post[],
    /** The public videos. */
    videos: [] as Video[],
    inits: [] as number[],
    /** The minimum size of a chunk if there are several; TikTok's own is 5 MB. */
    chunkMin: 5_000_000,
  };
}
export type World = ReturnType<typeof newWorld>;

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
export class ApiError extends Refusal {
  constructor(status: number, code: string, message: string = code) {
    super({ status, body: { error: { code, message, log_id: '20261122' } } });
  }
}

type Body = { post_info?: Record<string, unknown>; source_info?: Record<string, unknown> } & Record<string, unknown>;

/** https://developers.tiktok.com/doc/content-posting-api-reference-direct-post, …-upload-video */
export function beginPost(world: World, mode: Post['mode'], { post_info, source_info }: Body): object {
  const now = world.now();
  world.inits = [...world.inits.filter((at) => at > now - MINUTE_MS), now];
  if (world.inits.length > 6) throw new ApiError(429, 'rate_limit_exceeded', 'The API rate limit was exceeded.');
  const invalid = (what: string) => new ApiError(400, 'invalid_params', `Invalid ${what}`);
  if (mode === 'inbox' && post_info !== undefined) throw invalid('post_info');
  if (mode === 'direct') assertPostInfo(world, post_info ?? {}, invalid);
  const { source, video_size: size, chunk_size: chunkSize, total_chunk_count: count, ...rest } = source_info ?? {};
  if (source !== 'FILE_UPLOAD' || Object.keys(rest).length > 0) throw invalid('source_info');
  if (typeof size !== 'number' || typeof chunkSize !== 'number' || typeof count !== 'number') throw invalid('sizes');
  if (count !== Math.floor(size / chunkSize) || count < 1 || count > 1000) throw invalid('total_chunk_count');
  if (count === 1 ? chunkSize !== size || size > 64 * MB : chunkSize < world.chunkMin || chunkSize > 64 * MB)
    throw invalid('chunk_size');
  const id = `v_${mode === 'direct' ? 'pub' : 'inbox'}_file~v2-1.${world.posts.length + 1}`;
  const post: Post = { ...newPost(id, mode, post_info ?? {}), size, chunkSize, count };
  world.posts.push(post);
  const query = `upload_id=${encodeURIComponent(post.publishId)}&upload_token=${randomBytes(16).toString('hex')}`;
  return { publish_id: post.publishId, upload_url: `${world.origin}/video/?${query}` };
}

const FIELDS = [
  'title',
  'privacy_level',
  'disable_duet',
  'disable_comment',
  'disable_stitch',
  'is_aigc',
  'brand_content_toggle',
  'brand_organic_toggle',
  'video_cover_timestamp_ms',
];

function assertPostInfo({ creator }: World, info: Record<string, unknown>, invalid: (what: string) => Error) {
  if (!Object.keys(info).every((name) => FIELDS.includes(name))) throw invalid('post_info');
  if (typeof info.title !== 'string' || info.title.length > 2200) throw invalid('title');
  const { video_cover_timestamp_ms: cover = 0 } = info;
  if (!Number.isInteger(cover)) throw invalid('video_cover_timestamp_ms');
  if (!creator.privacy_level_options.includes(String(info.privacy_level)))
    throw new ApiError(403, 'privacy_level_option_mismatch');
  // https://developers.tiktok.com/doc/content-sharing-guidelines
  if (info.brand_content_toggle === true && info.privacy_level === 'SELF_ONLY') throw invalid('brand_content_toggle');
}

/** https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export function takeChunk(world: World, { query, headers, file }: Incoming): Reply {
  const body = file?.bytes ?? Buffer.alloc(0);
  const post = world.posts.find(({ publishId }) => publishId === query.get('upload_id'));
  if (!post) return { status: 404 };
  if (post.isExpired) return { status: 403 };
  if (headers.authorization !== undefined) return { status: 400 };
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range']));
  const [start, end, size] = (range ?? []).slice(1).map(Number);
  if (start === undefined || end === undefined || size !== post.size || body.length !== end - start + 1)
    return { status: 400 };
  if (Number(headers['content-length']) !== body.length || headers['content-type'] !== 'video/mp4')
    return { status: 400 };
  const isLast = end === post.size - 1;
  if (start !== post.received || start % post.chunkSize !== 0) return { status: 416 };
  if (!isLast && body.length !== post.chunkSize) return { status: 416 };
  if (isLast && start / post.chunkSize !== post.count - 1) return { status: 416 };
  post.pieces.push(body);
  post.received += body.length;
  if (!isLast) return { status: 206 };
  post.sha256 = createHash('sha256').update(Buffer.concat(post.pieces)).digest('hex');
  post.readyAt = world.now() + world.processingMs;
  post.failReason = world.failReason;
  return { status: 201 };
}

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
export function statusOf(world: World, publishId: unknown): Reply {
  const post = world.posts.find((one) => one.publishId === publishId);
  if (!post) throw new ApiError(400, 'invalid_publish_id', 'The publish_id does not exist.');
  if (post.status === 'PROCESSING_UPLOAD' && post.readyAt <= world.now()) finish(world, post);
  const { status, failReason, received, videoId } = post;
  const reason = status === 'FAILED' ? `,"fail_reason":"${failReason}"` : '';
  // The ids are numbers too large for JavaScript.
  const data = `{"status":"${status}"${reason},"publicaly_available_post_id":[${videoId ?? ''}],"uploaded_bytes":${received}}`;
  return { status: 200, body: `{"data":${data},"error":{"code":"ok","message":"","log_id":"1"}}` };
}

function finish(world: World, post: Post): void {
  if (post.failReason !== null) {
    post.status = 'FAILED';
    return;
  }
  post.status = post.mode === 'inbox' ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE';
  if (post.mode === 'inbox' || post.info.privacy_level !== 'PUBLIC_TO_EVERYONE') return;
  post.videoId = `75${String(world.videos.length + 1).padStart(17, '0')}`;
  addVideo(world, String(post.info.title), post.videoId);
}

export function addVideo({ videos, now }: World, title: string, id = `74${String(videos.length).padStart(17, '0')}`) {
  const video = {
    id,
    title,
    createdAt: now(),
    figures: { view_count: 0, like_count: 0, comment_count: 0, share_count: 0 },
  };
  videos.unshift(video);
  return video;
}
