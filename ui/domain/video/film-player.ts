import type { FilmMusic } from '@/domain/video/film-music.ts';
import { drawFrame, type PreparedFilm, prepareFilm } from '../../../shared/video/draw.ts';
import { FILM, type Film } from '../../../shared/video/film.ts';

/**
 * The preview's share of the film's size: sharp enough for a phone-sized picture on a high-density screen, and fast to
 * draw.
 */
export const PREVIEW_SCALE = 0.5;

export type PlayerState = { atMs: number; isPlaying: boolean };

/** Plays a film on a canvas. In a browser without canvas it shows nothing, but the position still advances. */
export class FilmPlayer {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly onChange: (state: PlayerState) => void;
  private film: Film | null = null;
  private prepared: PreparedFilm | null = null;
  private music: FilmMusic | null = null;
  private atMs = 0;
  /** When the film's start would have been, by the page's clock; null while it is paused. */
  private begunAt: number | null = null;
  private frame = 0;

  constructor(canvas: HTMLCanvasElement, onChange: (state: PlayerState) => void) {
    canvas.width = FILM.width * PREVIEW_SCALE;
    canvas.height = FILM.height * PREVIEW_SCALE;
    this.context = canvas.getContext('2d', { alpha: false });
    this.onChange = onChange;
  }

  /** Shows another film at the same position; the first one starts to play, or shows its cover. */
  show(film: Film, pictures: ReadonlyMap<string, ImageBitmap>, plays: boolean): void {
    const isFirst = this.film === null;
    const hasEnded = this.film !== null && this.begunAt === null && this.atMs >= this.film.durationMs;
    this.film = film;
    this.prepared = this.context && prepareFilm(film, pictures, PREVIEW_SCALE);
    if (isFirst && plays) this.play();
    else if (isFirst) this.seek(film.coverMs);
    else if (hasEnded && plays) this.play();
    else this.seek(Math.min(this.atMs, film.durationMs));
  }

  play(): void {
    if (!this.film) return;
    if (this.atMs >= this.film.durationMs) this.atMs = 0;
    this.begunAt = performance.now() - this.atMs;
    this.music?.playFrom(this.atMs);
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  pause(): void {
    this.begunAt = null;
    cancelAnimationFrame(this.frame);
    this.music?.stop();
    this.report();
  }

  toggle(): void {
    if (this.begunAt === null) this.play();
    else this.pause();
  }

  seek(atMs: number): void {
    this.atMs = atMs;
    if (this.begunAt === null) this.draw();
    else this.play();
  }

  /** The current position, in milliseconds. */
  get positionMs(): number {
    return this.atMs;
  }

  /** Draws the frame at a time on another canvas of the same proportions. */
  drawOn(canvas: HTMLCanvasElement, atMs: number): void {
    const context = canvas.getContext('2d', { alpha: false });
    if (context && this.prepared) drawFrame(context, this.prepared, atMs);
  }

  /** Null turns it off. */
  setMusic(music: FilmMusic | null): void {
    this.music?.stop();
    this.music = music;
    if (this.begunAt !== null) music?.playFrom(this.atMs);
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.begunAt = null;
    this.music?.stop();
  }

  private draw(): void {
    if (!this.film) return;
    const { durationMs } = this.film;
    if (this.begunAt !== null) this.atMs = Math.min(performance.now() - this.begunAt, durationMs);
    if (this.context && this.prepared) drawFrame(this.context, this.prepared, this.atMs);
    if (this.begunAt !== null && this.atMs >= durationMs) this.pause();
    else this.report();
    if (this.begunAt !== null) this.frame = requestAnimationFrame(() => this.draw());
  }

  private report(): void {
    this.onChange({ atMs: this.atMs, isPlaying: this.begunAt !== null });
  }
}
