import { graphemesIn } from '../../../shared/posts/graphemes.ts';
import { readingMs } from './reading-time.ts';

/** Maximum reading time of one scene's words, in milliseconds. */
export const SCENE_READING_MAX_MS = 6_800;

/** Preferred places to split a sentence: after (or before) these signs. Otherwise it is split between words. */
const CLAUSE_END = /[;:；：—–,،、，)）](?:\s|(?<=[；：、，）]))|\s(?=[—–(])/gu;
/** Minimum length of a part, as a share of the whole. */
const LEAST_SHARE = 0.25;

/** A word that takes longer to read than this is not a real word and may be split anywhere. */
const WORD_READING_MAX_MS = 14_000;

/** Splits a sentence into parts that can each be read in one scene, except for a very long word. */
export function readableParts(sentence: string): string[] {
  const text = sentence.trim();
  if (readingMs(text) <= SCENE_READING_MAX_MS) return [text];
  const at =
    cutOf(
      text,
      [...text.matchAll(CLAUSE_END)].map(({ index, 0: sign }) => index + sign.length),
    ) ??
    cutOf(text, wordEnds(text)) ??
    (readingMs(text) > WORD_READING_MAX_MS ? cutOf(text, graphemeEnds(text)) : null);
  if (at === null) return [text];
  return [...readableParts(text.slice(0, at)), ...readableParts(text.slice(at))];
}

/** The place nearest to the middle that leaves no short part; null when there is none. */
function cutOf(text: string, places: readonly number[]): number | null {
  const least = text.length * LEAST_SHARE;
  const middle = text.length / 2;
  return places
    .filter((place) => place >= least && place <= text.length - least)
    .reduce<number | null>(
      (best, place) => (best === null || Math.abs(place - middle) < Math.abs(best - middle) ? place : best),
      null,
    );
}

function wordEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { index, segment, isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    // A full stop stays with its word.
    if (isWordLike && index > 0) ends.push(index);
    else if (/^\s+$/u.test(segment)) ends.push(index + segment.length);
  }
  return ends;
}

function graphemeEnds(text: string): number[] {
  let end = 0;
  return [...graphemesIn(text)].map((grapheme) => {
    end += grapheme.length;
    return end;
  });
}
