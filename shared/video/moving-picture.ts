import { FILM, type Film, type PictureView, type Scene } from './film.ts';
import { between, MORPH_MS } from './motion.ts';

export type FilmContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type FilmPicture = ImageBitmap | HTMLImageElement | OffscreenCanvas | HTMLCanvasElement;

/** To scale a picture takes most of a frame's time, and it moves by less than a pixel: every second frame is enough. */
const STEP_MS = 2000 / FILM.fps;
/** The largest zoom at which a picture is still drawn from enough pixels. */
const ZOOM_RESERVE = 1.25;

/** A frame in memory and what it holds. Neighbouring scenes need one each: large ones for all would fill the memory. */
export type PictureFrame = { canvas: OffscreenCanvas; shows: string };

/** A scene's picture with its scrim, which moves while the scene stands. */
export class MovingPicture {
  private readonly film: Film;
  private readonly scene: Scene;
  private readonly view: PictureView;
  private readonly picture: FilmPicture;
  private readonly scrim: OffscreenCanvas;
  private readonly frame: PictureFrame;

  /** `picture` as `inFrameSize` made it. */
  constructor(film: Film, scene: Scene, view: PictureView, picture: FilmPicture, frame: PictureFrame) {
    this.film = film;
    this.scene = scene;
    this.view = view;
    this.picture = picture;
    this.scrim = scrimOf(film, view);
    this.frame = frame;
  }

  draw(context: FilmContext, timeMs: number, opacity: number): void {
    if (opacity <= 0) return;
    const step = Math.floor((timeMs - this.scene.startMs) / STEP_MS);
    const wanted = `${this.scene.startMs} ${step}`;
    if (this.frame.shows !== wanted) this.moveTo(step);
    this.frame.shows = wanted;
    context.globalAlpha = opacity;
    context.drawImage(this.frame.canvas, 0, 0, this.film.width, this.film.height);
    context.globalAlpha = 1;
  }

  private moveTo(step: number): void {
    const { film, scene, picture, scrim } = this;
    const { from, to } = this.view;
    const context = contextOf(this.frame.canvas);
    const size = this.frame.canvas.width / film.width;
    context.setTransform(size, 0, 0, size, 0, 0);
    const share = Math.min(1, (step * STEP_MS) / (scene.durationMs + MORPH_MS));
    const zoom = between(from.zoom, to.zoom, share);
    const scale = Math.max(film.width / picture.width, film.height / picture.height) * zoom;
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.drawImage(
      picture,
      within(film.width / 2 - between(from.x, to.x, share) * width, film.width - width),
      within(film.height / 2 - between(from.y, to.y, share) * height, film.height - height),
      width,
      height,
    );
    context.drawImage(scrim, 0, 0, film.width, film.height);
  }
}

/** Keeps a picture's edge outside the frame. */
function within(offset: number, least: number): number {
  return Math.min(0, Math.max(least, offset));
}

/** A strip one pixel wide: to fill the whole frame with a gradient takes twenty times as long. */
function scrimOf({ height }: Film, { scrim }: PictureView): OffscreenCanvas {
  const strip = new OffscreenCanvas(1, height);
  const context = contextOf(strip);
  const gradient = context.createLinearGradient(0, 0, 0, height);
  for (const { at, fill } of scrim) gradient.addColorStop(at, fill);
  context.fillStyle = gradient;
  context.fillRect(0, 0, 1, height);
  return strip;
}

/** What a picture is scaled by so that it has as many pixels as frames of this size need; never above 1. */
export function frameScale({ width, height }: { width: number; height: number }, size: number): number {
  return Math.min(1, Math.max(FILM.width / width, FILM.height / height) * size * ZOOM_RESERVE);
}

/** A large photo would be scaled down again for each frame. */
export function inFrameSize(picture: FilmPicture, size: number): FilmPicture {
  const scale = frameScale(picture, size);
  if (scale >= 1) return picture;
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Drawn in memory, as the film itself is. */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas in memory.');
  return context;
}
