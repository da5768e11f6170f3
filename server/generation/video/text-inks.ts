import type { Box, Layer } from '../../../shared/video/film.ts';
import type { Line, Paragraph } from '../cards/layout/paragraph.ts';

type Inks = Layer['inks'];

/** A line as paths in the film's pixels, and their bounding box. */
export type InkedLine = { inks: Inks; box: Box; text: string };

/**
 * Draws a line of a paragraph with its left end at `x` and its letters on `baseline`; null if it has no visible glyph.
 */
export function inkLine(
  paragraph: Paragraph,
  line: Line,
  { x, baseline, size, fill }: { x: number; baseline: number; size: number; fill: string },
): InkedLine | null {
  const inks: { d: string; fill: string }[] = [];
  const bounds = { left: Number.POSITIVE_INFINITY, right: -1e9, top: Number.POSITIVE_INFINITY, bottom: -1e9 };
  let pen = x;
  for (const { glyphs, width, weight } of paragraph.shape(line)) {
    for (const { face, id, x: right, y: up } of glyphs) {
      const [left, foot, scale] = [pen + right * size, baseline - up * size, size / face.unitsPerEm];
      for (const { path, color } of face.glyph(id, weight)) {
        if (path === '') continue;
        const d = placed(path, left, foot, scale, bounds);
        const paint = color ?? fill;
        const last = inks.at(-1);
        // Consecutive glyphs of one colour share a path, so that a line of letters is filled at once.
        if (last?.fill === paint) last.d += d;
        else inks.push({ d, fill: paint });
      }
    }
    pen += width * size;
  }
  if (inks.length === 0) return null;
  const { left, right, top, bottom } = bounds;
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return { inks, box, text: paragraph.text.slice(line.start, line.end) };
}

type Bounds = { left: number; right: number; top: number; bottom: number };

/** Converts a glyph's path from font units (pairs of x and y) to pixels, and extends `bounds`. */
function placed(path: string, left: number, foot: number, scale: number, bounds: Bounds): string {
  let isX = true;
  return path.replace(/-?\d+(?:\.\d+)?/g, (value) => {
    const at = isX ? left + Number(value) * scale : foot - Number(value) * scale;
    if (isX) {
      bounds.left = Math.min(bounds.left, at);
      bounds.right = Math.max(bounds.right, at);
    } else {
      bounds.top = Math.min(bounds.top, at);
      bounds.bottom = Math.max(bounds.bottom, at);
    }
    isX = !isX;
    return String(Math.round(at * 10) / 10);
  });
}
