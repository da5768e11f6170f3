import type { ReadableSource } from '../../post.ts';
import { isForeign } from '../languages/choose-language.ts';
import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';
import { asReported } from './first-person.ts';
import { textWidth, wordCount } from './measure.ts';

/** A sentence of a source and where it stood. */
export type Sentence = {
  /** As a post says it. */
  text: string;
  /** As it stands in the source. */
  original: string;
  /** Index of the source in the request. */
  source: number;
  /** The heading above it, without its mark. */
  section: string | null;
  /** How many blocks stand between it and its heading; a heading speaks for the first block. */
  blocksBelowHeading: number;
  kind: 'paragraph' | 'bullet' | 'step';
  /** Which block of the source it belongs to, and its place in there. */
  block: number;
  indexInBlock: number;
  /** Its number in the source's list, from 1; 0 outside lists. */
  nthItem: number;
  /** How many items its list has in the source, whether they are sentences or not. */
  ofItems: number;
  /** The sentence before it in the source was left out. */
  isAfterGap: boolean;
  /** Whether it begins with what was introduced before: somebody by half a name, “the council”. */
  namesKnown: boolean;
  isQuestion: boolean;
  /** In a paragraph that narrates an event, where a sentence alone says little. */
  isNarrative: boolean;
  /** Who said it, where a line below the quotation names them. */
  speaker: string | null;
};

/** How much of a noun shows that it was named before, in letters: endings differ. */
const GIVEN_STEM_LENGTH = 7;

/** Longest article part that is looked at, in sentences: ranking compares every pair. */
const MAX_SENTENCES = 400;
/** And in blocks, of which a page of scraps has many without a sentence. */
const MAX_BLOCKS = 2000;

/** The line under a quotation: — Ana Lima, baker. */
const SPEAKER = /^[—–―-]+\s*(\p{Lu}[^!?\n]{1,80}[^.!?]|\p{Lo}[^。！？]{1,40})$/u;

/** Whether a sentence is nothing but what somebody said. */
export function isQuotation(text: string): boolean {
  return /^(["“„»「]|« ?)[^"“”„«»「」]+([”“"«」]| ?»)[.。]?$/u.test(text);
}

/**
 * All sentences of a source that may be used in a post, in reading order. A block is split where a sentence was left
 * out, so that neighbours in a block are neighbours in the source.
 */
export function* readSentences(source: ReadableSource, index: number, language: Language): Steps<Sentence[]> {
  const found: Sentence[] = [];
  const surnames = surnamesIn(source.text, language);
  const raws = source.text.split(/\n{2,}/).slice(0, MAX_BLOCKS);
  const lengths = listLengths(raws);
  let told = '';
  const namesGiven = (text: string, titles: string) => {
    const stem = language.definite?.exec(text)?.[1]?.toLowerCase().slice(0, GIVEN_STEM_LENGTH);
    return stem !== undefined && told.includes(stem) && !titles.toLowerCase().includes(stem);
  };
  let nthItem = 0;
  let section: string | null = null;
  let block = 0;
  let below = -1;
  for (const [at, raw] of raws.entries()) {
    if (found.length >= MAX_SENTENCES) break;
    if (raw.startsWith('## ')) {
      section = raw.slice(3).trim();
      below = -1;
      nthItem = 0;
      continue;
    }
    const last = found.at(-1);
    const speaker = SPEAKER.exec(raw)?.[1];
    if (speaker && last?.block === block && isQuotation(last.text)) {
      last.speaker = speaker;
      continue;
    }
    const mark = markOf(raw);
    const kind = mark === '' ? 'paragraph' : mark === '- ' ? 'bullet' : 'step';
    nthItem = kind === 'paragraph' ? 0 : kind === 'step' ? Number.parseInt(mark, 10) : nthItem + 1;
    block += 1;
    below += 1;
    let place = 0;
    let isAfterGap = false;
    told += raws[at - 1]?.toLowerCase() ?? '';
    for (const original of yield* sentencesOf(raw.slice(mark.length), language)) {
      yield;
      const text = usable(original, language);
      if (text === null) {
        block += 1;
        place = 0;
        isAfterGap = true;
        continue;
      }
      const isQuestion = language.question.test(text);
      found.push({
        text,
        original,
        source: index,
        section,
        blocksBelowHeading: below,
        kind,
        block,
        indexInBlock: place,
        nthItem,
        ofItems: lengths[at] ?? 0,
        isAfterGap,
        namesKnown: namesOneOf(surnames, original) || namesGiven(original, `${source.title} ${section ?? ''}`),
        isQuestion,
        isNarrative: false,
        speaker: null,
      });
      place += 1;
      isAfterGap = false;
    }
  }
  return markNarrative(found.slice(0, MAX_SENTENCES), language);
}

function markOf(raw: string): string {
  return /^(- |\d+\. )/.exec(raw)?.[1] ?? '';
}

/** For each block how many items the list has that it belongs to; a list of numbers begins anew at 1. */
function listLengths(raws: readonly string[]): number[] {
  const lists: number[] = [];
  const listOf = raws.map((raw, at) => {
    const mark = markOf(raw);
    if (mark === '') return -1;
    const before = markOf(raws[at - 1] ?? '');
    const continues = before !== '' && (mark === '- ') === (before === '- ') && mark !== '1. ';
    if (!continues) lists.push(0);
    lists[lists.length - 1] = (lists.at(-1) ?? 0) + 1;
    return lists.length - 1;
  });
  return listOf.map((list) => lists[list] ?? 0);
}

/** A sentence as a post may say it; null for one that no post should hold. */
function usable(text: string, language: Language): string | null {
  const isOut =
    !isWholeSentence(text) ||
    isForeign(text, language) ||
    language.boilerplate.test(text) ||
    language.announcing.test(text) ||
    language.stale.test(text);
  return isOut ? null : asReported(text, language);
}

/** Names of people and firms have two words at least. */
const FULL_NAME = /\p{Lu}[\p{L}'’-]+(?: (?:(?:de|da|van|von|di|la) )?\p{Lu}[\p{L}'’-]+)+/gu;

/** The last words of full names: alone, they name somebody who was introduced before. Capitals say nothing in German. */
function surnamesIn(text: string, { capitalNouns, stopwords }: Language): ReadonlySet<string> {
  if (capitalNouns) return new Set();
  const names = [...text.matchAll(FULL_NAME)].map(([name]) => name.split(' '));
  const full = names.filter(([first = '']) => !stopwords.has(first.toLowerCase()));
  return new Set(full.map((words) => words.at(-1) ?? ''));
}

function namesOneOf(surnames: ReadonlySet<string>, text: string): boolean {
  if (surnames.size === 0) return false;
  const names = [...text.matchAll(/(?:\p{Lu}[\p{L}'’-]+ (?:(?:de|da|van|von|di|la) )?)*\p{Lu}[\p{L}'’-]+/gu)].map(
    ([name]) => name,
  );
  return names.some((name) => !name.includes(' ') && surnames.has(name.replace(/['’]s$/, '')));
}

/** Share of sentences in the past that makes a paragraph a story. */
export const NARRATIVE_SHARE = 0.7;

function markNarrative(sentences: Sentence[], language: Language): Sentence[] {
  const told = new Map<number, boolean>();
  for (const block of new Set(sentences.map((sentence) => sentence.block))) {
    const own = sentences.filter((sentence) => sentence.block === block);
    const past = own.filter((sentence) => language.narrative.test(sentence.text)).length;
    told.set(block, own.length >= 3 && past >= own.length * NARRATIVE_SHARE);
  }
  return sentences.map((sentence) => ({ ...sentence, isNarrative: told.get(sentence.block) ?? false }));
}

/** Longest a sentence may be, in letters (measure.ts). A quotation of several sentences counts as one. */
const SENTENCE_MAX_WIDTH = 300;
/** In UTF-16 units: a letter may carry any number of accents. */
const SENTENCE_MAX_LENGTH = 1200;
/** In UTF-16 units: several of the longest sentences. */
const PIECE_MAX_LENGTH = 4000;
/** How much of the end of a text shows an abbreviation, in UTF-16 units. */
const ABBREVIATION_REACH = 24;
const OPENERS = '„«「『(（[';
const CLOSERS = '”»」』)）]';

/** Sentences by Intl.Segmenter, put together again where it broke after an abbreviation or within quotation marks. */
export function splitSentences(text: string, language: Language): string[] {
  return piecesOf(text).flatMap((piece) => splitPiece(piece, language));
}

/** splitSentences for a block of any length, of which no more is read than is used. */
function* sentencesOf(block: string, language: Language): Steps<string[]> {
  const sentences: string[] = [];
  for (const piece of piecesOf(block)) {
    if (sentences.length > MAX_SENTENCES) break;
    sentences.push(...splitPiece(piece, language));
    yield;
  }
  return sentences;
}

/**
 * Splits a text into pieces of at most PIECE_MAX_LENGTH, at the end of a sentence or else of a word. Intl.Segmenter can
 * take quadratic time on longer texts.
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > PIECE_MAX_LENGTH) {
    const piece = rest.slice(0, PIECE_MAX_LENGTH);
    const end = endOfLast(/[.!?。！？]["”»)’」』]{0,2}(?:\s+|(?<=[。！？」』]))/gu, piece) ?? endOfLast(/\s+/gu, piece);
    const length = end ?? PIECE_MAX_LENGTH;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  pieces.push(rest);
  return pieces;
}

/** Where the last match ends that leaves at least half of the text before it. */
function endOfLast(pattern: RegExp, text: string): number | undefined {
  const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
  return ends.findLast((end) => end > text.length / 2 && end < text.length);
}

function splitPiece(text: string, language: Language): string[] {
  const sentences: string[] = [];
  let open = '';
  let marks = NO_MARKS;
  for (const { segment } of segmenterOf(language).segment(text)) {
    if (sentences.length > MAX_SENTENCES) break;
    const last = sentences.at(-1);
    if (open === '' && last !== undefined && last.length < SENTENCE_MAX_LENGTH && continues(last, segment, language)) {
      sentences[sentences.length - 1] = joinParts(last, segment.trim());
      continue;
    }
    open += segment;
    marks = withMarksOf(segment, marks);
    const end = open.trimEnd();
    if (open.length < SENTENCE_MAX_LENGTH) {
      if (language.abbreviation.test(end.slice(-ABBREVIATION_REACH))) continue;
      if (isOpen(marks) && textWidth(end) < SENTENCE_MAX_WIDTH) continue;
    }
    sentences.push(end.trimStart());
    open = '';
    marks = NO_MARKS;
  }
  if (open.trim()) sentences.push(open.trim());
  return sentences.filter(Boolean);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Making one takes longer than a short block does. */
function segmenterOf({ tag }: Language): Intl.Segmenter {
  const segmenter = segmenters.get(tag) ?? new Intl.Segmenter(tag, { granularity: 'sentence' });
  segmenters.set(tag, segmenter);
  return segmenter;
}

/**
 * Whether what follows still belongs to a sentence that ended in a quotation: “…?” asks Ana; 「…。」と話す; or is its closing
 * mark.
 */
function continues(sentence: string, next: string, { afterQuote }: Language): boolean {
  return /^[»”」』]/u.test(next) || (/[”»“」』]$/u.test(sentence) && afterQuote.test(next));
}

function joinParts(sentence: string, next: string): string {
  return /^[”」』]/u.test(next) || /[」』]$/u.test(sentence) ? sentence + next : `${sentence} ${next}`;
}

/** How many quotation marks and brackets a text has; “ opens, but closes where „ opened. */
type Marks = { opening: number; closing: number; either: number; isGerman: boolean };

const NO_MARKS: Marks = { opening: 0, closing: 0, either: 0, isGerman: false };

function withMarksOf(segment: string, { opening, closing, either, isGerman }: Marks): Marks {
  return {
    opening: opening + countOf(segment, OPENERS),
    closing: closing + countOf(segment, CLOSERS),
    either: either + countOf(segment, '“'),
    isGerman: isGerman || segment.includes('„'),
  };
}

/** Whether quotation marks or brackets are still open. */
function isOpen({ opening, closing, either, isGerman }: Marks): boolean {
  return isGerman ? opening > closing + either : opening + either > closing;
}

/**
 * Whether a text is one complete, clean sentence: capital, full stop, balanced quotes, no addresses or markup, neither
 * too short nor too long.
 */
export function isWholeSentence(text: string): boolean {
  if (text.length > SENTENCE_MAX_LENGTH || textWidth(text) > SENTENCE_MAX_WIDTH || wordCount(text) < 3) return false;
  if (!/^(["“„»‘'¿¡(「『（]|« ?)*[\p{Lu}\p{N}\p{Lo}]/u.test(text)) return false;
  if (!/[.!?。！？](["”“«’')\]」』）]| ?»)*$/u.test(text) || /(\.\.\.|…)(["”“’')\]」』）]| ?»)*$/.test(text))
    return false;
  if (/[<>{}|\\^~`\u2022\ufffd]|https?:|www\.|\S@\S|&#?\w+;|\[\d*\]|(^|\s)[#@]\w/.test(text)) return false;
  if (/[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f]{40,}/u.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return capitals <= letters.length * 0.4 && isBalanced(text);
}

function isBalanced(text: string): boolean {
  const german = text.includes('„');
  return (
    countOf(text, '(') === countOf(text, ')') &&
    countOf(text, '（') === countOf(text, '）') &&
    countOf(text, '[') === countOf(text, ']') &&
    countOf(text, '"') % 2 === 0 &&
    (german ? countOf(text, '„') === countOf(text, '“”') : countOf(text, '“') === countOf(text, '”')) &&
    countOf(text, '«') === countOf(text, '»') &&
    countOf(text, '「') === countOf(text, '」') &&
    countOf(text, '『') === countOf(text, '』')
  );
}

function countOf(text: string, characters: string): number {
  let count = 0;
  for (const character of text) if (characters.includes(character)) count += 1;
  return count;
}
