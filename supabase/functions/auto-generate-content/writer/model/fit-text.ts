import { checkText, PLATFORM_LIMITS } from '../../../../../shared/platform-limits.ts';
import type { Platform } from '../../../../../shared/platforms.ts';
import { tagsThatFit } from '../fit.ts';
import { wordsUpTo } from '../measure.ts';

type Fitted = { caption: string; hashtags: string[] };

/** Whether a text is within all of a platform's limits. */
export function fits(platform: Platform, { caption, hashtags }: Fitted): boolean {
  const check = checkText(platform, caption, hashtags);
  return !check.isTooLong && !check.hasTooManyHashtags && !check.hasBadTitle;
}

/**
 * A text within a platform's limits: as it is or, where it is too long, without its last sentences; hashtags give way
 * before the first sentence does. Null when not even that fits.
 */
export function fitText(platform: Platform, { caption, hashtags }: Fitted, language: string): Fitted | null {
  const limits = PLATFORM_LIMITS[platform];
  const allowed = hashtags.slice(0, limits.hashtags);
  const titled = limits.titleLength === undefined ? caption : withTitle(caption, limits.titleLength);
  for (const shorter of shortenings(titled, language)) {
    const tags = tagsThatFit(platform, shorter, allowed);
    if (tags) return { caption: shorter, hashtags: tags };
  }
  return null;
}

function withTitle(caption: string, length: number): string {
  const [title = '', ...rest] = caption.split('\n');
  return [wordsUpTo(title.replace(/[<>]/g, ''), length), ...rest].join('\n');
}

/** The caption with ever fewer sentences. */
function* shortenings(caption: string, language: string): Generator<string> {
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(caption)];
  for (let count = sentences.length; count > 0; count -= 1) {
    yield sentences
      .slice(0, count)
      .map(({ segment }) => segment)
      .join('')
      .trim();
  }
}
