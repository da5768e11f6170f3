import type { Box, Layer, Shape } from './film.ts';

/**
 * How long a scene's background and shapes take to morph into the next one's, and its words to exit, in milliseconds.
 */
export const MORPH_MS = 900;
export const EXIT_MS = 300;

/** Pixels that words move up as they fade in, and as they exit. */
const FADE_RISE = 30;
const EXIT_RISE = 26;

/** Starts fast and slows down; 0 to 1. */
export function easeOut(share: number): number {
  return 1 - (1 - clamp(share)) ** 4;
}

/** Starts and ends slowly; 0 to 1. */
export function easeInOut(share: number): number {
  const at = clamp(share);
  return at < 0.5 ? 4 * at ** 3 : 1 - 4 * (1 - at) ** 3;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

export function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/**
 * How a layer is drawn at a point in time: moved down by `y`, with `opacity` 0 to 1, and the part of its box that is
 * shown.
 */
export type LayerPose = { y: number; opacity: number; clip: Box | null };

/**
 * The pose of a layer; null while it is invisible. `leftMs` is the time until the scene's words have exited; infinite
 * in the last scene.
 */
export function poseOf(
  { entrance, box, isRtl, stays }: Pick<Layer, 'entrance' | 'box' | 'isRtl' | 'stays'>,
  sceneMs: number,
  leftMs: number,
): LayerPose | null {
  const { atMs, durationMs } = entrance;
  const share = durationMs > 0 ? (sceneMs - atMs) / durationMs : Number(sceneMs >= atMs);
  const come = easeOut(share);
  const gone = !stays && leftMs < EXIT_MS ? easeInOut(1 - leftMs / EXIT_MS) : 0;
  if (share <= 0 || gone >= 1) return null;
  const leaving = { y: -EXIT_RISE * gone, opacity: 1 - gone };
  if (come >= 1) return { ...leaving, clip: null };
  if (entrance.kind === 'rise') {
    return { y: leaving.y + (1 - come) * box.height, opacity: leaving.opacity * clamp(share * 4), clip: box };
  }
  if (entrance.kind === 'fade') {
    return { y: leaving.y + (1 - come) * FADE_RISE, opacity: leaving.opacity * come, clip: null };
  }
  const width = box.width * come;
  return { ...leaving, clip: { ...box, x: isRtl ? box.x + box.width - width : box.x, width } };
}

/**
 * A shape between its form and the next scene's. A shape without a counterpart grows from its centre, or shrinks to it.
 */
export function shapeBetween(from: Shape | undefined, to: Shape | undefined, share: number): Shape | null {
  const target = to ?? (from && pointOf(from));
  const start = from ?? (to && pointOf(to));
  if (!target || !start) return null;
  if (share >= 1) return target;
  return {
    ...target,
    x: between(start.x, target.x, share),
    y: between(start.y, target.y, share),
    width: between(start.width, target.width, share),
    height: between(start.height, target.height, share),
    radius: between(start.radius, target.radius, share),
    fill: colourBetween(start.fill, target.fill, share),
  };
}

function pointOf(shape: Shape): Shape {
  return { ...shape, x: shape.x + shape.width / 2, y: shape.y + shape.height / 2, width: 0, height: 0, radius: 0 };
}

/** The position of a drifting shape at a time of the film: always in motion, never far from its place. */
export function drifted({ x, y, drift }: Shape, filmMs: number): { x: number; y: number } {
  if (!drift) return { x, y };
  const angle = (filmMs / 1000 / drift.seconds + drift.phase) * 2 * Math.PI;
  return { x: x + Math.sin(angle) * drift.x, y: y + Math.cos(angle * 0.8) * drift.y };
}

/** Mixes `#rrggbb` or `#rrggbbaa`. */
export function colourBetween(from: string, to: string, share: number): string {
  if (from === to || share >= 1) return to;
  let mixed = '#';
  for (let at = 1; at < 9; at += 2) {
    const part = Math.round(between(channel(from, at), channel(to, at), share));
    mixed += part.toString(16).padStart(2, '0');
  }
  return mixed;
}

function channel(colour: string, at: number): number {
  return at < colour.length ? Number.parseInt(colour.slice(at, at + 2), 16) : 255;
}
