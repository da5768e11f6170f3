import { mix, readableOn } from '../../../../shared/pictures/colour.ts';
import { FILM, type Shape } from '../../../../shared/video/film.ts';
import type { Look, SceneContent } from '../scene-content.ts';
import { awayFrom, BOTTOM, type Colours, header, LEFT, overPicture, WIDTH } from './parts.ts';
import { sceneWords } from './words.ts';

const BARS_Y = 284;
const HEADER_Y = 342;
const WORDS = { top: 452, bottom: BOTTOM };
/** The bottom edge of the band behind a hook. */
const TALL = 1340;
/** The top edge of the band below passages, in rotation. */
const LOW = [1470, 1380, 1560] as const;
/** Slow movement of the band's edge, and of its deeper layer's. */
const BREATH = { x: 0, y: 16, seconds: 9, phase: 0.2 };
const DEEP_BREATH = { x: 0, y: 26, seconds: 13, phase: 0.55 };
/** Offset of the deeper layer below the band's edge; its height as a strip under a hook; its top in a closing card. */
const DEEPER = 170;
const STRIP = 64;
const CLOSING_DEEP = 1390;
const OPTICAL_MIDDLE = 0.4;
const SIZES = { display: 168, passage: 92, heading: 104, style: { weight: 800, tracking: -0.035 } } as const;

const GROUNDS = {
  light: { ground: '#ffffff', ink: '#16181d', soft: '#4b505b' },
  dark: { ground: '#14161a', ink: '#f4f5f7', soft: '#b6bbc5' },
};

/** Two layers of colour that contain the hook, sink below the passages and fill the closing frame. */
export const band: Look = {
  progress: { box: { x: LEFT, y: BARS_Y, width: WIDTH, height: 9 }, radius: 4.5, gap: 12, isParted: true },
  scene(content) {
    const words = sceneWords(content, WORDS.bottom - WORDS.top, SIZES);
    if (!words) return null;
    const colours = coloursOf(content);
    const free = WORDS.bottom - WORDS.top - words.height;
    const top = WORDS.top + free * (isOnBand(content) || content.hasPicture ? 1 : OPTICAL_MIDDLE);
    return {
      ground: GROUNDS[content.theme].ground,
      shapes: [block(content), deeper(content)],
      progress: { done: colours.accent, open: colours.open },
      layers: [...header(content, HEADER_Y, colours, false), ...words.place(top, colours)],
    };
  },
};

function isOnBand({ kind }: SceneContent): boolean {
  return kind === 'hook' || kind === 'closing';
}

function coloursOf(content: SceneContent): Colours & { open: string } {
  const { accent, onAccent } = content.palette;
  if (content.hasPicture) return { ...overPicture(content), open: '#ffffff4d' };
  if (isOnBand(content)) {
    const soft = readableOn(accent, mix(onAccent, accent, 0.14));
    return { ink: onAccent, soft, accent: onAccent, onAccent: accent, open: mix(accent, onAccent, 0.32) };
  }
  const { ground, ink, soft } = GROUNDS[content.theme];
  const mark = readableOn(ground, accent);
  return { ink, soft, accent: mark, onAccent: readableOn(mark, ground), open: mix(ground, ink, 0.16) };
}

function block({ kind, index, palette }: SceneContent): Shape {
  const [x, width, radius, fill] = [0, FILM.width, 0, palette.accent];
  if (kind === 'closing') return { x, y: 0, width, height: FILM.height, radius, fill };
  if (kind === 'hook') return { x, y: -60, width, height: TALL + 60, radius, fill, drift: BREATH };
  const y = LOW[index % LOW.length] ?? LOW[0];
  return { x, y, width, height: FILM.height - y + 60, radius, fill, drift: BREATH };
}

/** The band's second layer: a lighter strip under a hook, or a slightly different shade inside the band. */
function deeper({ kind, index, palette, theme }: SceneContent): Shape {
  const { accent, onAccent } = palette;
  const [x, width, radius, drift] = [0, FILM.width, 0, DEEP_BREATH];
  if (kind === 'hook') {
    const fill = mix(GROUNDS[theme].ground, accent, 0.36);
    return { x, y: TALL - 40, width, height: STRIP + 40, radius, fill, drift };
  }
  const y = kind === 'closing' ? CLOSING_DEEP : (LOW[index % LOW.length] ?? LOW[0]) + DEEPER;
  return { x, y, width, height: FILM.height - y + 60, radius, fill: awayFrom(onAccent, accent, 0.12), drift };
}
