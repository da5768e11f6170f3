import type { CardDesign } from '../../../shared/pictures/card.ts';
import type { Palette } from '../../../shared/pictures/palette.ts';
import type { Paragraph, TextStyle } from './layout/paragraph.ts';

/** Pixels of a card: 4:5, the tallest picture that Instagram takes. */
export const CARD_WIDTH = 1080;
export const CARD_HEIGHT = 1350;

/** Where a card stands in its post; `index` counts from 0. */
export type CardPosition = { index: number; count: number };

/** A slide's words, without what no font can draw; empty where there are none. */
export type CardWords = { title: string; body: string; niche: string; handle: string; footer: string };

/** What a design is given. */
export type CardContent = {
  words: CardWords;
  theme: CardDesign['theme'];
  position: CardPosition;
  palette: Palette;
  /** The card is read from the right: it is laid out as in a mirror. */
  isRtl: boolean;
  typeset(text: string, style: TextStyle): Paragraph;
};

/** One card design: the shapes of a card as SVG. */
export type CardLayout = (content: CardContent) => string[];

/** Whether another card follows in the carousel. */
export function hasNext({ index, count }: CardPosition): boolean {
  return index + 1 < count;
}

/** The last card of a carousel, which closes it in the accent colour. */
export function isClosing({ index, count }: CardPosition): boolean {
  return count > 1 && index + 1 === count;
}

/**
 * Where things stand that begin at a card's leading edge, which is the right one where texts are read from the right.
 */
export function sidesOf({ isRtl }: CardContent, margin: number) {
  return {
    /** `distance` pixels from the leading margin. */
    leading: (distance = 0) => (isRtl ? CARD_WIDTH - margin - distance : margin + distance),
    /** `distance` pixels from the trailing margin. */
    trailing: (distance = 0) => (isRtl ? margin + distance : CARD_WIDTH - margin - distance),
    /** The left edge of a box so many pixels wide that begins at the leading margin. */
    boxAtLeading: (width: number, distance = 0) => (isRtl ? CARD_WIDTH - margin - distance - width : margin + distance),
  };
}
