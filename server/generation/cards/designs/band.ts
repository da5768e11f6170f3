import { mix, readableOn } from '../../../../shared/pictures/colour.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout, isClosing, sidesOf } from '../card-layout.ts';
import { type FittedWords, fitWords } from '../fit-words.ts';
import { rectangle } from '../svg.ts';
import { drawWords, footer, header } from './parts.ts';

const MARGIN = 88;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
const BARS = { y: 72, height: 10, gap: 12 };
const HEADER_Y = 146;
const WORDS = { top: 264, bottom: 1124 };
const FOOTER_Y = 1240;
/** Free space in the band below the title, and between the band and the body. */
const PADDING = 64;
/** Minimum height of the band, so that a one-word title still gets a band. */
const BAND_MIN = 620;
const BAND_MAX = 1130;

const GROUNDS = {
  light: { ground: '#ffffff', ink: '#16181d', soft: '#565b66' },
  dark: { ground: '#14161a', ink: '#f4f5f7', soft: '#a9aeb8' },
};

/**
 * A block of colour that holds the title and grows with it, above the body on a plain background. Bars at the top count
 * the cards, as in a story.
 */
export const band: CardLayout = (content) => {
  const { ground, ink, soft } = GROUNDS[content.theme];
  const { accent, onAccent } = content.palette;
  const words = fitWords(content, {
    width: WIDTH,
    height: WORDS.bottom - WORDS.top,
    titleSize: 200,
    title: { weight: 800, tracking: -0.035 },
    body: { weight: 500, tracking: -0.008 },
    gap: 2 * PADDING,
  });
  const isFull = isClosing(content.position);
  const bottom = isFull ? CARD_HEIGHT : bandBottom(words);
  const y = isFull ? WORDS.bottom - words.height : bottom - PADDING - words.title.height;
  const onBand = { strong: onAccent, soft: readableOn(accent, mix(onAccent, accent, 0.16)) };
  const below = isFull ? onBand : { strong: ink, soft };
  const disc = isFull ? { disc: onAccent, onDisc: accent } : { disc: accent, onDisc: onAccent };
  return [
    rectangle({ x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT, fill: ground }),
    rectangle({ x: 0, y: 0, width: CARD_WIDTH, height: bottom, fill: accent }),
    ...bars(content, onAccent, mix(accent, onAccent, 0.32)),
    ...header(content, { margin: MARGIN, y: HEADER_Y, width: WIDTH, indent: 0, colours: onBand }),
    ...drawWords(content, words, {
      x: MARGIN,
      y,
      width: WIDTH,
      titleFill: onAccent,
      bodyFill: isFull ? onBand.strong : ink,
    }),
    ...footer(content, { margin: MARGIN, y: FOOTER_Y, width: WIDTH, colours: below, ...disc }),
  ];
};

/** The bottom edge of the band: fixed without a body, otherwise as low as the title needs and the body allows. */
function bandBottom({ title, body, gap }: FittedWords): number {
  if (!body) return BAND_MAX;
  const wanted = Math.max(WORDS.top + title.height + PADDING, BAND_MIN);
  return Math.min(wanted, WORDS.bottom - body.height - gap + PADDING);
}

/** One bar per card, filled up to this one; none on a single card. */
function bars(content: CardContent, done: string, open: string): string[] {
  const { index, count } = content.position;
  if (count === 1) return [];
  const sides = sidesOf(content, MARGIN);
  const width = (WIDTH - BARS.gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, at) => {
    const x = sides.boxAtLeading(width, at * (width + BARS.gap));
    return rectangle({ x, y: BARS.y, width, height: BARS.height, fill: at <= index ? done : open, radius: 5 });
  });
}
