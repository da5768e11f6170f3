import { mix, readableOn } from '../../../../shared/pictures/colour.ts';
import { FILM, type Shape } from '../../../../shared/video/film.ts';
import type { Look, SceneContent } from '../scene-content.ts';
import {
  awayFrom,
  BOTTOM,
  type Colours,
  disc,
  header,
  isClosing,
  LEFT,
  overPicture,
  pageNumber,
  WIDTH,
} from './parts.ts';
import { sceneWords } from './words.ts';

const HEADER_Y = 306;
const LINE_Y = 352;
const WORDS = { top: 416, bottom: BOTTOM };
/** Share of the free space above the text: text looks centred slightly above the geometric middle. */
const OPTICAL_MIDDLE = 0.42;
const SIZES = { display: 152, passage: 96, heading: 104, style: { weight: 700, tracking: -0.03 } } as const;

const PAPERS = {
  light: { paper: '#f7f2e8', ink: '#1d1a16', soft: '#5f574b', line: '#d9d0be' },
  dark: { paper: '#191714', ink: '#f6f0e4', soft: '#b9af9f', line: '#3a352d' },
};

/** Positions of the sun behind the page, in rotation over the scenes. */
const SUNS = [
  { x: 860, y: 1560, radius: 430 },
  { x: 240, y: 1690, radius: 360 },
  { x: 620, y: 1760, radius: 520 },
  { x: 980, y: 1480, radius: 300 },
] as const;

/** The sun and its halos, largest first, by share of its size and colour. They drift slightly apart. */
const HALOS = [
  { size: 1.62, share: 0.3, drift: { x: 22, y: 34, seconds: 23, phase: 0.6 } },
  { size: 1.3, share: 0.6, drift: { x: 18, y: 30, seconds: 19, phase: 0.35 } },
  { size: 1, share: 1, drift: { x: 14, y: 26, seconds: 17, phase: 0.1 } },
] as const;

/** A page of a quiet magazine: ink on warm paper, a line for the progress, and a pale sun low in the background. */
export const paper: Look = {
  progress: { box: { x: LEFT, y: LINE_Y, width: WIDTH, height: 6 }, radius: 3, gap: 0, isParted: false },
  scene(content) {
    const words = sceneWords(content, WORDS.bottom - WORDS.top, SIZES);
    if (!words) return null;
    const { ground, sun, line, ...colours } = coloursOf(content);
    const free = WORDS.bottom - WORDS.top - words.height;
    const top = WORDS.top + free * (content.hasPicture ? 1 : OPTICAL_MIDDLE);
    return {
      ground,
      shapes: suns(content, ground, sun),
      progress: { done: colours.accent, open: line },
      layers: [
        ...header(content, HEADER_Y, colours, true),
        ...pageNumber(content, HEADER_Y, colours),
        ...words.place(top, colours),
      ],
    };
  },
};

function suns({ index, isRtl }: SceneContent, ground: string, sun: string): Shape[] {
  const { x, y, radius } = SUNS[index % SUNS.length] ?? SUNS[0];
  const middle = isRtl ? FILM.width - x : x;
  return HALOS.map(({ size, share, drift }) => disc(middle, y, radius * size, mix(ground, sun, share), drift));
}

function coloursOf(content: SceneContent): Colours & { ground: string; sun: string; line: string } {
  const { accent, onAccent } = content.palette;
  const colours = PAPERS[content.theme];
  const sun = mix(colours.paper, accent, content.theme === 'light' ? 0.13 : 0.2);
  if (content.hasPicture) return { ...overPicture(content), ground: colours.paper, sun, line: '#ffffff4d' };
  if (isClosing(content)) {
    const soft = readableOn(accent, mix(onAccent, accent, 0.18));
    const line = mix(accent, onAccent, 0.3);
    return {
      ground: accent,
      sun: awayFrom(onAccent, accent, 0.1),
      line,
      ink: onAccent,
      soft,
      accent: onAccent,
      onAccent: accent,
    };
  }
  const mark = readableOn(colours.paper, accent);
  const { ink, soft, line } = colours;
  return { ground: colours.paper, sun, line, ink, soft, accent: mark, onAccent: readableOn(mark, colours.paper) };
}
