import type { CardContent } from './card-layout.ts';
import { lineStarts } from './type/line-breaks.ts';
import type { Paragraph, TextStyle } from './type/paragraph.ts';
import { drawBlock, type TextBlock, textBlock } from './type/text-block.ts';

type LinePlace = {
  /** Where it begins: its left edge, or its right one if it is set from the right. */
  x: number;
  /** The middle of the line. */
  y: number;
  fill: string;
  /** Set leftwards from `x`. */
  fromRight: boolean;
};

/** A text on one line of at most `width` pixels: as many whole words as it has room for. */
export function oneLine(
  content: CardContent,
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
  // One word that is longer than the line by itself is set smaller.
  const fitting = Math.min(size, width / lineWidth(paragraph));
  return textBlock(paragraph, { size: fitting, width: Number.POSITIVE_INFINITY, leading: 1.2 });
}

function lineWidth(paragraph: Paragraph): number {
  return paragraph.wrap(Number.POSITIVE_INFINITY)[0]?.width ?? 0;
}

/** The pixels that a block's longest line takes. */
export function widthOf({ lines, size }: TextBlock): number {
  return Math.max(0, ...lines.map(({ width }) => width)) * size;
}

export function drawOneLine(block: TextBlock, { x, y, fill, fromRight }: LinePlace): string {
  const width = widthOf(block);
  return drawBlock(block, { x: fromRight ? x - width : x, y: y - block.height / 2, width, fill, isRtl: false });
}
