import type { CardContent } from '../card-layout.ts';
import { number } from '../svg.ts';
import { lineStarts } from './line-breaks.ts';
import type { Line, Paragraph, TextStyle } from './paragraph.ts';

/** Inter's cap height in em. */
const CAP_HEIGHT = 0.727;

/** A paragraph broken into lines of one size, in pixels. */
export type TextBlock = {
  paragraph: Paragraph;
  lines: readonly Line[];
  size: number;
  lineHeight: number;
  height: number;
};

/**
 * How lines are balanced: all of similar length (`balanced`), or only without a single word on the last line (`calm`).
 */
export type Evenness = 'balanced' | 'calm';

const CALM_WIDTHS = [1, 0.94, 0.88, 0.82];
const LAST_LINE_SHARE = 0.34;
const BALANCE_STEPS = 7;

/** Sets a paragraph in lines of at most `width` pixels. `leading` is the line height for Latin, in em. */
export function textBlock(
  paragraph: Paragraph,
  { size, width, leading, evenness }: { size: number; width: number; leading: number; evenness?: Evenness },
): TextBlock {
  const em = width / size;
  const lines = evenness ? evenLines(paragraph, em, evenness) : paragraph.wrap(em);
  const lineHeight = size * leading * paragraph.leading;
  return { paragraph, lines, size, lineHeight, height: lineHeight * lines.length };
}

/**
 * Draws a block as SVG: lines from `y` downwards, each aligned with the box's left edge (in right-to-left text: the
 * right edge).
 */
export function drawBlock(
  block: TextBlock,
  box: { x: number; y: number; width: number; fill: string; isRtl: boolean },
): string {
  const baseline = (block.lineHeight + CAP_HEIGHT * block.size) / 2;
  const lines = block.lines.map((line, index) => {
    const runs = block.paragraph.shape(line);
    const width = runs.reduce((total, run) => total + run.width, 0) * block.size;
    const x = box.isRtl ? box.x + box.width - width : box.x;
    return drawLine(runs, x, box.y + index * block.lineHeight + baseline, block.size);
  });
  return `<g fill="${box.fill}">${lines.join('')}</g>`;
}

function drawLine(runs: ReturnType<Paragraph['shape']>, x: number, y: number, size: number): string {
  let pen = 0;
  const glyphs: string[] = [];
  for (const { glyphs: placed, width, weight } of runs) {
    for (const { face, id, x: left, y: up } of placed) {
      const scale = 1 / face.unitsPerEm;
      const layers = face.glyph(id, weight).filter(({ path }) => path !== '');
      const paths = layers.map(({ path, color }) => `<path d="${path}"${color ? ` fill="${color}"` : ''}/>`);
      if (paths.length > 0) {
        const place = `translate(${number(pen + left)} ${number(up)}) scale(${scale})`;
        glyphs.push(`<g transform="${place}">${paths.join('')}</g>`);
      }
    }
    pen += width;
  }
  return `<g transform="translate(${number(x)} ${number(y)}) scale(${size} -${size})">${glyphs.join('')}</g>`;
}

function evenLines(paragraph: Paragraph, em: number, evenness: Evenness): Line[] {
  const widest = paragraph.wrap(em);
  if (widest.length < 2) return widest;
  return evenness === 'balanced' ? balanced(paragraph, em, widest) : calm(paragraph, em, widest);
}

/** The narrowest lines that do not add another line. */
function balanced(paragraph: Paragraph, em: number, widest: Line[]): Line[] {
  let [low, high, best] = [Math.min(em, paragraph.widest), em, widest];
  for (let step = 0; step < BALANCE_STEPS; step += 1) {
    const middle = (low + high) / 2;
    const lines = paragraph.wrap(middle);
    if (lines.length > widest.length) low = middle;
    else [high, best] = [middle, lines];
  }
  return best;
}

function calm(paragraph: Paragraph, em: number, widest: Line[]): Line[] {
  for (const share of CALM_WIDTHS) {
    const width = em * share;
    if (width < paragraph.widest) break;
    const lines = paragraph.wrap(width);
    if (lines.length > widest.length) break;
    if ((lines.at(-1)?.width ?? 0) >= em * LAST_LINE_SHARE) return lines;
  }
  return widest;
}

type LinePlace = {
  /** The left edge, or the right edge if `fromRight`. */
  x: number;
  /** The middle of the line. */
  y: number;
  fill: string;
  /** The line extends leftwards from `x`. */
  fromRight: boolean;
};

/** One line of at most `width` pixels, with as many whole words as fit, then an ellipsis. */
export function oneLine(
  content: Pick<CardContent, 'typeset'>,
  text: string,
  style: TextStyle & { size: number; width: number },
): TextBlock {
  const { size, width } = style;
  const ends = [...lineStarts(text).reverse()];
  let paragraph = content.typeset(text, style);
  for (const end of ends) {
    if (lineWidth(paragraph) * size <= width) break;
    paragraph = content.typeset(`${text.slice(0, end).trimEnd()} …`, style);
  }
  // A single word wider than the line is set in a smaller size.
  const fitting = Math.min(size, width / lineWidth(paragraph));
  return textBlock(paragraph, { size: fitting, width: Number.POSITIVE_INFINITY, leading: 1.2 });
}

function lineWidth(paragraph: Paragraph): number {
  return paragraph.wrap(Number.POSITIVE_INFINITY)[0]?.width ?? 0;
}

/** The width of a block's longest line in pixels. */
export function widthOf({ lines, size }: TextBlock): number {
  return Math.max(0, ...lines.map(({ width }) => width)) * size;
}

export function drawOneLine(block: TextBlock, { x, y, fill, fromRight }: LinePlace): string {
  const width = widthOf(block);
  return drawBlock(block, { x: fromRight ? x - width : x, y: y - block.height / 2, width, fill, isRtl: false });
}
