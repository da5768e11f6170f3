import { drawFrame, prepareFilm } from '../../shared/video/draw.ts';
import type { Box, Film } from '../../shared/video/film.ts';

/** A difference, in levels of 255, that text on its background exceeds but encoding does not. */
const CLEAR = 70;

export type Shot = {
  timeMs: number;
  /** The video's frame at that time as PNG, in base64. */
  png: string;
};

export type Comparison = {
  /** Mean difference from the drawn scene, in levels of 255. */
  mean: number;
  /** The share of clearly different pixels. */
  others: number;
  /** The bounding box of everything drawn in layers, such as text; null if there is nothing. */
  ink: Box | null;
};

/** Compares frames of a video with the scenes of its film as this page draws them. */
async function compare(film: Film, files: Record<string, string>, shots: readonly Shot[]): Promise<Comparison[]> {
  const pictures = new Map<string, ImageBitmap>();
  for (const [key, file] of Object.entries(files)) pictures.set(key, await pictureOf(file));
  const wordless = { ...film, scenes: film.scenes.map((scene) => ({ ...scene, layers: [] })) };
  const [drawn, empty] = [prepareFilm(film, pictures), prepareFilm(wordless, pictures)];
  const found: Comparison[] = [];
  for (const { timeMs, png } of shots) {
    const picture = await pictureOf(png);
    const frame = pixels(film, (context) => context.drawImage(picture, 0, 0));
    const scene = pixels(film, (context) => drawFrame(context, drawn, timeMs));
    const ground = pixels(film, (context) => drawFrame(context, empty, timeMs));
    found.push({ ...apart(frame, scene), ink: boxOf(film, frame, ground) });
  }
  return found;
}

Object.assign(globalThis, { compare });

/** Decodes a PNG without colour conversion. FFmpeg tags it with the video's primaries; the raw values were drawn. */
async function pictureOf(base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  return createImageBitmap(new Blob([bytes]), { colorSpaceConversion: 'none' });
}

function pixels({ width, height }: Film, draw: (context: OffscreenCanvasRenderingContext2D) => void) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  draw(context);
  return context.getImageData(0, 0, width, height).data;
}

type Pixels = Uint8ClampedArray;

function at(one: Pixels, other: Pixels, index: number): number {
  let most = 0;
  for (let part = 0; part < 3; part += 1)
    most = Math.max(most, Math.abs((one[index + part] ?? 0) - (other[index + part] ?? 0)));
  return most;
}

function apart(one: Pixels, other: Pixels): { mean: number; others: number } {
  let [sum, others] = [0, 0];
  for (let index = 0; index < one.length; index += 4) {
    const levels = at(one, other, index);
    sum += levels;
    if (levels > CLEAR) others += 1;
  }
  return { mean: sum / (one.length / 4), others: others / (one.length / 4) };
}

function boxOf({ width }: Film, frame: Pixels, ground: Pixels): Box | null {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (let index = 0; index < frame.length; index += 4) {
    if (at(frame, ground, index) <= CLEAR) continue;
    const [x, y] = [(index / 4) % width, Math.floor(index / 4 / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
