import { FILM, FILM_MIN_MS, frameMs } from '../../../shared/video/film.ts';
import { EXIT_MS } from '../../../shared/video/motion.ts';
import type { Pace, PlanScene } from '../../../shared/video/plan.ts';
import { readingMs } from './reading-time.ts';

/** A scene's duration relative to its reading time. */
const PACE_FACTORS: Record<Pace, number> = { calm: 1.4, normal: 1.15, quick: 1 };
/** The time until the first words can be read. */
const ENTER_MS = 650;
/** Minimum duration of a scene, and of the closing card. */
const SCENE_MIN_MS = 2_000;
const CLOSING_MS = 2_800;

/** Speech begins when a scene's words have appeared, and the scene ends after a pause for breath. */
export const VOICE_AFTER_MS = 350;
const BREATH_MS = 450;

export type TimedScene = Pick<PlanScene, 'kind' | 'heading' | 'text'> & {
  /** How long its words are spoken, in milliseconds; null for a scene without speech. */
  spokenMs: number | null;
};

/**
 * The duration of each scene in milliseconds, as a whole number of frames: long enough to read its words and to speak
 * them. Together they last at least as long as a film must.
 */
export function durationsOf(scenes: readonly TimedScene[], pace: Pace): number[] {
  const wanted = scenes.map((scene) =>
    Math.max(sceneMs(scene, pace), scene.spokenMs === null ? 0 : VOICE_AFTER_MS + scene.spokenMs + BREATH_MS),
  );
  const total = wanted.reduce((sum, ms) => sum + ms, 0);
  const stretch = Math.max(1, FILM_MIN_MS / Math.max(1, total));
  return wanted.map((ms) => frameMs(Math.ceil((ms * stretch * FILM.fps) / 1000)));
}

/** How long a scene lasts: until all its words have appeared, been read, and left. */
export function sceneMs(
  { kind, heading = '', text }: Pick<PlanScene, 'kind' | 'heading' | 'text'>,
  pace: Pace,
): number {
  const reading = (readingMs(heading) + readingMs(text)) * PACE_FACTORS[pace];
  return Math.max(kind === 'closing' ? CLOSING_MS : SCENE_MIN_MS, ENTER_MS + reading + EXIT_MS);
}
