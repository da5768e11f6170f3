/** Characters of writing without spaces, which take twice the room and say about twice as much. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** One unit is one grapheme here; segmenting is slow. */
const LATIN = /^[\u0020-\u024f\u2010-\u2027\u20ac]*$/;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Words, or pairs of characters in writing without spaces. */
export function wordCount(text: string): number {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return unspaced > 0 ? Math.ceil(unspaced / 2) : text.split(/\s+/).length;
}

/** How much room a text takes, in letters: a grapheme is one, of Han and kana two. */
export function textWidth(text: string): number {
  if (LATIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Sentences one after the other as their script sets them: a full-width stop needs no space behind it. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => text + (text === '' || /[。！？」』）]$/u.test(text) ? '' : ' ') + next, '');
}

/** As many whole words as fit into `length` UTF-16 units, as YouTube counts a title; never half a grapheme. */
export function wordsUpTo(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return text.slice(0, end).replace(/[\s,;:、：–—-]+$/u, '');
}
