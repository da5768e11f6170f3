import type { Box, Layer } from '../../../shared/video/film.ts';
import { largestSize } from '../cards/fit-words.ts';
import type { Paragraph, TextStyle } from '../cards/layout/paragraph.ts';
import { type Evenness, type TextBlock, textBlock } from '../cards/layout/text-block.ts';
import type { SceneContent } from './scene-content.ts';
import { inkLine } from './text-inks.ts';

/** Inter's cap height in em. */
const CAP_HEIGHT = 0.727;
/** A word that would have to be set smaller than this share of the largest size is broken instead. */
const BREAK_BELOW = 0.5;
/** Milliseconds between the starts of two lines, and for the entrance of one. */
const STAGGER_MS = 110;
export const LINE_MS = 800;
/** Letters extend slightly beyond their line: spare room in pixels so that they are not clipped while they rise. */
const CLIP_SPARE = 6;

export type TextFrame = {
  width: number;
  height: number;
  /** The largest and the smallest size in pixels. */
  max: number;
  min: number;
  /** Line height for Latin, in em. */
  leading: number;
  style: TextStyle;
};

/**
 * A text in the largest size at which it fits without breaking words, except overlong ones; null if it fits in none.
 */
export function fitText(content: SceneContent, text: string, frame: TextFrame): TextBlock | null {
  const { width, height, max, min, leading, style } = frame;
  const paragraph = content.typeset(text, style);
  const isOverlong = paragraph.widest * max * BREAK_BELOW > width;
  const largest = Math.floor(isOverlong ? Math.max(min, max * BREAK_BELOW) : Math.max(min, max));
  const fits = (size: number) =>
    (isOverlong || paragraph.widest * size <= width) && heightAt(paragraph, size, width, leading) <= height;
  if (heightAt(paragraph, min, width, leading) > height) return null;
  const size = largestSize(min, largest, fits);
  const choices = SMALLER.filter((share) => share === 1 || size * share >= min).flatMap((share) =>
    EVENNESSES.map((evenness) => ({
      share,
      block: textBlock(paragraph, { size: size * share, width, leading, evenness }),
    })),
  );
  return choices.reduce((best, choice) => (worth(choice) > worth(best) ? choice : best)).block;
}

const EVENNESSES: readonly Evenness[] = ['balanced', 'calm'];
/** Shares of the largest size to try for lines of similar length. */
const SMALLER = [1, 0.94, 0.88, 0.82, 0.76];
const EVEN_ENOUGH = 0.66;
/** A last line much shorter than the others is avoided, and so is one with a single word. */
const LAST_LINE_SHARE = 0.5;
const WIDOW = 0.12;

/** Rates how good a size looks: large, and without a line much shorter than the others, except the last. */
function worth({ share, block: { paragraph, lines } }: { share: number; block: TextBlock }): number {
  const widths = lines.map(({ width }) => width);
  const shortest = Math.min(...widths.slice(0, -1), Number.POSITIVE_INFINITY) / Math.max(...widths);
  const last = (widths.at(-1) ?? 0) / Math.max(...widths);
  const [end = '', ...before] = lines.map((line) => paragraph.text.slice(line.start, line.end).trim()).toReversed();
  const isWidow = !end.includes(' ') && before.some((words) => words.includes(' '));
  const ending = Math.min(LAST_LINE_SHARE, widths.length > 1 ? last : 1) - (isWidow ? WIDOW : 0);
  return share + Math.min(EVEN_ENOUGH, shortest) + ending;
}

function heightAt(paragraph: Paragraph, size: number, width: number, leading: number): number {
  return textBlock(paragraph, { size, width, leading }).height;
}

type Placement = {
  /**
   * The top left corner and width of a box; lines start at its left edge (in right-to-left text, at its right edge).
   */
  x: number;
  y: number;
  width: number;
  isRtl: boolean;
  fill: string;
  /** When the first line appears, in milliseconds from the scene's start. */
  atMs: number;
  kind?: 'rise' | 'fade';
};

/** A block's lines as layers, each appearing slightly after the one above it. */
export function lineLayers(block: TextBlock, placement: Placement): Layer[] {
  const { x, y, width, isRtl, fill, atMs, kind = 'rise' } = placement;
  const { paragraph, lines, size, lineHeight } = block;
  return lines.flatMap((line, index) => {
    const left = isRtl ? x + width - line.width * size : x;
    const top = y + index * lineHeight;
    const inked = inkLine(paragraph, line, {
      x: left,
      baseline: top + (lineHeight + CAP_HEIGHT * size) / 2,
      size,
      fill,
    });
    if (!inked) return [];
    const box = kind === 'rise' ? spare(inked.box, top, lineHeight) : inked.box;
    const entrance = { kind, atMs: atMs + index * STAGGER_MS, durationMs: LINE_MS };
    return [{ inks: inked.inks, box, entrance, text: inked.text, ...(isRtl && { isRtl }) }];
  });
}

/** When the entrance of a block's last line ends. */
export function inAfter(block: TextBlock, atMs: number): number {
  return atMs + (block.lines.length - 1) * STAGGER_MS + LINE_MS;
}

function spare(box: Box, lineTop: number, lineHeight: number): Box {
  const top = Math.min(box.y, lineTop) - CLIP_SPARE;
  const bottom = Math.max(box.y + box.height, lineTop + lineHeight) + CLIP_SPARE;
  return { x: box.x - CLIP_SPARE, y: top, width: box.width + 2 * CLIP_SPARE, height: bottom - top };
}
