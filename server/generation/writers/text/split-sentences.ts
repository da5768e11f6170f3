import { textWidth, wordCount } from '../../text/measure.ts';
import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';

/** Maximum sentences per source: ranking compares every pair. */
export const MAX_SENTENCES = 400;
/** Maximum width of a sentence, in letters (textWidth). A quotation with several sentences counts as one. */
const SENTENCE_MAX_WIDTH = 300;
/** In UTF-16 units: a letter may have many accents. */
const SENTENCE_MAX_LENGTH = 1200;
/** In UTF-16 units: several of the longest sentences. */
const PIECE_MAX_LENGTH = 4000;
/** How many UTF-16 units at the end of a text are checked for an abbreviation. */
const ABBREVIATION_REACH = 24;
const OPENERS = '„«「『(（[';
const CLOSERS = '”»」』)）]';

/**
 * Splits a text with Intl.Segmenter, and rejoins sentences that it split after an abbreviation or inside quotation
 * marks.
 */
export function splitSentences(text: string, language: Language): string[] {
  return piecesOf(text).flatMap((piece) => splitPiece(piece, language));
}

/** splitSentences for a block of any length, in steps; stops after MAX_SENTENCES. */
export function* sentencesOf(block: string, language: Language): Steps<string[]> {
  const sentences: string[] = [];
  for (const piece of piecesOf(block)) {
    if (sentences.length > MAX_SENTENCES) break;
    sentences.push(...splitPiece(piece, language));
    yield;
  }
  return sentences;
}

/**
 * Splits a text into pieces of at most PIECE_MAX_LENGTH, at the end of a sentence or else of a word, because
 * Intl.Segmenter can take quadratic time.
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

/** The end of the last match in the second half of the text, but before its end. */
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

/** Cached, because creating one takes longer than segmenting a short block. */
function segmenterOf({ tag }: Language): Intl.Segmenter {
  const segmenter = segmenters.get(tag) ?? new Intl.Segmenter(tag, { granularity: 'sentence' });
  segmenters.set(tag, segmenter);
  return segmenter;
}

/** Whether `next` continues a sentence that ended with a quotation (“…?” asks Ana; 「…。」と話す) or is its closing mark. */
function continues(sentence: string, next: string, { afterQuote }: Language): boolean {
  return /^[»”」』]/u.test(next) || (/[”»“」』]$/u.test(sentence) && afterQuote.test(next));
}

function joinParts(sentence: string, next: string): string {
  return /^[”」』]/u.test(next) || /[」』]$/u.test(sentence) ? sentence + next : `${sentence} ${next}`;
}

/** Counts of quotation marks and brackets. `either` counts “, which opens, but closes after „. */
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
 * Whether a text is a complete, clean sentence: an initial capital, a full stop, balanced quotes, no addresses or
 * markup, and a reasonable length.
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
