import { mix, readableOn } from '../../../../shared/pictures/colour.ts';
import { FILM, type Shape } from '../../../../shared/video/film.ts';
import type { Look, SceneContent } from '../scene-content.ts';
import { awayFrom, BOTTOM, type Colours, disc, header, isClosing, LEFT, overPicture, WIDTH } from './parts.ts';
import { sceneWords } from './words.ts';

const HEADER_Y = 316;
const WORDS = { top: 400, bottom: BOTTOM - 70 };
const LINE_Y = BOTTOM - 6;
const SIZES = { display: 172, passage: 96, heading: 108, style: { weight: 800, tracking: -0.035 } } as const;

/** The discs on the edges between scenes. */
const DISCS = [
  { y: 250, radius: 400 },
  { y: 1560, radius: 430 },
  { y: 420, radius: 330 },
  { y: 1700, radius: 520 },
] as const;

/**
 * A plain coloured background with a large headline. Discs are half in one scene and half in the next, and move past as
 * the scenes change.
 */
export const headline: Look = {
  progress: { box: { x: LEFT, y: LINE_Y, width: WIDTH, height: 6 }, radius: 3, gap: 0, isParted: false },
  scene(content) {
    const words = sceneWords(content, WORDS.bottom - WORDS.top, SIZES);
    if (!words) return null;
    const { ground, shape, line, ...colours } = coloursOf(content);
    return {
      ground,
      shapes: discs(content, shape),
      progress: { done: colours.accent, open: line },
      layers: [...header(content, HEADER_Y, colours, false), ...words.place(WORDS.bottom - words.height, colours)],
    };
  },
};

/** One disc for each edge between two scenes, and one after the last; those of other edges are outside the frame. */
function discs({ index, count, isRtl }: SceneContent, fill: string): Shape[] {
  return Array.from({ length: count }, (_, edge) => {
    const { y, radius } = DISCS[edge % DISCS.length] ?? DISCS[0];
    const x = FILM.width * (edge + 1 - index);
    const drift = { x: 10, y: 30, seconds: 13 + (edge % 3) * 3, phase: edge * 0.37 };
    return disc(isRtl ? FILM.width - x : x, y, radius, fill, drift);
  });
}

/** The discs are shifted away from the text colour, so that words over them stay legible. */
function coloursOf(content: SceneContent): Colours & { ground: string; shape: string; line: string } {
  const { theme, palette } = content;
  const { accent, onAccent, deep, pale } = palette;
  const isPlain = isClosing(content) !== (theme === 'dark');
  const [ground, ink] = isPlain ? (theme === 'light' ? [pale, deep] : [deep, pale]) : [accent, onAccent];
  const shape = isPlain ? mix(ground, accent, 0.24) : awayFrom(ink, ground, 0.14);
  // On a plain background, the discs contrast less with the text than the background does.
  const soft = readableOn(isPlain ? shape : ground, mix(ink, ground, 0.14));
  if (content.hasPicture) return { ...overPicture(content), ground, shape, line: '#ffffff4d' };
  return { ground, shape, line: mix(ground, ink, 0.22), ink, soft, accent: ink, onAccent: readableOn(ink, ground) };
}
