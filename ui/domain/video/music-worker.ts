import type { Score } from '../../../shared/video/film.ts';
import { renderScore } from '../../../shared/video/music/render-score.ts';

export type MusicRequest = { score: Score; durationMs: number };

/** Composes off the main thread: it takes some hundred milliseconds, in which the page would freeze. */
addEventListener('message', ({ data: { score, durationMs } }: MessageEvent<MusicRequest>) => {
  const { left, right } = renderScore(score, durationMs);
  postMessage({ left, right }, { transfer: [left.buffer, right.buffer] });
});
