import type { AccountVersions, Alternatives } from '../workspace/database.ts';
import { blueskyLength, mastodonLength } from './grapheme-length.ts';
import type { Platform } from './platforms.ts';
import { xLength } from './x-length.ts';

/** What a platform accepts as one post's text. */
export type PlatformLimits = {
  /** Longest text with the hashtags at its end, counted by textLength. */
  textLength: number;
  /**
   * 'weighted' is X's way of counting; 'graphemes' (Bluesky) and 'short_links' (Mastodon) count signs as people see
   * them, the latter links as 23; 'characters' counts UTF-16 units as the other APIs do.
   */
  counting: 'characters' | 'weighted' | 'graphemes' | 'short_links';
  /** Most hashtags that the platform takes or that do not count against the post there. */
  hashtags: number;
  /** YouTube: the first line of the text is the title and may have this many characters, without < and >. */
  titleLength?: number;
  /** Takes no post without a picture or video. */
  needsMedia: boolean;
  /** Most pictures of one post; 0 where it takes a video and nothing else. */
  pictures: number;
  /** Takes videos among the pictures; elsewhere one video is all that a post shows. */
  mixesVideos: boolean;
  /** Longest comment below a post. Where posts make threads, a comment is a post like the others. */
  commentLength: number;
};

/** The limits at generation and at scheduling time (design/publishing.md). */
export const PLATFORM_LIMITS: Record<Platform, PlatformLimits> = {
  instagram: {
    textLength: 2200,
    counting: 'characters',
    hashtags: 5,
    needsMedia: true,
    pictures: 10,
    mixesVideos: true,
    commentLength: 2200,
  },
  facebook: {
    textLength: 63_206,
    counting: 'characters',
    hashtags: 5,
    needsMedia: false,
    pictures: 10,
    mixesVideos: false,
    commentLength: 8000,
  },
  tiktok: {
    textLength: 2200,
    counting: 'characters',
    hashtags: 5,
    needsMedia: true,
    pictures: 0,
    mixesVideos: false,
    commentLength: 150,
  },
  youtube_shorts: {
    textLength: 5000,
    counting: 'characters',
    hashtags: 8,
    titleLength: 100,
    needsMedia: true,
    pictures: 0,
    mixesVideos: false,
    commentLength: 10_000,
  },
  twitter: {
    textLength: 280,
    counting: 'weighted',
    hashtags: 2,
    needsMedia: false,
    pictures: 4,
    mixesVideos: false,
    commentLength: 280,
  },
  linkedin: {
    textLength: 3000,
    counting: 'characters',
    hashtags: 5,
    needsMedia: false,
    pictures: 20,
    mixesVideos: false,
    commentLength: 1250,
  },
  bluesky: {
    textLength: 300,
    counting: 'graphemes',
    hashtags: 3,
    needsMedia: false,
    // app.bsky.embed.gallery, "a soft limit of 10 items" (lexicons of 2026-11: @atproto/api 0.21.0).
    pictures: 10,
    mixesVideos: false,
    commentLength: 300,
  },
  // What an instance allows unless it sets limits of its own.
  mastodon: {
    textLength: 500,
    counting: 'short_links',
    hashtags: 5,
    needsMedia: false,
    pictures: 4,
    mixesVideos: false,
    commentLength: 500,
  },
};

const COUNTED: Record<PlatformLimits['counting'], (text: string) => number> = {
  characters: (text) => text.length,
  weighted: xLength,
  graphemes: blueskyLength,
  short_links: mastodonLength,
};

/** What a platform accepts as the files of a post. Sizes are in bytes. */
export type MediaLimits = {
  imageTypes: readonly string[];
  imageBytes: number;
  /** A moving picture is taken alone, and may be larger. */
  gifBytes?: number;
  /** Width divided by height; other pictures are cropped. */
  aspect?: { min: number; max: number };
  videoBytes: number;
  seconds: { min: number; max: number };
  /** Longest description of a picture or video, in code points; undefined where none is known. */
  altLength?: number;
  /** A video that is not upright is no video of this kind there. */
  isUpright?: true;
  /** Upright videos of at least so many pixels, and of such a length and frame rate, go out as reels; others do not. */
  reel?: { width: number; height: number; seconds: Range; frameRate: Range };
  /** What is said of how a video is made; left out where the platform documents nothing. */
  video?: VideoFormat;
};

/** Both ends are taken. */
type Range = { min: number; max: number };

/** How a platform wants videos to be made. What it does not document is left out. */
export type VideoFormat = {
  codecs?: readonly VideoCodec[];
  /** Frames per second. */
  frameRate?: Range;
  /** Pixels of the width, and of the height. */
  width?: Range;
  height?: Range;
  /** Width divided by height. */
  aspect?: Range;
  /** The sound has to be AAC. */
  isAac?: true;
  /** The description has to stand before the pictures (fast start), and nothing of the file may be cut out by it. */
  isPlain?: true;
};
export type VideoCodec = 'H.264' | 'H.265' | 'VP8' | 'VP9' | 'AV1' | 'MPEG-4' | 'MPEG-2' | 'ProRes';

const MB = 1_000_000;
const USUAL_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** The limits of files (design/publishing.md); a channel may have others. */
export const MEDIA_LIMITS: Record<Platform, MediaLimits> = {
  instagram: {
    imageTypes: ['image/jpeg'],
    imageBytes: 8 * MB,
    aspect: { min: 4 / 5, max: 1.91 },
    videoBytes: 300 * MB,
    seconds: { min: 3, max: 900 },
    // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media#reel-specifications
    video: {
      codecs: ['H.264', 'H.265'],
      frameRate: { min: 23, max: 60 },
      width: { min: 1, max: 1920 },
      isAac: true,
      isPlain: true,
    },
  },
  facebook: {
    imageTypes: ['image/jpeg', 'image/png'],
    imageBytes: 4 * MB,
    videoBytes: 1000 * MB,
    // https://www.facebook.com/business/help/1640701476174343 (240 minutes)
    seconds: { min: 1, max: 14_400 },
    // https://developers.facebook.com/documentation/video-api/guides/reels-publishing
    reel: { width: 540, height: 960, seconds: { min: 3, max: 90 }, frameRate: { min: 24, max: 60 } },
  },
  tiktok: {
    imageTypes: ['image/jpeg', 'image/webp'],
    imageBytes: 20 * MB,
    videoBytes: 4000 * MB,
    seconds: { min: 3, max: 600 },
    // https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide#video_restrictions
    video: {
      codecs: ['H.264', 'H.265', 'VP8', 'VP9'],
      frameRate: { min: 23, max: 60 },
      width: { min: 360, max: 4096 },
      height: { min: 360, max: 4096 },
    },
  },
  youtube_shorts: {
    imageTypes: [],
    imageBytes: 0,
    videoBytes: 2000 * MB,
    seconds: { min: 1, max: 180 },
    isUpright: true,
  },
  twitter: {
    imageTypes: [...USUAL_TYPES, 'image/gif'],
    imageBytes: 5 * MB,
    gifBytes: 15 * MB,
    videoBytes: 512 * MB,
    seconds: { min: 0.5, max: 140 },
    // https://docs.x.com/x-api/media/quickstart/best-practices
    video: { codecs: ['H.264'], frameRate: { min: 1, max: 60 }, aspect: { min: 1 / 3, max: 3 }, isAac: true },
    altLength: 1000,
  },
  linkedin: {
    imageTypes: ['image/jpeg', 'image/png'],
    imageBytes: 10 * MB,
    videoBytes: 500 * MB,
    seconds: { min: 3, max: 1800 },
    // https://www.linkedin.com/help/linkedin/answer/a548372 (which refuses ProRes and MPEG-2)
    video: {
      codecs: ['H.264', 'H.265', 'VP8', 'VP9', 'AV1', 'MPEG-4'],
      frameRate: { min: 10, max: 60 },
      aspect: { min: 1 / 2.4, max: 2.4 },
    },
    altLength: 4086,
  },
  // Sizes by the same lexicons; 10 minutes by Bluesky's own app of 2026-11 (VIDEO_MAX_DURATION_MS).
  bluesky: { imageTypes: USUAL_TYPES, imageBytes: 2 * MB, videoBytes: 300 * MB, seconds: { min: 0, max: 600 } },
  mastodon: {
    imageTypes: USUAL_TYPES,
    imageBytes: 16 * MB,
    videoBytes: 99 * MB,
    seconds: { min: 0, max: 3600 },
    altLength: 1500,
  },
};

/** How long a platform finds a text. */
export function textLength(text: string, platform: Platform): number {
  return COUNTED[PLATFORM_LIMITS[platform].counting](text);
}

/** A caption and its hashtags as one text, as it is copied and published. */
export function joinCaption(caption: string, hashtags: readonly string[]): string {
  return [caption, hashtags.join(' ')].filter(Boolean).join('\n\n');
}

/** What a post says, as the database has it. */
export type PostWords = {
  caption: string;
  hashtags: readonly string[];
  alternatives: Alternatives;
  account_versions: AccountVersions;
};

/** Where a post goes: an account, or a platform without one. */
export type Destination = { platform: Platform; accountId: string | null };

/**
 * The caption and hashtags that go out to a destination: the account's own version, else the platform's, else the main
 * text with as many hashtags as the platform takes.
 */
export function versionFor(
  { platform, accountId }: Destination,
  { caption, hashtags, alternatives, account_versions }: PostWords,
): { caption: string; hashtags: readonly string[] } {
  const own = accountId === null ? undefined : account_versions[accountId];
  return own ?? alternatives[platform] ?? { caption, hashtags: hashtags.slice(0, PLATFORM_LIMITS[platform].hashtags) };
}

/** The same as one text. */
export function textFor(destination: Destination, words: PostWords): string {
  const { caption, hashtags } = versionFor(destination, words);
  return joinCaption(caption, hashtags);
}

/** A text as it would go out, held against one platform. */
export type TextCheck = {
  length: number;
  limit: number;
  isTooLong: boolean;
  hasTooManyHashtags: boolean;
  /**
   * The first line, where the platform makes its title of it, is longer than a title may be or has angle brackets in
   * it.
   */
  hasBadTitle: boolean;
};

/** Counts a caption with its hashtags as the platform does, and says which of its limits are broken. */
export function checkText(platform: Platform, caption: string, hashtags: readonly string[]): TextCheck {
  const limits = PLATFORM_LIMITS[platform];
  const length = textLength(joinCaption(caption, hashtags), platform);
  const [title = ''] = caption.trimStart().split('\n', 1);
  return {
    length,
    limit: limits.textLength,
    isTooLong: length > limits.textLength,
    hasTooManyHashtags: hashtags.length > limits.hashtags,
    hasBadTitle: limits.titleLength !== undefined && (title.length > limits.titleLength || /[<>]/.test(title)),
  };
}

/** Those of the platforms that accept nothing but a video. */
export function videoOnly(platforms: readonly Platform[]): Platform[] {
  return platforms.filter((platform) => PLATFORM_LIMITS[platform].pictures === 0);
}

/** Why a platform would not take a post's pictures and videos. */
export type MediaProblem = 'needs_media' | 'needs_video' | 'too_many' | 'video_among_others';

/** Holds the pictures and videos of a post, in order, against a platform; null where it takes them. */
export function checkMedia(platform: Platform, kinds: readonly ('image' | 'video')[]): MediaProblem | null {
  const { needsMedia, pictures, mixesVideos } = PLATFORM_LIMITS[platform];
  const hasVideo = kinds.includes('video');
  if (pictures === 0 && !hasVideo) return 'needs_video';
  if (kinds.length === 0) return needsMedia ? 'needs_media' : null;
  if (hasVideo && !mixesVideos && kinds.length > 1) return 'video_among_others';
  return kinds.length > Math.max(pictures, 1) ? 'too_many' : null;
}
