import type { SourceNote } from '../../../../shared/workspace/database.ts';
import type { ReadableSource } from '../../post.ts';
import { pageOf } from '../credit.ts';
import { tokensOf } from '../text/similarity.ts';

/** Minimum share of common words for a source's sentence to match a passage. */
const LIKENESS = 0.7;

/**
 * Finds the passage that a model claims to have used: verbatim or, if the model paraphrased it, the most similar
 * sentence of the source. Null when the source has nothing similar.
 */
export function findPassage(passage: string, source: ReadableSource): SourceNote | null {
  const note = (text: string) => ({ url: pageWith(text, source), title: source.title, passage: text });
  const whole = plain(source.text);
  const pieces = passage.split(/\[?(?:…|\.\.\.)\]?/).filter((piece) => piece.trim() !== '');
  if (pieces.length === 0) return null;
  if (pieces.every((piece) => whole.includes(plain(piece)))) return note(passage.trim());
  const wanted = tokensOf(passage);
  let best = { text: '', likeness: 0 };
  for (const text of sentencesOf(source)) {
    const words = tokensOf(text);
    const common = [...wanted].filter((word) => words.has(word)).length;
    const likeness = common / Math.max(wanted.size, words.size, 1);
    if (likeness > best.likeness) best = { text, likeness };
  }
  return best.likeness >= LIKENESS ? note(best.text) : null;
}

/** The address of the feed entry that contains the text, or else the source's. */
function pageWith(passage: string, source: ReadableSource): string {
  if (!source.entries) return source.url;
  const [piece = ''] = passage
    .split(/\[?(?:…|\.\.\.)\]?/)
    .map(plain)
    .filter(Boolean);
  const section = source.text.split(/^(?=## )/m).find((part) => plain(part).includes(piece));
  return pageOf(source, /^## (.*)/.exec(section ?? '')?.[1] ?? null);
}

/** The lookbehind prevents a quadratic search: a run of stops is tried only from its first character. */
const STOPS_AT_END = /(?<![.!?…])[.!?…]+$/;

/**
 * Normalises differences between a page and a quotation of it: case, spaces, list and heading marks, quotation marks
 * and dashes.
 */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(#+|-|\d+\.) /gm, '')
    .replace(/[“”„«»"‘’'`]/g, '')
    .replace(/[–—-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(STOPS_AT_END, '');
}

function sentencesOf({ text, language }: ReadableSource): string[] {
  const segmenter = new Intl.Segmenter(language ?? 'en', { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);
}
