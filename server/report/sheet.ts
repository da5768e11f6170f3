import type { FontSet } from '../generation/cards/fonts/font-set.ts';
import { PAGE_HEIGHT, PAGE_WIDTH, type TaggedPdf } from './pdf/tagged-pdf.ts';
import { setWords, type Words } from './typeset.ts';

export const MARGIN = 48;
export const WIDTH = PAGE_WIDTH - 2 * MARGIN;
/** Where the foot of a page begins. */
const BOTTOM = PAGE_HEIGHT - 56;

/** The light colours of the screens (ui/styles.css), as a PDF takes them. */
export const INK = {
  text: '#24201c',
  muted: '#615a52',
  accent: '#2f46c8',
  soft: '#dfe3f8',
  bar: '#aab4ea',
  line: '#e4dfd8',
  card: '#f6f3ef',
  good: '#1c6b47',
  bad: '#a8321f',
} as const;

/** A report as it grows downwards, page after page. */
export type Sheet = ReturnType<typeof openSheet>;

export function openSheet(pdf: TaggedPdf, fonts: FontSet) {
  pdf.addPage();
  let y = MARGIN;
  return {
    pdf,
    get y() {
      return y;
    },
    down(points: number) {
      y += points;
    },
    /** Goes to a new page where so much does not fit on this one. Returns whether it did. */
    needs(height: number): boolean {
      if (y + height <= BOTTOM) return false;
      pdf.addPage();
      y = MARGIN;
      return true;
    },
    /** Words at a place of this page; y is from the top of what is being drawn. */
    words(text: string, words: Omit<Words, 'y'> & { y?: number }): number {
      return setWords(pdf, fonts, text, { ...words, y: y + (words.y ?? 0) });
    },
    heading(text: string) {
      y += setWords(pdf, fonts, text, {
        x: MARGIN,
        y,
        width: WIDTH,
        size: 15,
        weight: 700,
        color: INK.text,
        lines: 2,
        role: 'H2',
      });
      y += 7;
    },
    paragraph(text: string, lines = 4) {
      y += setWords(pdf, fonts, text, { x: MARGIN, y, width: WIDTH, size: 9, color: INK.muted, lines, role: 'P' });
      y += 8;
    },
  };
}
