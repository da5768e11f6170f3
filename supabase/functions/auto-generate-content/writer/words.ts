import type { Language } from './languages/language.ts';

/** What French and its neighbours glue to the next word: l'eau, d'une, qu'il. */
const ELISION = /(?<![\p{L}\p{N}])(qu|lorsqu|puisqu|jusqu|quelqu|[cdjlmnst])['’](?=\p{L})/giu;
/**
 * The words of a text as they stand. Of writing without spaces its nouns: compounds as people would tag them (家庭菜園),
 * which Intl.Segmenter breaks into their parts.
 */
export function wordsOf(text: string, { unspaced }: Language): string[] {
  if (unspaced) return (text.match(unspaced.noun) ?? []).filter((word) => !unspaced.counted.test(word));
  return text.replace(ELISION, '$1 ').match(/[\p{L}\p{N}\p{M}’'-]+/gu) ?? [];
}

/**
 * The words of a text for comparing sentences. Of writing without spaces, what Intl.Segmenter takes for words of two
 * characters and more.
 */
export function termsOf(text: string, { tag, unspaced }: Language): string[] {
  if (!unspaced) return text.replace(ELISION, '$1 ').match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? [];
  return [...new Intl.Segmenter(tag, { granularity: 'word' }).segment(text)]
    .filter(
      ({ segment, isWordLike }) => isWordLike && /[\p{sc=Han}\p{sc=Katakana}]/u.test(segment) && segment.length > 1,
    )
    .map(({ segment }) => segment);
}
