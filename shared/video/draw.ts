import type { Film, Layer, Progress, Scene } from './film.ts';
import { colourBetween, drifted, easeInOut, MORPH_MS, poseOf, shapeBetween } from './motion.ts';
import { type FilmContext, type FilmPicture, inFrameSize, MovingPicture } from './moving-picture.ts';

/** A film that is ready to be drawn: its paths are parsed once instead of for each frame. */
export type PreparedFilm = {
  film: Film;
  /** The paths of each scene's layers. */
  paths: readonly (readonly Path2D[])[][];
  /** The moving picture of each scene that has one. */
  pictures: readonly (MovingPicture | null)[];
};

/**
 * Prepares a film for drawing. The canvas may have any size: the film fills it, and `scale` is the canvas's size
 * relative to the film's. A missing picture leaves the scene's background visible.
 */
export function prepareFilm(
  film: Film,
  pictures: ReadonlyMap<string, FilmPicture> = new Map(),
  scale = 1,
): PreparedFilm {
  const paths = film.scenes.map(({ layers }) => layers.map(({ inks }) => inks.map(({ d }) => new Path2D(d))));
  const inSize = new Map([...pictures].map(([key, picture]) => [key, inFrameSize(picture, scale)]));
  const frames = [0, 1].map(
    () => inSize.size > 0 && { canvas: new OffscreenCanvas(film.width * scale, film.height * scale), shows: '' },
  );
  const moving = film.scenes.map((scene, index) => {
    const picture = scene.picture && inSize.get(scene.picture.key);
    const frame = frames[index % 2];
    return scene.picture && picture && frame ? new MovingPicture(film, scene, scene.picture, picture, frame) : null;
  });
  return { film, paths, pictures: moving };
}

/** Draws the frame at any time of a film, over the whole canvas. The same time always produces the same frame. */
export function drawFrame(context: FilmContext, prepared: PreparedFilm, timeMs: number): void {
  const { film, paths, pictures } = prepared;
  const at = Math.max(
    film.scenes.findLastIndex(({ startMs }) => startMs <= timeMs),
    0,
  );
  const scene = film.scenes[at];
  if (!scene) return;
  const { width, height } = context.canvas;
  context.setTransform(width / film.width, 0, 0, height / film.height, 0, 0);
  context.globalAlpha = 1;
  const sceneMs = timeMs - scene.startMs;
  const before = film.scenes[at - 1];
  const share = before ? easeInOut(sceneMs / MORPH_MS) : 1;
  drawGround(context, film, scene, before ?? scene, share, timeMs);
  const picture = pictures[at];
  if (share < 1) pictures[at - 1]?.draw(context, timeMs, picture ? 1 : 1 - share);
  picture?.draw(context, timeMs, share);
  if (film.progress) drawProgress(context, film.progress, at, share, timeMs);
  const isLast = at === film.scenes.length - 1;
  const leftMs = isLast ? Number.POSITIVE_INFINITY : scene.durationMs - sceneMs;
  for (const [index, layer] of scene.layers.entries()) {
    drawLayer(context, layer, paths[at]?.[index] ?? [], sceneMs, leftMs);
  }
  context.globalAlpha = 1;
}

function drawGround(
  context: FilmContext,
  film: Film,
  scene: Scene,
  before: Scene,
  share: number,
  timeMs: number,
): void {
  context.fillStyle = colourBetween(before.ground, scene.ground, share);
  context.fillRect(0, 0, film.width, film.height);
  for (let index = 0; index < Math.max(scene.shapes.length, before.shapes.length); index += 1) {
    const shape = shapeBetween(before.shapes[index], scene.shapes[index], share);
    if (!shape || shape.width <= 0) continue;
    const { x, y } = drifted(shape, timeMs);
    context.fillStyle = shape.fill;
    context.beginPath();
    context.roundRect(x, y, shape.width, shape.height, Math.min(shape.radius, shape.width / 2, shape.height / 2));
    context.fill();
  }
}

function drawProgress(context: FilmContext, progress: Progress, at: number, share: number, timeMs: number): void {
  const { box, radius, partsMs, gap, isRtl, colours } = progress;
  const colour = colours[at] ?? colours[0];
  const last = colours[at - 1] ?? colour;
  if (!colour || !last) return;
  const width = (box.width - gap * (partsMs.length - 1)) / partsMs.length;
  let start = 0;
  for (const [index, end] of partsMs.entries()) {
    const offset = index * (width + gap);
    const done = Math.min(1, Math.max(0, (timeMs - start) / Math.max(1, end - start)));
    bar(context, isRtl ? box.x + box.width - offset - width : box.x + offset, box, width, radius);
    context.fillStyle = colourBetween(last.open, colour.open, share);
    context.fill();
    const filled = width * done;
    if (filled >= 1) {
      bar(context, isRtl ? box.x + box.width - offset - filled : box.x + offset, box, filled, radius);
      context.fillStyle = colourBetween(last.done, colour.done, share);
      context.fill();
    }
    start = end;
  }
}

function bar(context: FilmContext, x: number, { y, height }: Progress['box'], width: number, radius: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, width / 2));
}

function drawLayer(
  context: FilmContext,
  layer: Layer,
  paths: readonly Path2D[],
  sceneMs: number,
  leftMs: number,
): void {
  const pose = poseOf(layer, sceneMs, leftMs);
  if (!pose) return;
  context.save();
  if (pose.clip) {
    const { x, y, width, height } = pose.clip;
    context.beginPath();
    if (layer.entrance.kind === 'grow') context.roundRect(x, y, width, height, Math.min(width, height) / 2);
    else context.rect(x, y, width, height);
    context.clip();
  }
  context.translate(0, pose.y);
  context.globalAlpha = pose.opacity;
  for (const [index, path] of paths.entries()) {
    context.fillStyle = layer.inks[index]?.fill ?? '#000000';
    context.fill(path);
  }
  context.restore();
}
