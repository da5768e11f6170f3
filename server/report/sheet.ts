import type { FontSet } from '../generation/cards/fonts/font-set.ts';
import { PAGE_HEIGHT, PAGE_WIDTH, type TaggedPdf } from './pdf/tagged-pdf.ts';
import { setWords, type Words } from './typeset.ts';

export const MARGIN = 48;
export const WIDTH = PAGE_WIDTH - 2 * MARGIN;
/** Where the page's footer begins. */
const BOTTOM = PAGE_HEIGHT - 56;

/** The UI's light colours (ui/styles.css) for the PDF. */
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

/** A report that is drawn from top to bottom, page by page. */
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
    /** Starts a new page if `height` does not fit on this one. Returns whether it did. */
    needs(height: number): boolean {
      if (y + height <= BOTTOM) return false;
      pdf.addPage();
      y = MARGIN;
      return true;
    },
    /** Draws words on this page; `y` is relative to the sheet's current position. Returns their height. */
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
