import { mix, readableOn } from '../../../../shared/pictures/colour.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout, isClosing, sidesOf } from '../card-layout.ts';
import { fitWords } from '../fit-words.ts';
import { circle, rectangle } from '../svg.ts';
import { drawWords, footer, header, markOf } from './parts.ts';

const MARGIN = 92;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
const HEADER_Y = 112;
const LINE_Y = 176;
const WORDS = { top: 268, bottom: 1148 };
const FOOTER_Y = 1244;
/** Share of the free space above the text: text looks centred slightly above the geometric middle. */
const OPTICAL_MIDDLE = 0.4;

const PAPERS = {
  light: { paper: '#f7f2e8', ink: '#1d1a16', soft: '#5f574b', line: '#d9d0be' },
  dark: { paper: '#191714', ink: '#f6f0e4', soft: '#b9af9f', line: '#3a352d' },
};

/**
 * A page of a quiet magazine: large ink type on warm paper. The line under the header shows the progress through a
 * carousel; the last page is in colour.
 */
export const paper: CardLayout = (content) => {
  const { paper, ink, soft, line, accent, onAccent } = coloursOf(content);
  const { index, count } = content.position;
  const sides = sidesOf(content, MARGIN);
  const words = fitWords(content, {
    width: WIDTH,
    height: WORDS.bottom - WORDS.top,
    titleSize: 188,
    title: { weight: 700, tracking: -0.03 },
    body: { weight: 500, tracking: -0.008 },
    gap: 20,
  });
  const y = WORDS.top + (WORDS.bottom - WORDS.top - words.height) * OPTICAL_MIDDLE;
  const colours = { strong: ink, soft };
  const read = count > 1 ? (WIDTH * (index + 1)) / count : 88;
  return [
    rectangle({ x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT, fill: paper }),
    markOf(content) ? circle(sides.leading(11), HEADER_Y, 11, accent) : '',
    ...header(content, { margin: MARGIN, y: HEADER_Y, width: WIDTH, indent: 42, colours }),
    rectangle({ x: MARGIN, y: LINE_Y, width: WIDTH, height: 2, fill: line }),
    rectangle({ x: sides.boxAtLeading(read), y: LINE_Y - 2, width: read, height: 6, fill: accent, radius: 3 }),
    ...drawWords(content, words, { x: MARGIN, y, width: WIDTH, titleFill: ink, bodyFill: soft }),
    ...footer(content, { margin: MARGIN, y: FOOTER_Y, width: WIDTH, colours, disc: accent, onDisc: onAccent }),
  ];
};

function coloursOf({ theme, palette, position }: CardContent) {
  const { accent, onAccent } = palette;
  if (isClosing(position)) {
    const soft = readableOn(accent, mix(onAccent, accent, 0.18));
    return { paper: accent, ink: onAccent, soft, line: mix(accent, onAccent, 0.3), accent: onAccent, onAccent: accent };
  }
  const colours = PAPERS[theme];
  const mark = readableOn(colours.paper, accent);
  return { ...colours, accent: mark, onAccent: readableOn(mark, colours.paper) };
}
