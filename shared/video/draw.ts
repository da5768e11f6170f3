import type { Film, Layer, PictureView, Progress, Scene } from './film.ts';
import { between, colourBetween, drifted, easeInOut, MORPH_MS, poseOf, shapeBetween } from './motion.ts';

/** A canvas of any size: the film fills it. */
export type FilmContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type FilmPicture = ImageBitmap | HTMLImageElement | OffscreenCanvas | HTMLCanvasElement;

/** A film that is ready to be drawn: its paths are read once, and not for each frame. */
export type PreparedFilm = {
  film: Film;
  /** The paths of each scene's layers. */
  paths: readonly (readonly Path2D[])[][];
  pictures: ReadonlyMap<string, FilmPicture>;
};

/** A picture that is missing leaves the scene's ground in its place. */
export function prepareFilm(film: Film, pictures: ReadonlyMap<string, FilmPicture> = new Map()): PreparedFilm {
  const paths = film.scenes.map(({ layers }) => layers.map(({ inks }) => inks.map(({ d }) => new Path2D(d))));
  return { film, paths, pictures: new Map([...pictures].map(([key, picture]) => [key, inFrameSize(film, picture)])) };
}

/** Any moment of a film; the same time always gives the same picture. Draws over the whole canvas. */
export function drawFrame(context: FilmContext, prepared: PreparedFilm, timeMs: number): void {
  const { film, paths } = prepared;
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
  if (before?.picture && share < 1) {
    drawPicture(context, prepared, before, before.picture, timeMs, scene.picture ? 1 : 1 - share);
  }
  if (scene.picture) drawPicture(context, prepared, scene, scene.picture, timeMs, share);
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

function drawPicture(
  context: FilmContext,
  { film, pictures }: PreparedFilm,
  scene: Scene,
  { key, from, to, scrim }: PictureView,
  timeMs: number,
  opacity: number,
): void {
  const picture = pictures.get(key);
  if (!picture || opacity <= 0) return;
  const share = Math.min(1, (timeMs - scene.startMs) / (scene.durationMs + MORPH_MS));
  const zoom = between(from.zoom, to.zoom, share);
  const scale = Math.max(film.width / picture.width, film.height / picture.height) * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.globalAlpha = opacity;
  context.drawImage(
    picture,
    within(film.width / 2 - between(from.x, to.x, share) * width, film.width - width),
    within(film.height / 2 - between(from.y, to.y, share) * height, film.height - height),
    width,
    height,
  );
  const gradient = context.createLinearGradient(0, 0, 0, film.height);
  for (const { at, fill } of scrim) gradient.addColorStop(at, fill);
  context.fillStyle = gradient;
  context.fillRect(0, 0, film.width, film.height);
  context.globalAlpha = 1;
}

/** Keeps a picture's edge outside the frame. */
function within(offset: number, least: number): number {
  return Math.min(0, Math.max(least, offset));
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

/** The largest zoom at which a prepared picture is still drawn from enough pixels. */
const ZOOM_RESERVE = 1.25;

/** A large photo would be scaled down again for each frame. */
function inFrameSize({ width, height }: Film, picture: FilmPicture): FilmPicture {
  const scale = Math.max(width / picture.width, height / picture.height) * ZOOM_RESERVE;
  if (scale >= 1) return picture;
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return picture;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
