import { asOnePost, writtenParts } from './thread-parts.ts';

/** Maximum parts of a thread. */
export const THREAD_PARTS_MAX = 25;

/** `rest` is what did not fit into the maximum number of parts; usually empty. */
export type Thread = { parts: string[]; rest: string };

/** Kinds of places to end a part, best first. */
const LEVELS = ['paragraph', 'sentence', 'space', 'word', 'sign'] as const;
type Level = (typeof LEVELS)[number];
/** A possible end of a part `at` this index in UTF-16 units, with the length counted before it. */
type Cut = { at: number; level: Level; counted: number };

/** A better place is preferred only if the part is at least this full. Otherwise threads would have many tiny parts. */
const FULL_ENOUGH = 1 / 3;
/** UTF-16 units examined first: a text may be a megabyte, and a link may count 23 whatever its length. */
const WINDOW = 4096;
const WINDOW_PER_SIGN = 8;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const WHITE_SPACE = /\s+/y;
/** Never split: links, mentions and hashtags, up to the next white space. */
const LINK_OR_NAME = /https?:\/\/\S+|[@#＃]\S+/iy;
/** Bare domains and email addresses. */
const ADDRESS = /[a-z0-9._+-]+[@.][a-z0-9][!-~]*/iy;
/** A part does not end after one of these. */
const OPENING = /[\p{Ps}\p{Pi}"']$/u;

/**
 * The parts of a thread: those that the user separated, each split further if it exceeds the limit. Empty parts are
 * dropped.
 */
export function threadParts(text: string, limit: number, count: (text: string) => number): Thread {
  const written = writtenParts(text).filter((part) => part.trim() !== '');
  if (written.length < 2) return splitThread(asOnePost(text), limit, count);
  const split = written.map((part) => splitThread(part.trim(), limit, count));
  const parts = split.flatMap((thread) => [...thread.parts, ...(thread.rest === '' ? [] : [thread.rest])]);
  const rest = parts.slice(THREAD_PARTS_MAX);
  if (rest.length > 0) return { parts: parts.slice(0, THREAD_PARTS_MAX), rest: rest.join('\n\n') };
  return { parts, rest: '' };
}

/**
 * Splits a text into the parts of a thread: at the ends of paragraphs, else of sentences, else of words, and within a
 * word, link, mention or hashtag only if that alone exceeds the limit. `count` returns a text's length as the platform
 * counts it. Loses nothing but white space at the cuts. Takes linear time.
 */
export function splitThread(text: string, limit: number, count: (text: string) => number): Thread {
  if (endOfPart(text, limit, count) === text.length) return { parts: [text], rest: '' };
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== '' && parts.length < THREAD_PARTS_MAX) {
    const end = endOfPart(rest, limit, count);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return { parts: parts.length === 0 ? [''] : parts, rest };
}

function endOfPart(text: string, limit: number, count: (text: string) => number): number {
  for (let size = WINDOW + WINDOW_PER_SIGN * limit; ; size *= WINDOW_PER_SIGN) {
    const window = text.slice(0, size);
    const { cuts, isOver } = cutsIn(window, limit, count);
    if (!isOver && window.length < text.length) continue;
    if (!isOver && count(window) <= limit) return window.length;
    return bestCut(window, cuts, limit, count) ?? endWithinWord(window, limit, count);
  }
}

/** The possible ends of a part up to the limit, by the sum of the words' lengths. */
function cutsIn(text: string, limit: number, count: (text: string) => number): { cuts: Cut[]; isOver: boolean } {
  const cuts: Cut[] = [];
  const segments = words.segment(text);
  let counted = 0;
  let before = ' ';
  for (let at = 0; at < text.length; ) {
    const space = match(WHITE_SPACE, text, at);
    const whole = space ?? match(LINK_OR_NAME, text, at) ?? (before === ' ' ? match(ADDRESS, text, at) : null);
    const segment = whole === null ? segments.containing(at) : undefined;
    // A link may have ended within a word.
    const piece = whole ?? segment?.segment.slice(at - segment.index) ?? text.slice(at);
    if (at > 0 && before !== ' ')
      cuts.push({ at, level: levelOf(space, before, segment?.isWordLike ?? true), counted });
    counted += count(piece);
    if (counted > limit) return { cuts: withSentences(text, cuts), isOver: true };
    before = space === null ? piece : ' ';
    at += piece.length;
  }
  return { cuts: withSentences(text, cuts), isOver: false };
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function levelOf(space: string | null, before: string, isWord: boolean): Level {
  if (space !== null) return space.split('\n').length > 2 ? 'paragraph' : 'space';
  return isWord && !OPENING.test(before.slice(-2)) ? 'word' : 'sign';
}

/** The same places, with ends of sentences marked. */
function withSentences(text: string, cuts: Cut[]): Cut[] {
  const last = cuts.at(-1);
  if (!last) return cuts;
  const ends = new Set<number>();
  for (const { index, segment } of sentences.segment(text.slice(0, last.at + WINDOW))) {
    if (index > last.at) break;
    ends.add(index + segment.trimEnd().length);
  }
  return cuts.map((cut) => (cut.level !== 'paragraph' && ends.has(cut.at) ? { ...cut, level: 'sentence' } : cut));
}

/** The best cut. The words' lengths may sum to less than the text's length; if so, earlier cuts are tried. */
function bestCut(text: string, cuts: Cut[], limit: number, count: (text: string) => number): number | null {
  const signs = graphemes.segment(text);
  let places = cuts.filter(({ at }) => signs.containing(at)?.index === at);
  while (places.length > 0) {
    const full = places.filter(({ counted }) => counted >= limit * FULL_ENOUGH);
    const best = LEVELS.map((level) => full.findLast((cut) => cut.level === level)).find((cut) => cut !== undefined);
    const at = (best ?? places.at(-1))?.at ?? 0;
    if (count(text.slice(0, at)) <= limit) return at;
    places = places.filter((cut) => cut.at <= (at * 3) / 4);
  }
  return null;
}

/** As many graphemes as fit; if not even one does, as many code points as fit, but at least one. */
function endWithinWord(text: string, limit: number, count: (text: string) => number): number {
  const signs = function* () {
    for (const { segment } of graphemes.segment(text)) yield segment;
  };
  return endOfSigns(text, signs(), limit, count) || endOfSigns(text, text, limit, count) || firstSign(text).length;
}

function endOfSigns(text: string, signs: Iterable<string>, limit: number, count: (text: string) => number): number {
  const ends = [0];
  let counted = 0;
  for (const sign of signs) {
    counted += count(sign);
    if (counted > limit) break;
    ends.push((ends.at(-1) ?? 0) + sign.length);
  }
  while (ends.length > 1 && count(text.slice(0, ends.at(-1))) > limit)
    ends.length = Math.ceil((ends.length * 3) / 4 - 1);
  return ends.at(-1) ?? 0;
}

function firstSign(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}
