import type { Slide } from '../../../shared/pictures/card.ts';
import { LANGUAGES } from '../writers/languages/language.ts';

/** A line of a caption: a list item or a paragraph. */
export type CaptionLine = { text: string; mark: 'step' | 'point' | null };

/** Maximum length of a caption that is read, in UTF-16 units. */
const CAPTION_MAX_LENGTH = 20_000;
const LINES_MAX = 200;

const LINK = /(?:https?:\/\/|www\.)\S+/giu;
const HASHTAGS = /^(?:[#＃][\p{L}\p{N}\p{M}_]+)+$/u;
const STEP = /^\s*(?:\d{1,2}[.)）]|\d\ufe0f?\u20e3)\s*(?=\D)/u;
const POINT = /^\s*[•‣▪●◦·*\-–—✓✔✅👉➡→]\ufe0f?\s+/u;
/**
 * `Source: …` in each language of the built-in writer. Such lines are omitted, because the closing card shows the
 * source.
 */
const CREDITS = LANGUAGES.map(({ credit }) => credit.split('{title}')[0]?.trim() ?? '').filter(Boolean);

/** The lines of a caption that are worth reading in a film: without links, hashtags and the credit. */
export function captionLines(caption: string): CaptionLine[] {
  return caption
    .slice(0, CAPTION_MAX_LENGTH)
    .split('\n', LINES_MAX)
    .map((line) => withoutHashtagsAtEnd(line.replace(LINK, ' ').replace(/\s+/gu, ' ').trim()))
    .filter((line) => line !== '' && /[\p{L}\p{N}]/u.test(line) && !CREDITS.some((credit) => line.startsWith(credit)))
    .map((line) => {
      if (STEP.test(line)) return { text: line.replace(STEP, ''), mark: 'step' as const };
      return POINT.test(line) ? { text: line.replace(POINT, ''), mark: 'point' as const } : { text: line, mark: null };
    });
}

function withoutHashtagsAtEnd(line: string): string {
  const words = line.split(' ');
  while (HASHTAGS.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** A slide's title without the number that its scene shows, and its body. */
export function slideWords({ title, body }: Slide): { heading: string; text: string; hasNumber: boolean } {
  const heading = title.trim();
  return { heading: heading.replace(STEP, ''), text: body?.trim() ?? '', hasNumber: STEP.test(heading) };
}
