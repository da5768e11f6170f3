import type { LanguagePack } from './languages/language-pack.ts';

const HASHTAGS_MIN = 3;
const HASHTAGS_MAX = 6;

const TAG_MAX_LENGTH = 28;
const PHRASE_MAX_WORDS = 2;

/**
 * What a text keeps coming back to, most important first: one or two words between common words (the idea of RAKE), said at least twice. A word
 * alone counts only where it shows itself as a noun.
 */
export function keyPhrases(text: string, pack: LanguagePack): string[] {
  const counts = new Map<string, { count: number; words: number; shown: string }>();
  for (const clause of text.split(/[.,;:!?()"“”„«»\n–—]+/)) {
    let run: string[] = [];
    let afterMarker = false;
    const close = () => {
      if (
        run.length > 0 &&
        run.length <= PHRASE_MAX_WORDS &&
        (run.length > 1 || isNoun(run[0] ?? '', afterMarker, pack))
      ) {
        const key = run.join(' ').toLowerCase();
        const entry = counts.get(key) ?? { count: 0, words: run.length, shown: run.join(' ') };
        counts.set(key, { ...entry, count: entry.count + 1 });
      }
      run = [];
    };
    for (const word of clause.match(/[\p{L}\p{N}’'-]+/gu) ?? []) {
      if (pack.stopwords.has(word.toLowerCase()) || /^\d/.test(word)) {
        close();
        afterMarker = pack.nounMarkers.has(word.toLowerCase());
      } else {
        run.push(word);
      }
    }
    close();
  }
  return [...counts.values()]
    .filter(({ count, shown }) => count >= 2 && shown.length >= 5)
    .sort((a, b) => b.count * b.words - a.count * a.words || b.shown.length - a.shown.length)
    .map(({ shown }) => shown);
}

/**
 * HASHTAGS_MIN to HASHTAGS_MAX hashtags with their #: the niche first, then key phrases that the post itself uses, then the sources' most frequent
 * ones. Fewer where niche and sources offer no more.
 */
export function hashtagsFor(post: string, niche: string, phrases: readonly string[], pack: LanguagePack): string[] {
  const lower = post.toLowerCase();
  const words = niche.match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  const telling = words.filter((word) => word.length >= 4 && !pack.stopwords.has(word.toLowerCase()));
  const said = phrases.filter((phrase) => lower.includes(phrase.toLowerCase()));
  const tags = distinct([niche, ...said].map(hashtag)).slice(0, HASHTAGS_MAX);
  if (tags.length >= HASHTAGS_MIN) return tags;
  return distinct([...tags, ...[...phrases, ...telling].map(hashtag)]).slice(0, HASHTAGS_MIN);
}

/** "sourdough starter" becomes #SourdoughStarter; null for what makes no good tag. */
function hashtag(phrase: string): string | null {
  const words = phrase.replace(/['’]/g, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return tag.length >= 3 && tag.length <= TAG_MAX_LENGTH && !/^\d+$/.test(tag) ? `#${tag}` : null;
}

function isNoun(word: string, afterMarker: boolean, pack: LanguagePack): boolean {
  return pack.capitalNouns ? /^\p{Lu}/u.test(word) : afterMarker;
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
  return (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= 2;
}
