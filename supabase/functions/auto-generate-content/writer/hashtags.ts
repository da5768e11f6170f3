import type { LanguagePack } from './languages/language-pack.ts';
import { wordsOf } from './words.ts';

const HASHTAGS_MIN = 3;
const HASHTAGS_MAX = 6;
/** How often a word alone has to be said. */
const WORD_MIN_COUNT = 3;

const TAG_MAX_LENGTH = 28;
const PHRASE_MAX_WORDS = 2;
/** Shorter ones say too little; a word of Han or Katakana is long enough with two. */
const PHRASE_MIN_LENGTH = 5;

/**
 * What a text keeps coming back to, most important first: one or two words between common words (the idea of RAKE), said at least twice, alone
 * three times. A word alone has to show itself as a noun: behind a word that introduces nouns, or by always having its capital.
 */
export function keyPhrases(text: string, pack: LanguagePack): string[] {
  const found = new Map<string, { count: number; isNoun: boolean; isVerb: boolean; words: number; shown: string }>();
  for (const { words, afterMarker } of runsBetweenCommonWords(text, pack)) {
    if (words.length > PHRASE_MAX_WORDS) continue;
    const shown = words.join(' ');
    const before = found.get(shown.toLowerCase());
    const isSmall = pack.capitalNouns && words.length === 1 && !/^\p{Lu}/u.test(shown);
    const isNoun = words.length > 1 || pack.capitalNouns || afterMarker;
    found.set(shown.toLowerCase(), {
      count: (before?.count ?? 0) + 1,
      isNoun: isNoun || (before?.isNoun ?? false),
      isVerb: isSmall || (before?.isVerb ?? false),
      words: words.length,
      shown: before?.shown ?? shown,
    });
  }
  const shortest = pack.language === 'ja' ? 2 : PHRASE_MIN_LENGTH;
  return [...found.values()]
    .filter(({ count, words }) => count >= (words > 1 ? 2 : WORD_MIN_COUNT))
    .filter(({ isNoun, isVerb, shown }) => isNoun && !isVerb && shown.length >= shortest)
    .sort((a, b) => b.count * b.words - a.count * a.words || b.shown.length - a.shown.length)
    .map(({ shown }) => shown);
}

/** The telling words that stand together within a clause, and whether a word that introduces nouns stood before them. */
function runsBetweenCommonWords(text: string, pack: LanguagePack): { words: string[]; afterMarker: boolean }[] {
  if (pack.language === 'ja') {
    const nouns = wordsOf(text, pack).filter((word) => !pack.stopwords.has(word));
    return nouns.map((word) => ({ words: [word], afterMarker: true }));
  }
  return text.split(/[.,;:!?()"“”„«»\n–—]+/).flatMap((clause) => {
    const runs = [{ words: [] as string[], afterMarker: false }];
    for (const word of wordsOf(clause, pack)) {
      const isCommon = pack.stopwords.has(word.toLowerCase()) || /^\d/.test(word);
      if (isCommon) runs.push({ words: [], afterMarker: pack.nounMarkers.has(word.toLowerCase()) });
      else runs.at(-1)?.words.push(word);
    }
    return runs.filter(({ words }) => words.length > 0);
  });
}

/**
 * HASHTAGS_MIN to HASHTAGS_MAX hashtags with their #: the niche first, then key phrases that the post itself uses, then what the language
 * makes of the niche, then the sources' most frequent phrases. Fewer only where the niche is too long for a tag.
 */
export function hashtagsFor(post: string, niche: string, phrases: readonly string[], pack: LanguagePack): string[] {
  const lower = post.toLowerCase();
  const telling = wordsOf(niche, pack).filter((word) => word.length >= 4 && !pack.stopwords.has(word.toLowerCase()));
  const said = phrases.filter((phrase) => lower.includes(phrase.toLowerCase()));
  const tags = distinct([niche, ...said].map(hashtag)).slice(0, HASHTAGS_MAX);
  if (tags.length >= HASHTAGS_MIN) return tags;
  const ofNiche = pack.tagPhrases.map((phrase) => phrase.replace('{niche}', () => niche));
  return distinct([...tags, ...[...ofNiche, ...phrases, ...telling].map(hashtag)]).slice(0, HASHTAGS_MIN);
}

const WIDE = /[\p{sc=Han}\p{sc=Katakana}]/u;

/** "sourdough starter" becomes #SourdoughStarter; null for what makes no good tag. */
function hashtag(phrase: string): string | null {
  const words =
    phrase
      .replace(/(?<!\p{L})(\p{L})['’](?=\p{L})/gu, '$1 ')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return tag.length >= (WIDE.test(tag) ? 2 : 3) && tag.length <= TAG_MAX_LENGTH && !/^\d+$/.test(tag)
    ? `#${tag}`
    : null;
}

/** Each tag once; a plural beside its singular says nothing new. */
function distinct(tags: readonly (string | null)[]): string[] {
  const kept: string[] = [];
  for (const tag of tags) {
    if (tag && !kept.some((other) => isSameWord(other.toLowerCase(), tag.toLowerCase()))) kept.push(tag);
  }
  return kept;
}

function isSameWord(a: string, b: string): boolean {
  return (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= (WIDE.test(a) ? 1 : 3);
}
