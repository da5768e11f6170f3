import { LANGUAGES, type Language, languageOf } from './language.ts';

/** Recognised by their words; languages without spaces by their script. */
const SPACED = LANGUAGES.filter(({ unspaced }) => !unspaced);
const UNSPACED = LANGUAGES.filter(({ unspaced }) => unspaced);
/** Maximum characters of a text that are examined. */
const SAMPLE_LENGTH = 6000;
/** Stopwords make up a third to a half of a text in their language; related languages share a quarter. */
const CERTAIN_SHARE = 0.33;
const LIKELY_SHARE = 0.2;
/** Kana make up half of Japanese; names or quotations in other texts stay far below this. */
const SCRIPT_SHARE = 0.2;

/** The language of a text: by its script or words, else the declared one, else English. */
export function chooseLanguage(text: string, claimed: string | null): Language {
  const sample = text.slice(0, SAMPLE_LENGTH).toLowerCase();
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const byScript = UNSPACED.find(({ unspaced }) => countOf(unspaced?.letter, sample) > letters * SCRIPT_SHARE);
  if (byScript) return byScript;
  const best = sharesIn(sample)[0];
  const tag = claimed?.toLowerCase().split(/[-_]/)[0];
  if (best && best.share >= (tag ? CERTAIN_SHARE : LIKELY_SHARE)) return best.language;
  if (tag) return languageOf(isLocale(tag) ? tag : 'und');
  return languageOf(/[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u.test(text.slice(0, 200)) ? 'und' : 'en');
}

/**
 * Whether a sentence is clearly in another supported language than the text around it, such as an untranslated
 * quotation.
 */
export function isForeign(sentence: string, { unspaced, stopwords }: Language): boolean {
  if (unspaced) return countOf(unspaced.letter, sentence) === 0;
  const sample = sentence.toLowerCase();
  const own = shareOf(stopwords, sample);
  if (own >= CERTAIN_SHARE / 3) return false;
  const [best] = sharesIn(sample);
  return best !== undefined && best.share >= CERTAIN_SHARE && own < best.share / 3;
}

function sharesIn(sample: string): { language: Language; share: number }[] {
  return SPACED.map((language) => ({ language, share: shareOf(language.stopwords, sample) })).sort(
    (a, b) => b.share - a.share,
  );
}

function shareOf(stopwords: Language['stopwords'], sample: string): number {
  const words = sample.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => stopwords.has(word)).length / Math.max(1, words.length);
}

function countOf(letter: RegExp | undefined, text: string): number {
  return letter ? (text.match(letter)?.length ?? 0) : 0;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.Segmenter.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
