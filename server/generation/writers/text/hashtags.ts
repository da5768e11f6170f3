import { wordsOf } from '../../text/measure.ts';
import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';
import { piecesOf } from './split-sentences.ts';

/** Number of hashtags of a post; fewer only if source and niche have no more. */
const HASHTAGS_MIN = 3;
const HASHTAGS_MAX = 5;
/** Maximum for the user's own texts. */
const TEXT_HASHTAGS_MAX = 6;
/** Minimum occurrences of a phrase that is in no title or heading. */
const TOPIC_MIN_COUNT = 4;
/** Minimum occurrences of a single word. */
const WORD_MIN_COUNT = 3;

const TAG_MAX_LENGTH = 28;
const TAG_MAX_WORDS = 4;
const PHRASE_MAX_WORDS = 2;
/** Bounds the work: a page may repeat thousands of phrases. */
const PHRASES_MAX = 100;
/** Shorter words say too little; Han or Katakana words need only two characters. */
const PHRASE_MIN_LENGTH = 5;

type Found = { count: number; isNoun: boolean; isVerb: boolean; words: number; shown: string };

/**
 * A text's recurring phrases, most important first: one or two words between stop words (after RAKE). Phrases must
 * occur at least twice, single words three times; headings count twice. A single word must be recognisable as a noun:
 * after a noun marker, or always capitalised.
 */
export function* keyPhrases(text: string, language: Language): Steps<string[]> {
  const found = new Map<string, Found>();
  const note = (shown: string, words: number, isNoun: boolean, weight: number) => {
    const before = found.get(shown.toLowerCase());
    const isSmall = language.capitalNouns && words === 1 && !/^\p{Lu}/u.test(shown);
    found.set(shown.toLowerCase(), {
      count: (before?.count ?? 0) + weight,
      isNoun: isNoun || (before?.isNoun ?? false),
      isVerb: isSmall || (before?.isVerb ?? false),
      words,
      shown: before?.shown ?? shown,
    });
  };
  for (const { words, afterMarker, weight } of yield* runsBetweenCommonWords(text, language)) {
    const [first = ''] = words;
    if (words.length <= PHRASE_MAX_WORDS) {
      note(
        words.join(' '),
        words.length,
        words.length > 1 || language.capitalNouns || afterMarker,
        words.length > 1 ? 1 : weight,
      );
    }
    if (words.length === 1) continue;
    if (language.capitalNouns) for (const word of words) note(word, 1, true, weight);
    else if (language.nounsFirst && afterMarker) note(first, 1, true, weight);
  }
  const shortest = language.unspaced ? 2 : PHRASE_MIN_LENGTH;
  return [...found.values()]
    .filter(({ count, words }) => count >= (words > 1 ? 2 : WORD_MIN_COUNT))
    .filter(({ isNoun, isVerb, shown }) => isNoun && !isVerb && shown.length >= shortest)
    .filter(({ shown }) => !language.infinitive.test(shown))
    .sort((a, b) => b.count * b.words - a.count * a.words || b.shown.length - a.shown.length)
    .slice(0, PHRASES_MAX)
    .map(({ shown }) => shown);
}

type Run = { words: string[]; afterMarker: boolean; weight: number };

/** Adjacent significant words within a clause, and whether a noun marker preceded them. */
function* runsBetweenCommonWords(text: string, language: Language): Steps<Run[]> {
  const runs: Run[] = [];
  for (const line of text.split('\n')) {
    const weight = line.startsWith('## ') ? 2 : 1;
    for (const piece of piecesOf(line)) {
      runs.push(...runsOfPiece(piece, weight, language));
      yield;
    }
  }
  return runs;
}

function runsOfPiece(piece: string, weight: number, language: Language): Run[] {
  if (!language.unspaced) {
    return piece.split(/[.,;:!?()"“”„«»–—]+/).flatMap((clause) => runsOfClause(clause, weight, language));
  }
  const nouns = wordsOf(piece, language).filter((word) => !language.stopwords.has(word));
  return nouns.map((word) => ({ words: [word], afterMarker: true, weight }));
}

function runsOfClause(clause: string, weight: number, language: Language): Run[] {
  const runs: Run[] = [{ words: [], afterMarker: false, weight }];
  for (const word of wordsOf(clause, language)) {
    const isCommon = language.stopwords.has(word.toLowerCase()) || /^\d/.test(word);
    if (isCommon) runs.push({ words: [], afterMarker: language.nounMarkers.has(word.toLowerCase()), weight });
    else runs.at(-1)?.words.push(word);
  }
  return runs.filter(({ words }) => words.length > 0);
}

/** Minimum occurrences of a noun, with headings counted twice. */
const NOUN_MIN_COUNT = 2;
const NOUN_SURE_COUNT = 3;
/** Generic nouns that people do not search for. */
const SAY_LITTLE = new Set(
  `answer answers question questions example examples reason reasons result results problem problems moment number numbers
  antwort frage fragen beispiel grund gründe ergebnis problem probleme moment anzahl zeitpunkt
  réponse question questions exemple raison raisons résultat problème moment nombre chiffre
  respuesta pregunta ejemplo razón resultado problema momento número chico chica
  resposta pergunta exemplo razão resultado problema momento número valor
  verdad heute douceur
  答え 質問 理由 結果 問題 時間 場合 グラム キロ ラク`.split(/\s+/),
);

/**
 * Words recognisable as nouns anywhere in the text (see keyPhrases), with at least NOUN_MIN_COUNT occurrences; most
 * frequent first.
 */
export function* frequentNouns(text: string, language: Language): Steps<FrequentNoun[]> {
  const counts = new Map<string, { count: number; isNoun: boolean; shown: string }>();
  for (const { words, afterMarker, weight } of yield* runsBetweenCommonWords(text, language)) {
    const isNoun = (word: string, index: number) =>
      language.capitalNouns
        ? /^\p{Lu}/u.test(word)
        : afterMarker && index === 0 && (words.length === 1 || language.nounsFirst === true);
    for (const [index, word] of words.entries()) {
      const before = counts.get(word.toLowerCase());
      counts.set(word.toLowerCase(), {
        count: (before?.count ?? 0) + weight,
        isNoun: (before?.isNoun ?? false) || isNoun(word, index),
        shown: before?.shown ?? word,
      });
    }
  }
  const shortest = language.unspaced ? 2 : PHRASE_MIN_LENGTH;
  return [...counts.values()]
    .filter(({ count, isNoun, shown }) => isNoun && count >= NOUN_MIN_COUNT && shown.length >= shortest)
    .filter(({ shown }) => !language.infinitive.test(shown))
    .filter(({ shown }) => !/\p{N}/u.test(shown) && !SAY_LITTLE.has(shown.toLowerCase()))
    .sort((a, b) => b.count - a.count || b.shown.length - a.shown.length)
    .slice(0, PHRASES_MAX);
}

type FrequentNoun = { shown: string; count: number };

/** The topics of a source: its key phrases and frequent nouns, its title and its text. */
export type Topics = { phrases: readonly string[]; nouns: readonly FrequentNoun[]; title: string; text: string };

/**
 * HASHTAGS_MIN to HASHTAGS_MAX hashtags with their #, made of words that people search for: the niche first, then the
 * source's topics that the post names, and places. If these are too few, the source's other topics follow, first those
 * in its title and in the post, then the noun of the niche. Fewer hashtags are better than arbitrary words.
 */
export function hashtagsFor(
  post: string,
  niche: string,
  { phrases, nouns, title, text }: Topics,
  language: Language,
): string[] {
  const [said, named, told] = [post, title, text].map((words) => words.toLowerCase()) as [string, string, string];
  const isTopic = (phrase: string) => {
    const word = phrase.toLowerCase();
    if (named.includes(word)) return true;
    // In other languages, noun detection is unreliable.
    const isSure = language.capitalNouns || language.unspaced !== null;
    return isSure && told.split(word).length > TOPIC_MIN_COUNT;
  };
  const found = phrases.filter((phrase) => said.includes(phrase.toLowerCase()) && isTopic(phrase));
  const places = placesIn(post, language).filter(isTopic);
  const sure = distinct([tagOfNiche(niche), ...found, ...places].map(hashtag)).slice(0, HASHTAGS_MAX);
  const [frequent, rare] = [true, false].map((isSure) =>
    nouns.filter(({ count }) => count >= NOUN_SURE_COUNT === isSure).map(({ shown }) => shown),
  ) as [string[], string[]];
  const others = [...phrases.filter((phrase) => !SAY_LITTLE.has(phrase.toLowerCase())), ...frequent];
  const isNamed = (phrase: string) => named.includes(phrase.toLowerCase());
  const isSaid = (phrase: string) => said.includes(phrase.toLowerCase());
  const first = [...others.filter(isNamed), ...others.filter(isSaid), kindOf(niche, language), ...others];
  const more = [...first, ...rare.filter(isNamed), ...rare.filter(isSaid)];
  return distinct([...sure, ...more.map(hashtag)]).slice(0, Math.max(HASHTAGS_MIN, sure.length));
}

/** The noun of a niche with a few words, such as “baking” of “Sourdough baking”; empty if it says too little. */
function kindOf(niche: string, language: Language): string {
  const words = tagOfNiche(niche).split(' ');
  const noun = (language.nounsFirst ? words[0] : words.at(-1)) ?? '';
  const isKind = words.length > 1 && words.length <= TAG_MAX_WORDS && noun.length >= PHRASE_MIN_LENGTH;
  return isKind && !language.stopwords.has(noun.toLowerCase()) ? noun : '';
}

/** The searchable part of a niche: of “Remote work and company culture”, the first half. */
function tagOfNiche(niche: string): string {
  if (niche.split(' ').length <= TAG_MAX_WORDS) return niche;
  return niche.split(/ (?:and|und|et|y|e|&) /)[0] ?? niche;
}

/** Hashtags, addresses and account names, which are not words of the text. */
const NO_WORDS = /https?:\/\/\S+|[#＃@]\S+/giu;

/** Hashtags from a text alone: its recurring phrases, its places, then its longest words. */
export function* hashtagsOf(text: string, language: Language): Steps<string[]> {
  const plain = text.replace(NO_WORDS, ' ');
  const phrases = yield* keyPhrases(plain, language);
  const shortest = language.unspaced ? 2 : PHRASE_MIN_LENGTH;
  const words = wordsOf(plain, language)
    .filter((word) => word.length >= shortest && !language.stopwords.has(word.toLowerCase()))
    .sort((a, b) => b.length - a.length)
    .slice(0, PHRASES_MAX);
  return distinct([...phrases, ...placesIn(plain, language), ...words].map(hashtag)).slice(0, TEXT_HASHTAGS_MAX);
}

/** Names after a preposition of place, such as "in Leeds". Months match as well and are removed. */
function placesIn(post: string, { tag, place }: Language): string[] {
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month, 1)).toLocaleDateString(tag, { month: 'long', timeZone: 'UTC' }).toLowerCase(),
  );
  return (post.match(place) ?? []).filter((found) => !months.includes(found.toLowerCase()));
}

const WIDE = /[\p{sc=Han}\p{sc=Katakana}]/u;

/** "sourdough starter" becomes #SourdoughStarter; null if unsuitable. */
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

/** Removes duplicates, and different forms of the same word, such as its plural. */
function distinct(tags: readonly (string | null)[]): string[] {
  const kept: string[] = [];
  for (const tag of tags) {
    if (tag && !kept.some((other) => isSameWord(other.toLowerCase(), tag.toLowerCase()))) kept.push(tag);
  }
  return kept;
}

function isSameWord(first: string, second: string): boolean {
  const [a = '', b = ''] = [first, second].map((tag) => tag.normalize('NFD').replace(/\p{M}/gu, ''));
  return (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= (WIDE.test(a) ? 1 : 3);
}
