import { contrast, mix } from '../../../../shared/pictures/colour.ts';
import type { Box, Layer, Shape } from '../../../../shared/video/film.ts';
import { SAFE_AREA } from '../../../../shared/video/safe-area.ts';
import { oneLine, type TextBlock, widthOf } from '../../cards/layout/text-block.ts';
import type { SceneContent } from '../scene-content.ts';
import { lineLayers } from '../set-text.ts';

/** Margin inside the safe area for letters that rise out of their line. */
const SPARE = 8;
export const LEFT = SAFE_AREA.x + SPARE;
export const WIDTH = SAFE_AREA.width - 2 * SPARE;
export const BOTTOM = SAFE_AREA.y + SAFE_AREA.height - SPARE;

/** Start of a scene's words: the last scene's have just left, and the frame must not stay empty. */
const WORDS_MS = 180;
/**
 * Start of the words after the hook and in the closing card: the background must be at least halfway to its new colour.
 */
const TURNED_MS = 350;

const SMALL = { weight: 700, tracking: -0.01 } as const;
const QUIET = { weight: 500, tracking: -0.005 } as const;
const PILL = { height: 104, padding: 46, size: 42 };

export type Colours = { ink: string; soft: string; accent: string; onAccent: string };

/** When the words start, from the scene's start. In the first scene they start immediately. */
export function wordsAtMs(content: SceneContent): number {
  if (content.index === 0) return 0;
  return content.index === 1 || isClosing(content) ? TURNED_MS : WORDS_MS;
}

export function isClosing({ kind }: SceneContent): boolean {
  return kind === 'closing';
}

/** The colours of words over a picture, whose scrim makes them readable. */
export function overPicture({ palette }: SceneContent): Colours {
  const soft = mix('#ffffff', palette.deep, 0.12);
  return { ink: '#ffffff', soft, accent: palette.pale, onAccent: palette.deep };
}

/** A background colour moved away from its ink, so that words over shapes of this colour stay legible. */
export function awayFrom(ink: string, ground: string, share: number): string {
  return mix(ground, contrast('#ffffff', ink) > contrast('#000000', ink) ? '#ffffff' : '#000000', share);
}

/** The left edge of a box that starts `distance` pixels from the leading edge. */
export function leading({ isRtl }: Pick<SceneContent, 'isRtl'>, width: number, distance = 0): number {
  return isRtl ? LEFT + WIDTH - distance - width : LEFT + distance;
}

export function disc(x: number, y: number, radius: number, fill: string, drift?: Shape['drift']): Shape {
  const size = 2 * radius;
  return { x: x - radius, y: y - radius, width: size, height: size, radius, fill, ...(drift && { drift }) };
}

/** A rounded rectangle as a layer that appears with the words. */
export function patch(box: Box, radius: number, fill: string, entrance: Layer['entrance'], isRtl: boolean): Layer {
  const { x, y, width, height } = box;
  const r = Math.min(radius, width / 2, height / 2);
  const d =
    `M${x + r},${y}H${x + width - r}A${r},${r} 0 0 1 ${x + width},${y + r}V${y + height - r}` +
    `A${r},${r} 0 0 1 ${x + width - r},${y + height}H${x + r}A${r},${r} 0 0 1 ${x},${y + height - r}V${y + r}` +
    `A${r},${r} 0 0 1 ${x + r},${y}Z`;
  return { inks: [{ d, fill }], box, entrance, ...(isRtl && { isRtl }) };
}

/** The header of all scenes but the closing card: the handle, or else the niche, after an optional dot. */
export function header(content: SceneContent, y: number, { ink, accent }: Colours, hasDot: boolean): Layer[] {
  const mark = content.handle || content.niche;
  if (!mark || isClosing(content)) return [];
  const indent = hasDot ? 36 : 0;
  const block = oneLine(content, mark, { ...SMALL, size: 36, width: WIDTH * 0.72 });
  const entrance = headerEntrance(content);
  const dot = { x: leading(content, 20), y: y - 10, width: 20, height: 20 };
  return [
    ...(hasDot ? [patch(dot, 10, accent, entrance, content.isRtl)] : []),
    ...line(content, block, y, indent, ink),
  ].map((layer) => ({ ...layer, entrance, stays: true }));
}

/** The first frame already has the header, because feeds show it as a still. */
function headerEntrance(content: SceneContent): Layer['entrance'] {
  return { kind: 'fade', atMs: wordsAtMs(content), durationMs: content.index === 0 ? 0 : 600 };
}

/** The page number at the trailing edge of the header. */
export function pageNumber(content: SceneContent, y: number, { soft }: Colours): Layer[] {
  const { page, pages } = content;
  if (pages < 2 || isClosing(content)) return [];
  const block = oneLine(content, `${page} / ${pages}`, { ...QUIET, size: 32, width: 200 });
  const entrance = headerEntrance(content);
  return line(content, block, y, WIDTH - widthOf(block), soft).map((layer) => ({ ...layer, entrance }));
}

/** One line with its middle at `y`, `distance` pixels from the leading edge. */
function line(content: SceneContent, block: TextBlock, y: number, distance: number, fill: string): Layer[] {
  const width = widthOf(block);
  const box = { x: leading(content, width, distance), width, isRtl: content.isRtl };
  return lineLayers(block, { ...box, y: y - block.height / 2, fill, atMs: wordsAtMs(content), kind: 'fade' });
}

/** The foot of the closing card, below its title: the handle on a pill, then the source. */
export function closingFoot(content: SceneContent, title: string, colours: Colours) {
  const { handle, source, isRtl } = content;
  const pill =
    handle && handle !== title ? oneLine(content, handle, { ...SMALL, size: PILL.size, width: WIDTH - 120 }) : null;
  const credit = source && source !== title ? oneLine(content, source, { ...QUIET, size: 36, width: WIDTH }) : null;
  const gap = 44;
  const height = (pill ? gap + PILL.height : 0) + (credit ? gap + credit.height : 0);
  return {
    height,
    layers(top: number, atMs: number): Layer[] {
      const layers: Layer[] = [];
      let y = top;
      if (pill) {
        const width = widthOf(pill) + 2 * PILL.padding;
        const box = { x: leading(content, width), y: y + gap, width, height: PILL.height };
        layers.push(patch(box, PILL.height / 2, colours.accent, { kind: 'grow', atMs, durationMs: 700 }, isRtl));
        const words = line(content, pill, y + gap + PILL.height / 2, PILL.padding, colours.onAccent);
        layers.push(...words.map((layer) => ({ ...layer, entrance: { ...layer.entrance, atMs: atMs + 220 } })));
        y += gap + PILL.height;
      }
      if (credit) {
        const words = line(content, credit, y + gap + credit.height / 2, 0, colours.soft);
        layers.push(...words.map((layer) => ({ ...layer, entrance: { ...layer.entrance, atMs: atMs + 340 } })));
      }
      return layers;
    },
  };
}
