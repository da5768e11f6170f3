import type { ReadableSource } from '../../post.ts';
import { textWidth } from '../../text/measure.ts';
import { tokensOf } from '../text/similarity.ts';

/** A part of a source short enough for a small model. `source` is its 0-based index. */
export type Excerpt = { source: number; text: string };

/** Maximum width in letters (Han and kana count as two): about 500 tokens. */
const EXCERPT_WIDTH = 1800;
/** A shorter last part is merged with the previous one. */
const LEAST_WIDTH = 300;
const SOURCE_MAX_CHARS = 60_000;
/** Share of a caption's words that must be in an excerpt for the caption to count as based on it. */
const DRAWN_SHARE = 0.6;

/** Splits the sources into parts of whole blocks: the first part of each source, then the second of each, and so on. */
export function excerptsOf(sources: readonly ReadableSource[]): Excerpt[] {
  const parts = sources.map(({ text }, source) =>
    partsOf(text.slice(0, SOURCE_MAX_CHARS)).map((part) => ({ source, text: part })),
  );
  const most = Math.max(0, ...parts.map(({ length }) => length));
  return Array.from({ length: most }, (_, nth) => parts.flatMap((list) => list[nth] ?? [])).flat();
}

function partsOf(text: string): string[] {
  const parts: { text: string; width: number }[] = [];
  for (const block of text.split(/\n{2,}/).flatMap(withinWidth)) {
    const width = textWidth(block);
    const last = parts.at(-1);
    if (last && last.width + width <= EXCERPT_WIDTH) {
      last.text += `\n\n${block}`;
      last.width += width;
    } else parts.push({ text: block, width });
  }
  const [last, before] = [parts.at(-1), parts.at(-2)];
  if (!last || !before || last.width >= LEAST_WIDTH) return parts.map((part) => part.text);
  return [...parts.slice(0, -2).map((part) => part.text), `${before.text}\n\n${last.text}`];
}

/** Splits a long block at sentence ends; longer sentences are cut. */
function withinWidth(block: string): string[] {
  const text = block.trim();
  if (text === '') return [];
  if (textWidth(text) <= EXCERPT_WIDTH) return [text];
  const pieces: string[] = [''];
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text)) {
    const sentence = segment.slice(0, EXCERPT_WIDTH / 2);
    const last = pieces.length - 1;
    if (textWidth(`${pieces[last]}${sentence}`) <= EXCERPT_WIDTH) pieces[last] += sentence;
    else pieces.push(sentence);
  }
  return pieces.map((piece) => piece.trim()).filter(Boolean);
}

/** The first of the excerpts with the fewest captions based on them; undefined if there are no excerpts. */
export function chooseExcerpt(excerpts: readonly Excerpt[], captions: readonly string[]): Excerpt | undefined {
  const drawn = captions.map(tokensOf);
  const counted = excerpts.map((excerpt) => {
    const words = tokensOf(excerpt.text);
    const uses = drawn.filter((caption) => shareIn(caption, words) >= DRAWN_SHARE).length;
    return { excerpt, uses };
  });
  return counted.sort((one, other) => one.uses - other.uses)[0]?.excerpt;
}

function shareIn(caption: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return [...caption].filter((word) => words.has(word)).length / Math.max(1, caption.size);
}
