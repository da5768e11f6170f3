import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import type { LanguagePack } from './language-pack.ts';
import { neutralPack } from './neutral.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** Distinguished by their words; Japanese by its script. */
const PACKS = [english, spanish, german, french, portuguese] as const;
/** How much of a text is looked at, in characters. */
const SAMPLE_LENGTH = 6000;
/**
 * In running text of its language, a pack's stopwords make up a third to a half of the words; related languages share a
 * quarter.
 */
const CERTAIN_SHARE = 0.33;
const LIKELY_SHARE = 0.2;
/** Kana make up half of Japanese; a name or a quotation in other texts stays far below this. */
const JAPANESE_SHARE = 0.2;

/**
 * The pack for a text: by the words it is made of, else by the language that it claims; English when neither says
 * anything.
 */
export function chooseLanguage(text: string, claimed: string | null): LanguagePack {
  const sample = text.slice(0, SAMPLE_LENGTH).toLowerCase();
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const kana = sample.match(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  if (kana > letters * JAPANESE_SHARE) return japanese;
  const best = sharesIn(sample)[0];
  const tag = claimed?.toLowerCase().split(/[-_]/)[0];
  if (best && best.share >= (tag ? CERTAIN_SHARE : LIKELY_SHARE)) return best.pack;
  if (!tag)
    return /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u.test(text.slice(0, 200)) ? neutralPack('und') : english;
  if (tag === japanese.language) return japanese;
  return PACKS.find((pack) => pack.language === tag) ?? neutralPack(isLocale(tag) ? tag : 'und');
}

/**
 * Whether a sentence is plainly in another of our languages than the text around it, such as a quotation left
 * untranslated.
 */
export function isForeign(sentence: string, { language, stopwords }: LanguagePack): boolean {
  if (language === japanese.language) return !/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(sentence);
  const sample = sentence.toLowerCase();
  const own = shareOf(stopwords, sample);
  if (own >= CERTAIN_SHARE / 3) return false;
  const [best] = sharesIn(sample);
  return best !== undefined && best.share >= CERTAIN_SHARE && own < best.share / 3;
}

function sharesIn(sample: string): { pack: LanguagePack; share: number }[] {
  return PACKS.map((pack) => ({ pack, share: shareOf(pack.stopwords, sample) })).sort((a, b) => b.share - a.share);
}

function shareOf(stopwords: LanguagePack['stopwords'], sample: string): number {
  const words = sample.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => stopwords.has(word)).length / Math.max(1, words.length);
}

function isLocale(tag: string): boolean {
  try {
    return Intl.Segmenter.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
