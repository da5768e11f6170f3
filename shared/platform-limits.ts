import type { Platform } from './platforms.ts';

/** What a platform accepts as one post's text. */
export type PlatformLimits = {
  /** Longest text with the hashtags at its end, counted by textLength. */
  textLength: number;
  /** 'weighted' is X's way of counting, 'characters' counts UTF-16 units as the other APIs do. */
  counting: 'characters' | 'weighted';
  /** Most hashtags that the platform takes or that do not count against the post there. */
  hashtags: number;
  /** YouTube: the first line of the text is the title and may have this many characters, without < and >. */
  titleLength?: number;
  /** Takes no post without a picture or video. */
  needsMedia: boolean;
};

/** The limits at generation and at scheduling time (design/publishing.md). */
export const PLATFORM_LIMITS: Record<Platform, PlatformLimits> = {
  instagram: { textLength: 2200, counting: 'characters', hashtags: 5, needsMedia: true },
  facebook: { textLength: 63_206, counting: 'characters', hashtags: 5, needsMedia: false },
  tiktok: { textLength: 2200, counting: 'characters', hashtags: 5, needsMedia: true },
  youtube_shorts: { textLength: 5000, counting: 'characters', hashtags: 8, titleLength: 100, needsMedia: true },
  twitter: { textLength: 280, counting: 'weighted', hashtags: 2, needsMedia: false },
  linkedin: { textLength: 3000, counting: 'characters', hashtags: 5, needsMedia: false },
};

/** What a URL counts on X, however long it is. */
const X_URL_WEIGHT = 23;
/** Code points that count 1 on X (twitter-text, config v3); all others count 2, and an emoji sequence counts 2 as a whole. */
const X_LIGHT_RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How long a platform finds a text. */
export function textLength(text: string, platform: Platform): number {
  return PLATFORM_LIMITS[platform].counting === 'weighted' ? weightedLength(text) : text.length;
}

/** A caption and its hashtags as one text, as it is copied and published. */
export function joinCaption(caption: string, hashtags: readonly string[]): string {
  return [caption, hashtags.join(' ')].filter(Boolean).join('\n\n');
}

/** A text as it would go out, held against one platform. */
export type TextCheck = {
  length: number;
  limit: number;
  isTooLong: boolean;
  hasTooManyHashtags: boolean;
  /** The first line, where the platform makes its title of it, is longer than a title may be or has angle brackets in it. */
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

function weightedLength(text: string): number {
  const urls = text.match(/https?:\/\/\S+/g) ?? [];
  const rest = text.replace(/https?:\/\/\S+/g, '').normalize('NFC');
  let length = urls.length * X_URL_WEIGHT;
  for (const { segment } of graphemes.segment(rest)) {
    length += /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment) ? 2 : weightOf(segment);
  }
  return length;
}

function weightOf(segment: string): number {
  let weight = 0;
  for (const character of segment) {
    const code = character.codePointAt(0) ?? 0;
    weight += X_LIGHT_RANGES.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
  }
  return weight;
}
