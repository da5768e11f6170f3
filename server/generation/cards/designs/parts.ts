import { type CardContent, hasNext, isClosing, sidesOf } from '../card-layout.ts';
import type { FittedWords } from '../fit-words.ts';
import { drawBlock, drawOneLine, oneLine, widthOf } from '../layout/text-block.ts';
import { arrow, circle, rectangle } from '../svg.ts';

type Colours = { strong: string; soft: string };

const PILL_PADDING = 40;

const SMALL = { weight: 700, tracking: -0.01 } as const;
const QUIET = { weight: 500, tracking: -0.005 } as const;

/** Draws title and body from `y` downwards. */
export function drawWords(
  content: CardContent,
  { title, body, gap }: FittedWords,
  { x, y, width, titleFill, bodyFill }: { x: number; y: number; width: number; titleFill: string; bodyFill: string },
): string[] {
  const box = { x, width, isRtl: content.isRtl };
  return [
    drawBlock(title, { ...box, y, fill: titleFill }),
    body ? drawBlock(body, { ...box, y: y + title.height + gap, fill: bodyFill }) : '',
  ];
}

type Row = { margin: number; y: number; width: number; colours: Colours };

/**
 * The header: the brand, or else the niche, at the leading edge. At the other edge is the card's number or, on a
 * brand's single card, the niche.
 */
export function header(
  content: CardContent,
  { margin, y, width, indent, colours }: Row & { indent: number },
): string[] {
  const { words, position, isRtl } = content;
  const sides = sidesOf(content, margin);
  const other = position.count > 1 ? `${position.index + 1} / ${position.count}` : words.handle && words.niche;
  const end = other ? oneLine(content, other, { ...QUIET, size: 30, width: width * 0.4 }) : null;
  const room = width - indent - (end ? widthOf(end) + 40 : 0);
  const mark = markOf(content);
  const start = mark ? oneLine(content, mark, { ...SMALL, size: 34, width: room }) : null;
  return [
    start ? drawOneLine(start, { x: sides.leading(indent), y, fill: colours.strong, fromRight: isRtl }) : '',
    end ? drawOneLine(end, { x: sides.trailing(), y, fill: colours.soft, fromRight: !isRtl }) : '',
  ];
}

/** The mark in the header. The closing card prefers the niche, because it has the handle at its foot. */
export function markOf({ words, position }: CardContent): string {
  return isClosing(position) ? words.niche || words.handle : words.handle || words.niche;
}

/**
 * The footer: the source, with an arrow on a disc if more cards follow, or with the handle to follow on the last card.
 */
export function footer(content: CardContent, row: Row & { disc: string; onDisc: string }): string[] {
  const { margin, y, width, colours, disc, onDisc } = row;
  const { words, position, isRtl } = content;
  const sides = sidesOf(content, margin);
  if (isClosing(position) && words.handle) return handlePill(content, row);
  const source = words.footer ? oneLine(content, words.footer, { ...QUIET, size: 30, width: width - 160 }) : null;
  const centre = sides.trailing(44);
  return [
    source ? drawOneLine(source, { x: sides.leading(), y, fill: colours.soft, fromRight: isRtl }) : '',
    ...(hasNext(position) ? [circle(centre, y, 44, disc), arrow(centre, y, 42, onDisc, isRtl)] : []),
  ];
}

function handlePill(
  content: CardContent,
  { margin, y, width, colours, disc, onDisc }: Parameters<typeof footer>[1],
): string[] {
  const { words, isRtl } = content;
  const sides = sidesOf(content, margin);
  const handle = oneLine(content, words.handle, { ...SMALL, size: 36, width: width * 0.56 });
  const pill = widthOf(handle) + 2 * PILL_PADDING;
  const room = width - pill - 48;
  const source = words.footer ? oneLine(content, words.footer, { ...QUIET, size: 30, width: room }) : null;
  return [
    rectangle({ x: sides.boxAtLeading(pill), y: y - 44, width: pill, height: 88, fill: disc, radius: 44 }),
    drawOneLine(handle, { x: sides.leading(PILL_PADDING), y, fill: onDisc, fromRight: isRtl }),
    source ? drawOneLine(source, { x: sides.trailing(), y, fill: colours.soft, fromRight: !isRtl }) : '',
  ];
}
