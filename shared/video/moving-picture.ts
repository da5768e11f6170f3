import { FILM, type Film, type PictureView, type Scene } from './film.ts';
import { between, MORPH_MS } from './motion.ts';

export type FilmContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type FilmPicture = ImageBitmap | HTMLImageElement | OffscreenCanvas | HTMLCanvasElement;

/**
 * Interval of redrawing a picture. Scaling it takes most of a frame's time, but it moves by less than a pixel, so every
 * second frame is enough.
 */
const STEP_MS = 2000 / FILM.fps;
/** The largest zoom for which a picture keeps enough pixels. */
const ZOOM_RESERVE = 1.25;

/**
 * A frame in memory and the key of its content. Two adjacent scenes need one each; frames for all scenes would fill the
 * memory.
 */
export type PictureFrame = { canvas: OffscreenCanvas; shows: string };

/** A scene's picture with its scrim; the picture moves during the scene. */
export class MovingPicture {
  private readonly film: Film;
  private readonly scene: Scene;
  private readonly view: PictureView;
  private readonly picture: FilmPicture;
  private readonly scrim: OffscreenCanvas;
  private readonly frame: PictureFrame;

  /** `picture` is the result of `inFrameSize`. */
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

/** Keeps a picture's edges outside the frame. */
function within(offset: number, least: number): number {
  return Math.min(0, Math.max(least, offset));
}

/** The scrim as a strip one pixel wide: filling the whole frame with a gradient takes twenty times as long. */
function scrimOf({ height }: Film, { scrim }: PictureView): OffscreenCanvas {
  const strip = new OffscreenCanvas(1, height);
  const context = contextOf(strip);
  const gradient = context.createLinearGradient(0, 0, 0, height);
  for (const { at, fill } of scrim) gradient.addColorStop(at, fill);
  context.fillStyle = gradient;
  context.fillRect(0, 0, 1, height);
  return strip;
}

/** The scale at which a picture has as many pixels as frames of this size need; never above 1. */
export function frameScale({ width, height }: { width: number; height: number }, size: number): number {
  return Math.min(1, Math.max(FILM.width / width, FILM.height / height) * size * ZOOM_RESERVE);
}

/** Scales a large picture down once, instead of again for each frame. */
export function inFrameSize(picture: FilmPicture, size: number): FilmPicture {
  const scale = frameScale(picture, size);
  if (scale >= 1) return picture;
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A context that draws in memory (`willReadFrequently`), like that of the film. */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas in memory.');
  return context;
}
