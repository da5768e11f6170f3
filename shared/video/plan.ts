import { z } from 'zod';
import { CARD_STYLES, CARD_THEMES } from '../pictures/card.ts';
import { MOODS } from './film.ts';

/** More characters than fit in a scene in any script; makeFilm rejects words that do not fit. */
export const SCENE_TEXT_MAX = 600;
const PLAN_SCENES_MAX = 30;

export const PACES = ['calm', 'normal', 'quick'] as const;
export type Pace = (typeof PACES)[number];

/**
 * One scene, which the user may edit: an optional short heading above the text. The hook opens the film; the closing
 * card ends it and shows handle and source.
 */
const planSceneSchema = z.object({
  kind: z.enum(['hook', 'passage', 'step', 'closing']),
  heading: z.string().max(SCENE_TEXT_MAX).optional(),
  text: z.string().max(SCENE_TEXT_MAX),
  /** The key of a picture to show behind the words, such as its bucket path. */
  picture: z.string().max(1000).nullable().optional(),
});
export type PlanScene = z.infer<typeof planSceneSchema>;

/** The plan of a film: `planVideo` proposes it for a post, the user may edit it, and `makeFilm` makes the film. */
export const videoPlanSchema = z.object({
  scenes: z.array(planSceneSchema).min(1).max(PLAN_SCENES_MAX),
  design: z.object({ style: z.enum(CARD_STYLES), theme: z.enum(CARD_THEMES) }),
  pace: z.enum(PACES),
  /** Null for no music. */
  mood: z.enum(MOODS).nullable(),
  /** Varies the music; the same plan and seed produce the same film. */
  seed: z.int().min(0).max(0xffffffff),
});
export type VideoPlan = z.infer<typeof videoPlanSchema>;

/** The target lengths of films in milliseconds; the most informative parts are shown, as far as they fit. */
export const LENGTHS_MS = { short: 15_000, medium: 28_000, long: 44_000 } as const;
export type VideoLength = keyof typeof LENGTHS_MS;
