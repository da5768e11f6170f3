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

/** How long each scene stands, in milliseconds, each a whole number of frames; never shorter in all than a film may be. */
export function durationsOf(scenes: readonly Pick<PlanScene, 'kind' | 'heading' | 'text'>[], pace: Pace): number[] {
  const wanted = scenes.map((scene) => sceneMs(scene, pace));
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
