import { contrast, mix, readableOn } from '../../../../shared/pictures/colour.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout, hasNext, isClosing } from '../card-layout.ts';
import { fitWords } from '../fit-words.ts';
import { circle, rectangle } from '../svg.ts';
import { drawWords, footer, header } from './parts.ts';

const MARGIN = 84;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
const HEADER_Y = 116;
const WORDS = { top: 236, bottom: 1136 };
const FOOTER_Y = 1240;

/** The discs on the edges between cards; the first is also used on a single card's trailing edge. */
const DISCS = [
  { y: 150, radius: 300 },
  { y: 420, radius: 230 },
  { y: 90, radius: 270 },
  { y: 330, radius: 340 },
] as const;

/**
 * A plain coloured background with a large headline. Discs are half on one card and half on the next, so that swiping
 * joins them.
 */
export const headline: CardLayout = (content) => {
  const { ground, ink, soft, shape } = coloursOf(content);
  const words = fitWords(content, {
    width: WIDTH,
    height: WORDS.bottom - WORDS.top,
    titleSize: 216,
    title: { weight: 800, tracking: -0.04 },
    body: { weight: 500, tracking: -0.008 },
    gap: 20,
  });
  const colours = { strong: ink, soft };
  const y = WORDS.bottom - words.height;
  return [
    rectangle({ x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT, fill: ground }),
    ...discs(content, shape),
    ...header(content, { margin: MARGIN, y: HEADER_Y, width: WIDTH, indent: 0, colours }),
    ...drawWords(content, words, { x: MARGIN, y, width: WIDTH, titleFill: ink, bodyFill: ink }),
    ...footer(content, { margin: MARGIN, y: FOOTER_Y, width: WIDTH, colours, disc: ink, onDisc: ground }),
  ];
};

function discs({ position, isRtl }: CardContent, fill: string): string[] {
  const { index, count } = position;
  const [onward, back] = isRtl ? [0, CARD_WIDTH] : [CARD_WIDTH, 0];
  const at = (edge: number) => DISCS[edge % DISCS.length] ?? DISCS[0];
  const next = at(index);
  const last = at(index - 1 + DISCS.length);
  return [
    hasNext(position) || count === 1 ? circle(onward, next.y, next.radius, fill) : '',
    index > 0 ? circle(back, last.y, last.radius, fill) : '',
  ];
}

/** On an accent background the discs are shifted away from the text colour, so that words over them stay legible. */
function coloursOf({ theme, palette, position }: CardContent) {
  const { accent, onAccent, deep, pale } = palette;
  const isPlain = isClosing(position) !== (theme === 'light');
  const [ground, ink] = isPlain ? (theme === 'light' ? [pale, deep] : [deep, pale]) : [accent, onAccent];
  const away = contrast('#ffffff', ink) > contrast('#000000', ink) ? '#ffffff' : '#000000';
  const shape = isPlain ? mix(ground, accent, 0.24) : mix(ground, away, 0.16);
  return { ground, ink, shape, soft: readableOn(ground, mix(ink, ground, 0.2)) };
}
