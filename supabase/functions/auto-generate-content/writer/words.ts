import type { LanguagePack } from './languages/language-pack.ts';

/** What French and its neighbours glue to the next word: l'eau, d'une, qu'il. */
const ELISION = /(?<![\p{L}\p{N}])(qu|lorsqu|puisqu|jusqu|quelqu|[cdjlmnst])['’](?=\p{L})/giu;
/** Compounds of Han or Katakana, if what follows shows a noun and not the stem of a verb. */
const JAPANESE_NOUN =
  /(?<![\p{sc=Han}\p{sc=Katakana}ー々])[\p{sc=Han}\p{sc=Katakana}ー々]{2,10}(?=[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]|[はがをにでとのもやへ]|から|まで|など|より|$)/gu;
const COUNTED = /^[一二三四五六七八九十百千万数何毎各約第]/u;

/** The words of a text as they stand; of Japanese, the nouns. */
export function wordsOf(text: string, { language }: LanguagePack): string[] {
  if (language === 'ja') return japaneseNouns(text);
  return text.replace(ELISION, '$1 ').match(/[\p{L}\p{N}\p{M}’'-]+/gu) ?? [];
}

/** Compounds as people would tag them (家庭菜園), which Intl.Segmenter breaks into their parts. */
function japaneseNouns(text: string): string[] {
  return (text.match(JAPANESE_NOUN) ?? []).filter((word) => !COUNTED.test(word));
}

/**
 * The words of a text for comparing sentences; of Japanese, what Intl.Segmenter takes for words of two characters and
 * more.
 */
export function termsOf(text: string, { language }: LanguagePack): string[] {
  if (language !== 'ja') return text.replace(ELISION, '$1 ').match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? [];
  return [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)]
    .filter(
      ({ segment, isWordLike }) => isWordLike && /[\p{sc=Han}\p{sc=Katakana}]/u.test(segment) && segment.length > 1,
    )
    .map(({ segment }) => segment);
}
