import { FILM, FILM_MIN_MS, frameMs } from '../../../shared/video/film.ts';
import { EXIT_MS } from '../../../shared/video/motion.ts';
import type { Pace, PlanScene } from '../../../shared/video/plan.ts';
import { readingMs } from './reading-time.ts';

/** How much longer than reading takes a scene stands. */
const PACE_FACTORS: Record<Pace, number> = { calm: 1.4, normal: 1.15, quick: 1 };
/** Until the first words can be read, and for the words to leave. */
const ENTER_MS = 650;
/** No scene is shorter, however few its words; the closing card stands for this long. */
const SCENE_MIN_MS = 2_000;
const CLOSING_MS = 2_800;

/** A scene's voice begins when its words have come in, and the next one's after a breath. */
export const VOICE_AFTER_MS = 350;
const BREATH_MS = 450;

export type TimedScene = Pick<PlanScene, 'kind' | 'heading' | 'text'> & {
  /** How long its words are spoken, in milliseconds; null where nobody speaks them. */
  spokenMs: number | null;
};

/**
 * How long each scene stands, in milliseconds, each a whole number of frames: as long as its words are read, and spoken;
 * never shorter in all than a film may be.
 */
export function durationsOf(scenes: readonly TimedScene[], pace: Pace): number[] {
  const wanted = scenes.map((scene) =>
    Math.max(sceneMs(scene, pace), scene.spokenMs === null ? 0 : VOICE_AFTER_MS + scene.spokenMs + BREATH_MS),
  );
  const total = wanted.reduce((sum, ms) => sum + ms, 0);
  const stretch = Math.max(1, FILM_MIN_MS / Math.max(1, total));
  return wanted.map((ms) => frameMs(Math.ceil((ms * stretch * FILM.fps) / 1000)));
}

/** How long a scene stands: until everything in it has come in, is read, and has left. */
export function sceneMs(
  { kind, heading = '', text }: Pick<PlanScene, 'kind' | 'heading' | 'text'>,
  pace: Pace,
): number {
  const reading = (readingMs(heading) + readingMs(text)) * PACE_FACTORS[pace];
  return Math.max(kind === 'closing' ? CLOSING_MS : SCENE_MIN_MS, ENTER_MS + reading + EXIT_MS);
}
