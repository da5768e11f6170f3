import type { CardContent } from './card-layout.ts';
import type { Paragraph, TextStyle } from './layout/paragraph.ts';
import { type TextBlock, textBlock } from './layout/text-block.ts';

/** The space shared by title and body, in pixels, and their styles. */
export type WordsFrame = {
  width: number;
  height: number;
  /** The largest size of the title; smaller ones are tried until both fit. */
  titleSize: number;
  title: TextStyle;
  body: TextStyle;
  /** Minimum gap between the two, in addition to a share of the title's size. */
  gap: number;
};

export type FittedWords = { title: TextBlock; body: TextBlock | null; gap: number; height: number };

/** The smallest title size, in pixels. */
const TITLE_MIN_SIZE = 28;
/** Above this share of the largest size a title is a headline and may have only a few lines. */
const LARGE_SHARE = 0.56;
const LARGE_MAX_LINES = 5;
/** A word that would have to be set smaller than this share of the largest size is broken instead. */
const BREAK_BELOW = 0.5;
const BODY_SIZE = { share: 0.46, min: 34, max: 52 };
const GAP_SHARE = 0.28;
/** No card holds more characters than this. */
const TEXT_MAX_LENGTH = 1000;

type Texts = { title: string; body: string };

/**
 * Sets title and body in the largest size at which both fit their frame without breaking words, except overlong ones. A
 * text that does not fit in the smallest size loses whole sentences from its end.
 */
export function fitWords(content: CardContent, frame: WordsFrame): FittedWords {
  const whole = withinMaxLength(content.words);
  for (let texts: Texts | null = whole; texts; texts = shorten(texts)) {
    const title = content.typeset(texts.title, frame.title);
    const body = texts.body ? content.typeset(texts.body, frame.body) : null;
    const fits = (size: number) => setWords(title, body, size, frame, false).height <= frame.height;
    if (!fits(TITLE_MIN_SIZE)) continue;
    const size = largestSize(TITLE_MIN_SIZE, frame.titleSize, (size) => isTitleSize(title, size, frame) && fits(size));
    return setWords(title, body, size, frame, true);
  }
  // A single sentence that overflows even at the smallest size.
  const title = content.typeset(whole.title, frame.title);
  const fits = (size: number) => setWords(title, null, size, frame, false).height <= frame.height;
  return setWords(title, null, largestSize(1, TITLE_MIN_SIZE, fits), frame, true);
}

/** The largest integer size in the range that satisfies `isGood`; the smallest size is assumed to. */
export function largestSize(smallest: number, size: number, isGood: (size: number) => boolean): number {
  let [from, to] = [smallest, size];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (isGood(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** Whether, at this size, no word of a title is broken, and a large title has few lines. */
function isTitleSize(title: Paragraph, size: number, { width, titleSize }: WordsFrame): boolean {
  const isOverlong = title.widest * titleSize * BREAK_BELOW > width;
  if (isOverlong) return size <= titleSize * BREAK_BELOW;
  return (
    title.widest * size <= width &&
    (size <= titleSize * LARGE_SHARE || title.wrap(width / size).length <= LARGE_MAX_LINES)
  );
}

/** Balancing does not change the number of lines, so sizes are tried without it. */
function setWords(
  title: Paragraph,
  body: Paragraph | null,
  size: number,
  { width, gap }: WordsFrame,
  isFinal: boolean,
): FittedWords {
  const evened = <Evenness extends string>(evenness: Evenness) => (isFinal ? { evenness } : {});
  const heading = textBlock(title, { size, width, leading: size > 90 ? 1.06 : 1.14, ...evened('balanced') });
  if (!body) return { title: heading, body: null, gap: 0, height: heading.height };
  const bodySize = Math.min(BODY_SIZE.max, Math.max(BODY_SIZE.min, Math.round(size * BODY_SIZE.share)));
  const text = textBlock(body, { size: bodySize, width, leading: body.leading > 1.1 ? 1.3 : 1.42, ...evened('calm') });
  const between = Math.round(size * GAP_SHARE) + gap;
  return { title: heading, body: text, gap: between, height: heading.height + between + text.height };
}

/** Drops sentences that no card could hold, before anything is measured. */
function withinMaxLength({ title, body }: Texts): Texts {
  let texts = { title, body };
  while (texts.title.length + texts.body.length > TEXT_MAX_LENGTH) {
    const shorter = shorten(texts);
    if (!shorter) break;
    texts = shorter;
  }
  return texts;
}

/** Drops the last sentence, the body's first; null when only one sentence is left. */
function shorten({ title, body }: Texts): Texts | null {
  if (body) return { title, body: withoutLastSentence(body) };
  const shorter = withoutLastSentence(title);
  return shorter ? { title: shorter, body } : null;
}

function withoutLastSentence(words: string): string {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(words)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join('')
    .trim();
}
