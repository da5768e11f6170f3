import type { PlatformLimits } from '../platforms/descriptor.ts';
import type { AccountVersions, Alternatives } from '../workspace/database.ts';
import { blueskyLength, emojiBytesLength, mastodonLength } from './grapheme-length.ts';
import { canThread, type Platform, tableOf } from './platforms.ts';
import { asOnePost, withoutEmptyParts } from './thread-parts.ts';
import { xLength } from './x-length.ts';

/** The limits of texts, for generating and scheduling posts. */
export const PLATFORM_LIMITS = tableOf(({ limits }) => limits);

/** The limits of files; a channel may have others. */
export const MEDIA_LIMITS = tableOf(({ media }) => media);

const COUNTED: Record<PlatformLimits['counting'], (text: string) => number> = {
  characters: (text) => text.length,
  weighted: xLength,
  graphemes: blueskyLength,
  short_links: mastodonLength,
  emoji_bytes: emojiBytesLength,
};

/** A text's length, as the platform counts it. */
export function textLength(text: string, platform: Platform): number {
  return COUNTED[PLATFORM_LIMITS[platform].counting](text);
}

/** The maximum length of a post's text on this platform. */
export function textLimit(platform: Platform, hasMedia: boolean): number {
  const { textLength: most, captionLength = most } = PLATFORM_LIMITS[platform];
  return hasMedia ? Math.min(most, captionLength) : most;
}

/** A caption and its hashtags as one text, the form that is copied and published. */
export function joinCaption(caption: string, hashtags: readonly string[]): string {
  return [withoutEmptyParts(caption), hashtags.join(' ')].filter(Boolean).join('\n\n');
}

/** A post's text in all its versions, as stored. */
export type PostWords = {
  caption: string;
  hashtags: readonly string[];
  alternatives: Alternatives;
  account_versions: AccountVersions;
};

/** Where a post goes: an account, or a platform without one. */
export type Destination = { platform: Platform; accountId: string | null };

type Version = { caption: string; hashtags: readonly string[] };

/** The main text, reduced to the platform's maximum number of hashtags, and to one post if it has no threads. */
export function fittedTo(platform: Platform, { caption, hashtags }: Version): { caption: string; hashtags: string[] } {
  return {
    caption: canThread(platform) ? caption : asOnePost(caption),
    hashtags: hashtags.slice(0, PLATFORM_LIMITS[platform].hashtags),
  };
}

/** The caption and hashtags for a destination: the account's own version, else the platform's, else fittedTo. */
export function versionFor(
  { platform, accountId }: Destination,
  { caption, hashtags, alternatives, account_versions }: PostWords,
): Version {
  const own = accountId === null ? undefined : account_versions[accountId];
  return own ?? alternatives[platform] ?? fittedTo(platform, { caption, hashtags });
}

/** The same as one text, with thread breaks only if the platform supports threads. */
export function textFor(destination: Destination, words: PostWords): string {
  const { caption, hashtags } = versionFor(destination, words);
  return joinCaption(canThread(destination.platform) ? caption : asOnePost(caption), hashtags);
}

/** Options of a post that replace parts of its text. */
type Titled = { readonly title?: unknown; readonly description?: unknown };

/**
 * The title and body of a post on a platform with titles: the first line and the rest of the text, unless the post's
 * options replace them. `title` is null on other platforms.
 */
export function titledText(
  platform: Platform,
  text: string,
  { title, description }: Titled = {},
): { title: string | null; body: string } {
  const [first = '', ...rest] = text.trim().split('\n');
  if (PLATFORM_LIMITS[platform].titleLength === undefined) return { title: null, body: text.trim() };
  const own = typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
  const below = own === null ? rest.join('\n').trim() : text.trim();
  const body = typeof description === 'string' && description.trim() !== '' ? description.trim() : below;
  return { title: own ?? first.trim(), body };
}

/** The result of checking a text, in its published form, against a platform's limits. */
export type TextCheck = {
  length: number;
  limit: number;
  isTooLong: boolean;
  hasTooManyHashtags: boolean;
  /** The platform has titles, and this one is too long or contains angle brackets. */
  hasBadTitle: boolean;
};

/**
 * Counts a caption with its hashtags as the platform does, and checks them against its limits. `most` is the maximum
 * length for an account, by default the platform's.
 */
export function checkText(
  platform: Platform,
  caption: string,
  hashtags: readonly string[],
  options: Titled = {},
  most: number = PLATFORM_LIMITS[platform].textLength,
): TextCheck {
  const limits = PLATFORM_LIMITS[platform];
  const length = textLength(asOnePost(joinCaption(caption, hashtags)), platform);
  const title = titledText(platform, caption, options).title ?? '';
  return {
    length,
    limit: most,
    isTooLong: length > most,
    hasTooManyHashtags: hashtags.length > limits.hashtags,
    hasBadTitle: limits.titleLength !== undefined && (title.length > limits.titleLength || /[<>]/.test(title)),
  };
}

/** Those of the platforms that accept only videos. */
export function videoOnly(platforms: readonly Platform[]): Platform[] {
  return platforms.filter((platform) => PLATFORM_LIMITS[platform].pictures === 0);
}

/** Why a platform would reject a post's pictures and videos. */
export type MediaProblem = 'needs_media' | 'needs_video' | 'too_many' | 'video_among_others';

/**
 * Checks a post's pictures and videos, in order, against a platform's limits; null if it accepts them. `pictures` is
 * the maximum number for an account, by default the platform's.
 */
export function checkMedia(
  platform: Platform,
  kinds: readonly ('image' | 'video')[],
  pictures: number = PLATFORM_LIMITS[platform].pictures,
): MediaProblem | null {
  const { needsMedia, mixesVideos } = PLATFORM_LIMITS[platform];
  const hasVideo = kinds.includes('video');
  if (pictures === 0 && !hasVideo) return 'needs_video';
  if (kinds.length === 0) return needsMedia ? 'needs_media' : null;
  if (hasVideo && !mixesVideos && kinds.length > 1) return 'video_among_others';
  return kinds.length > Math.max(pictures, 1) ? 'too_many' : null;
}
