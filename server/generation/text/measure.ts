import type { Language } from '../writers/languages/language.ts';

/** Characters of scripts without spaces, twice as wide and about twice as informative as letters. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** In these texts each UTF-16 unit is a grapheme, so slow segmenting can be skipped. */
const LATIN = /^[\u0020-\u024f\u2010-\u2027\u20ac]*$/;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Phonetic scripts without spaces, about four characters per word. */
const SPELLED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/**
 * Counts words. In scripts without spaces, two Han or kana characters or four letters of other scripts count as one.
 */
export function wordCount(text: string): number {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  if (unspaced > 0) return Math.ceil(unspaced / 2);
  const spelled = text.match(SPELLED)?.length ?? 0;
  return spelled > 0 ? Math.ceil(spelled / 4) : text.split(/\s+/).length;
}

/** A text's width in letters: a grapheme is one, Han and kana are two. */
export function textWidth(text: string): number {
  if (LATIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Joins sentences with a space, except after a full-width stop. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => text + (text === '' || /[。！？」』）]$/u.test(text) ? '' : ' ') + next, '');
}

/**
 * As many whole words as fit into `length` UTF-16 units (the unit in which YouTube counts titles); never splits a
 * grapheme.
 */
export function wordsUpTo(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return text.slice(0, end).replace(/[\s,;:、：–—-]+$/u, '');
}

/** Elisions in Romance languages: l'eau, d'une, qu'il. */
const ELISION = /(?<![\p{L}\p{N}])(qu|lorsqu|puisqu|jusqu|quelqu|[cdjlmnst])['’](?=\p{L})/giu;

/**
 * The words of a text; in scripts without spaces, its nouns. These include compounds as people would tag them (家庭菜園),
 * which Intl.Segmenter would split.
 */
export function wordsOf(text: string, { unspaced }: Language): string[] {
  if (unspaced) return (text.match(unspaced.noun) ?? []).filter((word) => !unspaced.counted.test(word));
  return text.replace(ELISION, '$1 ').match(/[\p{L}\p{N}\p{M}’'-]+/gu) ?? [];
}

/**
 * The words of a text for comparing sentences; in scripts without spaces, Intl.Segmenter's words of two or more
 * characters.
 */
export function termsOf(text: string, { tag, unspaced }: Language): string[] {
  if (!unspaced) return text.replace(ELISION, '$1 ').match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? [];
  return [...new Intl.Segmenter(tag, { granularity: 'word' }).segment(text)]
    .filter(
      ({ segment, isWordLike }) => isWordLike && /[\p{sc=Han}\p{sc=Katakana}]/u.test(segment) && segment.length > 1,
    )
    .map(({ segment }) => segment);
}

/** Years and days of the month, which do not count as figures. */
const DATES =
  /\d{1,2}\.? (?:de )?\p{L}+ (?:de )?(?:1\d|20)\d\d|(?<!\d)(?:1[5-9]|20)\d\d(?!\d|[.,]\d|年代)|\d+(?:st|nd|rd|th)\b|\d+[月日]/gu;

/** Japanese writes many numbers in Han characters. */
const COUNTED =
  /[一二三四五六七八九十百千万億]+(?:分|割|円|軒|人|年|か月|倍|時間|時|回|冊|日|週|歳|キロ|グラム|メートル|パーセント)/u;

/** Whether a text has a figure other than a date. */
export function namesFigure(text: string): boolean {
  return /\p{Nd}/u.test(text.replace(DATES, '')) || COUNTED.test(text);
}
