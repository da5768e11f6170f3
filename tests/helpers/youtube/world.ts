import { randomBytes } from 'node:crypto';
import { grantsOf, Refusal } from '../publishing/imitation.ts';
import type { GoogleAccounts } from './google-oauth.ts';

export type Video = {
  id: string;
  title: string;
  description: string;
  tags: string[];
  categoryId?: string;
  status: Record<string, unknown>;
  publishedAt: number;
  size: number;
  sha256: string;
  statistics: Record<string, string>;
  /** From YouTube Analytics, once it has data. */
  report?: Record<string, number>;
  /** The hash of its cover, and its subtitles by language. */
  cover?: string;
  captions?: Record<string, string>;
};
export type Comment = {
  id: string;
  videoId: string;
  authorChannelId: string;
  text: string;
  /** The comment to which it replies. */
  parentId?: string;
  isHeld?: boolean;
};
export type UploadSession = {
  id: string;
  size: number;
  resource: Record<string, Record<string, unknown>>;
  pieces: Buffer[];
  received: number;
  video: Video | null;
  isGone: boolean;
};

export type WorldOptions = {
  now: () => number;
  /** In a project that was not audited, every video stays private. */
  isAudited: boolean;
  /** The response to an upload shows the requested status; the video is locked afterwards. */
  locksLater: boolean;
  /** Whether the channel's owner has verified a phone number. */
  longUploads: 'allowed' | 'eligible' | 'disallowed';
};

/** https://developers.google.com/youtube/v3/docs/errors */
export class ApiError extends Refusal {
  constructor(code: number, reason: string, message: string) {
    super({ status: code, body: { error: { code, message, errors: [{ message, domain: 'youtube.api', reason }] } } });
  }
}

/** One channel, and all other state of YouTube. */
export function newWorld(options: WorldOptions) {
  const uploads = 'UUada0000000000000000000';
  const accounts: GoogleAccounts = {
    now: options.now,
    isTesting: false,
    grants: grantsOf(options.now),
    tokens: [],
    refreshTokens: [],
  };
  const channel = { id: 'UCada0000000000000000000', title: 'Ada', customUrl: '@ada', uploads };
  return {
    origin: '',
    options,
    accounts,
    channel: channel as typeof channel | null,
    videos: [] as Video[],
    comments: [] as Comment[],
    /** The ids of each playlist's videos. */
    playlists: { PLbread0000000000: [] } as Record<string, string[]>,
    sessions: new Map<string, UploadSession>(),
    /** Violations of the API's schema in request bodies. */
    violations: [] as string[],
  };
}
export type World = ReturnType<typeof newWorld>;

export function newId(bytes = 8): string {
  return randomBytes(bytes).toString('base64url');
}

const CATEGORIES = [1, 2, 10, 15, 17, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29].map(String);

/** The rules for a video's texts. https://developers.google.com/youtube/v3/docs/videos#resource */
export function assertVideoResource({ snippet = {}, status = {} }: UploadSession['resource']): void {
  const { title, description = '', tags = [], categoryId } = snippet;
  if (typeof title !== 'string' || title.trim() === '' || title.length > 100 || /[<>]/.test(title))
    throw new ApiError(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  if (Buffer.byteLength(String(description)) > 5000 || /[<>]/.test(String(description)))
    throw new ApiError(400, 'invalidDescription', 'The request metadata specifies an invalid video description.');
  const length = (tags as string[]).reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 3 : 1), -1);
  if (length > 500) throw new ApiError(400, 'invalidTags', 'The request metadata specifies invalid video keywords.');
  if (!CATEGORIES.includes(String(categoryId)))
    throw new ApiError(400, 'invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.');
  if (!['public', 'unlisted', 'private'].includes(String(status.privacyStatus)))
    throw new ApiError(400, 'invalidPrivacyStatus', 'The request metadata specifies an invalid privacy status.');
}

/**
 * Only for a private video that was never published.
 * https://developers.google.com/youtube/v3/docs/videos#status.publishAt
 */
export function assertPublishAt({ options }: World, status: Record<string, unknown>): void {
  const { publishAt, privacyStatus } = status;
  if (publishAt === undefined) return;
  if (privacyStatus !== 'private' || !(Date.parse(String(publishAt)) > options.now()))
    throw new ApiError(400, 'invalidPublishAt', 'The request metadata specifies an invalid scheduled publishing time.');
}

/** Publishes what is due, as YouTube does. A video of a project that was not audited stays private. */
export function publishScheduled({ videos, options }: World): void {
  for (const { status } of videos) {
    if (status.publishAt === undefined || Date.parse(String(status.publishAt)) > options.now()) continue;
    delete status.publishAt;
    if (options.isAudited) status.privacyStatus = 'public';
  }
}

/** Adds a video, as by an upload or in YouTube Studio. */
export function addVideo(
  { videos, options }: World,
  { snippet = {}, status = {} }: UploadSession['resource'],
  file: { size: number; sha256: string },
): Video {
  const privacyStatus = options.isAudited ? status.privacyStatus : 'private';
  const video: Video = {
    id: newId(),
    title: String(snippet.title ?? ''),
    description: String(snippet.description ?? ''),
    tags: (snippet.tags as string[] | undefined) ?? [],
    categoryId: String(snippet.categoryId ?? ''),
    status: { uploadStatus: 'uploaded', ...status, privacyStatus },
    publishedAt: options.now(),
    ...file,
    statistics: { viewCount: '0', likeCount: '0', commentCount: '0' },
  };
  videos.unshift(video);
  return video;
}

/** https://developers.google.com/youtube/v3/docs/videos/insert */
export function uploadAnswer({ options }: World, video: Video, asked: UploadSession['resource']): object {
  const { privacyStatus } = asked.status ?? {};
  return videoAnswer(options.locksLater ? { ...video, status: { ...video.status, privacyStatus } } : video);
}

export function videoAnswer({ id, title, description, tags, status, publishedAt }: Video): object {
  return {
    kind: 'youtube#video',
    id,
    snippet: { title, description, tags, publishedAt: new Date(publishedAt).toISOString() },
    status,
  };
}
