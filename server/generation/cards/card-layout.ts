import type { CardDesign } from '../../../shared/pictures/card.ts';
import type { Palette } from '../../../shared/pictures/palette.ts';
import type { Paragraph, TextStyle } from './layout/paragraph.ts';

/** Card size in pixels: 4:5, the tallest picture that Instagram accepts. */
export const CARD_WIDTH = 1080;
export const CARD_HEIGHT = 1350;

/** A card's place in its post; `index` is 0-based. */
export type CardPosition = { index: number; count: number };

/** A slide's words, without characters that no font can draw; missing ones are empty strings. */
export type CardWords = { title: string; body: string; niche: string; handle: string; footer: string };

export type CardContent = {
  words: CardWords;
  theme: CardDesign['theme'];
  position: CardPosition;
  palette: Palette;
  /** The card is laid out right to left. */
  isRtl: boolean;
  typeset(text: string, style: TextStyle): Paragraph;
};

/** One card design: the shapes of a card as SVG. */
export type CardLayout = (content: CardContent) => string[];

export function hasNext({ index, count }: CardPosition): boolean {
  return index + 1 < count;
}

/** The last card of a carousel is drawn in the accent colour. */
export function isClosing({ index, count }: CardPosition): boolean {
  return count > 1 && index + 1 === count;
}

/**
 * Helpers to place shapes by a card's leading and trailing edge; the leading edge is the right one in right-to-left
 * text.
 */
export function sidesOf({ isRtl }: CardContent, margin: number) {
  return {
    /** `distance` pixels from the leading margin. */
    leading: (distance = 0) => (isRtl ? CARD_WIDTH - margin - distance : margin + distance),
    /** `distance` pixels from the trailing margin. */
    trailing: (distance = 0) => (isRtl ? margin + distance : CARD_WIDTH - margin - distance),
    /** The left edge of a box `width` pixels wide that starts `distance` pixels from the leading margin. */
    boxAtLeading: (width: number, distance = 0) => (isRtl ? CARD_WIDTH - margin - distance - width : margin + distance),
  };
}
