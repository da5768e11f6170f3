import { CARD_WIDTH, type CardContent } from '../card-layout.ts';

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
