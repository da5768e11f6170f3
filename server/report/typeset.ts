import type { Weight } from '../generation/cards/fonts/face.ts';
import { drawableOnly, type FontSet } from '../generation/cards/fonts/font-set.ts';
import { isRightToLeft } from '../generation/cards/layout/direction.ts';
import { paragraphOf } from '../generation/cards/layout/paragraph.ts';
import type { Role, TaggedPdf } from './pdf/tagged-pdf.ts';

export type Words = {
  x: number;
  /** The top of the first line. */
  y: number;
  width: number;
  size: number;
  color: string;
  weight?: Weight;
  /** Maximum number of lines, 1 by default; longer text ends with an ellipsis. */
  lines?: number;
  /** `start` is the right edge for right-to-left text. */
  align?: 'start' | 'left' | 'end' | 'middle';
  /** The role for screen readers; without one, the text belongs to the open element, or is decoration. */
  role?: Role;
};

const LEADING = 1.35;
/** Inter's cap height in em. */
const CAP_HEIGHT = 0.727;
/** Longer texts are cut; two lines hold far less. */
const LONGEST = 400;

/** Wraps words into lines and draws them. Right-to-left text begins at the right. Returns the height of the lines. */
export function setWords(pdf: TaggedPdf, fonts: FontSet, text: string, words: Words): number {
  const { x, y, width, size, color, weight = 500, lines: most = 1, role } = words;
  const spaced = text
    .slice(0, LONGEST)
    .normalize('NFC')
    .replace(/[\s\u202f]+/g, ' ');
  const drawable = drawableOnly(spaced, fonts).trim();
  const isRtl = isRightToLeft(drawable);
  const style = { weight, tracking: size >= 20 ? -0.02 : 0 };
  let paragraph = paragraphOf(drawable, isRtl, style, fonts);
  let lines = drawable === '' ? [] : paragraph.wrap(width / size);
  if (lines.length > most) {
    // Shortens the text until it fits with the ellipsis.
    let end = lines[most - 1]?.end ?? 0;
    do {
      paragraph = paragraphOf(`${drawable.slice(0, end).trimEnd()}…`, isRtl, style, fonts);
      lines = paragraph.wrap(width / size);
      end -= 1;
    } while (lines.length > most && end > 0);
  }
  const lineHeight = size * LEADING * paragraph.leading;
  const draw = () => {
    for (const [index, line] of lines.entries()) {
      const runs = paragraph.shape(line);
      const taken = runs.reduce((total, run) => total + run.width, 0) * size;
      const free = width - taken;
      const indent = { start: isRtl ? free : 0, left: 0, end: free, middle: free / 2 }[words.align ?? 'start'];
      // The Latin baseline, so that words of all scripts are aligned.
      const baseline = y + index * lineHeight + ((LEADING + CAP_HEIGHT) * size) / 2;
      pdf.text(runs, { x: x + indent, y: baseline, size, color });
    }
  };
  if (role === undefined) draw();
  else pdf.tag(role, isRtl || drawable !== text ? { actual: text } : {}, draw);
  return lineHeight * lines.length;
}
