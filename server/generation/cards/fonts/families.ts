import { readAsset } from './read-asset.ts';

/** A font family in an npm package that splits it into files by character ranges. */
export type Family = {
  /** Below @fontsource-variable; also the prefix of its file names. */
  name: string;
  /** Line height relative to Latin: larger for marks above and below, and for characters that fill their square. */
  leading: number;
  /** Whether letter spacing may be changed: false if letters join or fill a square. */
  isTracked: boolean;
};

const INTER: Family = { name: 'inter', leading: 1, isTracked: true };
const CHINESE: Family = { name: 'noto-sans-sc', leading: 1.22, isTracked: false };
const JAPANESE: Family = { name: 'noto-sans-jp', leading: 1.22, isTracked: false };
const KOREAN: Family = { name: 'noto-sans-kr', leading: 1.2, isTracked: false };
const OTHERS: readonly (readonly [script: RegExp, Family])[] = [
  [/\p{Script=Arabic}/u, { name: 'noto-sans-arabic', leading: 1.38, isTracked: false }],
  [/\p{Script=Hebrew}/u, { name: 'noto-sans-hebrew', leading: 1.12, isTracked: true }],
  [/\p{Script=Devanagari}/u, { name: 'noto-sans-devanagari', leading: 1.3, isTracked: false }],
  [/\p{Script=Thai}/u, { name: 'noto-sans-thai', leading: 1.34, isTracked: false }],
];

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Chinese characters, and the punctuation and wide letters that go with them. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** The families that a text may need, in order of preference. */
export function familiesFor(text: string): Family[] {
  const needed = OTHERS.flatMap(([script, family]) => (script.test(text) ? family : []));
  return [INTER, ...needed, ...(EAST_ASIAN.test(text) ? eastAsianFor(text) : [])];
}

/**
 * The style of Chinese characters follows the text's language: Japanese with kana, Korean with Hangul, otherwise
 * Chinese.
 */
function eastAsianFor(text: string): Family[] {
  if (KANA.test(text)) return [JAPANESE, CHINESE, KOREAN];
  return HANGUL.test(text) ? [KOREAN, JAPANESE, CHINESE] : [CHINESE, JAPANESE];
}

/** Whether East Asian text sets this punctuation in a full square, so that its own font takes precedence over Inter. */
export function isSquarePunctuation(cluster: string, text: string): boolean {
  return /^[‘’“”…‥—·]$/u.test(cluster) && EAST_ASIAN.test(text);
}

const coverages = new Map<string, Promise<Map<number, string>>>();

/** Maps each code point to the family's file that holds it. */
export function coverageOf({ name }: Family): Promise<Map<number, string>> {
  const known = coverages.get(name);
  if (known) return known;
  const coverage = readCoverage(name);
  // A failed download is not cached.
  coverage.catch(() => coverages.delete(name));
  coverages.set(name, coverage);
  return coverage;
}

async function readCoverage(name: string): Promise<Map<number, string>> {
  const folder = `@fontsource-variable/${name}`;
  const json = new TextDecoder().decode(await readAsset(`${folder}/unicode.json`));
  const subsets = Object.entries<string>(JSON.parse(json));
  const files = new Map<number, string>();
  // Latin comes last in the list but must win: a character in several files comes from the file that most texts need
  // anyway.
  for (const [subset, ranges] of subsets.reverse()) {
    const file = `${folder}/files/${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    for (const range of ranges.split(',')) {
      const [from, to = from] = range.slice('U+'.length).split('-') as [string, string?];
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1) {
        if (!files.has(code)) files.set(code, file);
      }
    }
  }
  return files;
}
