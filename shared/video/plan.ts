import { z } from 'zod';
import { CARD_STYLES, CARD_THEMES } from '../pictures/card.ts';
import { MOODS } from './film.ts';

/** More characters than a scene can hold in any script; makeFilm refuses what does not fit. */
export const SCENE_TEXT_MAX = 600;
const PLAN_SCENES_MAX = 30;

export const PACES = ['calm', 'normal', 'quick'] as const;
export type Pace = (typeof PACES)[number];

/**
 * One scene as a person may edit it: an optional short heading over the text. The hook opens the film, the closing card
 * ends it and shows handle and source.
 */
const planSceneSchema = z.object({
  kind: z.enum(['hook', 'passage', 'step', 'closing']),
  heading: z.string().max(SCENE_TEXT_MAX).optional(),
  text: z.string().max(SCENE_TEXT_MAX),
  /** Key of a picture to stand behind the words, such as its bucket path. */
  picture: z.string().max(1000).nullable().optional(),
});
export type PlanScene = z.infer<typeof planSceneSchema>;

/** What a film is made of: `planVideo` proposes it for a post, a person edits it, `makeFilm` makes the film. */
export const videoPlanSchema = z.object({
  scenes: z.array(planSceneSchema).min(1).max(PLAN_SCENES_MAX),
  design: z.object({ style: z.enum(CARD_STYLES), theme: z.enum(CARD_THEMES) }),
  pace: z.enum(PACES),
  /** Null for silence. */
  mood: z.enum(MOODS).nullable(),
  /** Varies the music and the shapes' places; the same plan and seed give the same film. */
  seed: z.int().min(0).max(0xffffffff),
});
export type VideoPlan = z.infer<typeof videoPlanSchema>;

/** How long a film is about to be, in milliseconds: what is most telling is shown, as far as it fits. */
export const LENGTHS_MS = { short: 15_000, medium: 28_000, long: 44_000 } as const;
export type VideoLength = keyof typeof LENGTHS_MS;
