import { z } from 'zod';
import type { Brand } from '../pictures/brand.ts';
import { CARD_STYLES, CARD_THEMES, type CardDesign, type Slide } from '../pictures/card.ts';
import type { GeneratedContentRow } from '../workspace/database.ts';
import { FILM_MAX_MS, filmSchema, MOODS } from './film.ts';
import { PACES, videoPlanSchema } from './plan.ts';

/** How much of a post is shown; LENGTHS_MS has the durations. */
export const VIDEO_LENGTHS = ['short', 'medium', 'long'] as const;

/** Maximum pictures behind the words of one video. */
export const VIDEO_PICTURES_MAX = 20;

/** The source of a video's voice: this machine, or the chosen AI provider. */
export const VOICES = ['system', 'provider'] as const;
export type VoiceKind = (typeof VOICES)[number];

const voiceSchema = z.object({
  /** Its name for users: "espeak-ng", "OpenAI". */
  name: z.string(),
});
/** The available voices; null for one that is unavailable. */
export const voicesSchema = z.object({ system: voiceSchema.nullable(), provider: voiceSchema.nullable() });
export type Voices = z.infer<typeof voicesSchema>;

/** The options of a post's video; omitted ones are chosen for the post. */
export const videoRequestSchema = z.object({
  style: z.enum(CARD_STYLES).optional(),
  theme: z.enum(CARD_THEMES).optional(),
  pace: z.enum(PACES).optional(),
  /** How much of the post the video shows. */
  length: z.enum(VIDEO_LENGTHS).optional(),
  /** The kind of music; null for none. */
  mood: z.enum(MOODS).nullable().optional(),
  /** Path of a library file whose sound is played instead: a piece of music, or a video. */
  musicFile: z.string().min(1).max(1024).optional(),
  /** The voice; without one the video has no speech. */
  voice: z.enum(VOICES).nullable().optional(),
  /** Paths of library pictures to show behind the words, instead of the post's own. */
  pictures: z.array(z.string().min(1).max(1024)).max(VIDEO_PICTURES_MAX).optional(),
  /** The time of the cover frame in milliseconds, instead of the opening. */
  coverMs: z.number().min(0).max(FILM_MAX_MS).optional(),
  /** The scenes with their words, instead of those planned from the post. */
  plan: videoPlanSchema.optional(),
});
export type VideoRequest = z.infer<typeof videoRequestSchema>;

/** The input for a post's film (server/generation/video). */
export type FilmOrder = {
  post: Pick<GeneratedContentRow, 'id' | 'caption'>;
  /** The project's niche, and the site that the post is based on; empty if there is none. */
  niche: string;
  source: string;
  request: VideoRequest;
  brand: Brand;
  /** Words of the post's drawn cards, in order. */
  slides: Slide[];
  /** The design of the post's cards; null if it has none. */
  design: CardDesign | null;
  /** Paths of pictures to show behind the words. */
  pictures: string[];
  /**
   * If its words are spoken: the share of the length that the scenes may take, and the milliseconds of each text's
   * speech, or null to estimate them.
   */
  spoken: { room: number; ms: Readonly<Record<string, number>> | null } | null;
};
/** A film and the plan that it was made from. */
export const plannedFilmSchema = z.object({ film: filmSchema, plan: videoPlanSchema });
export type PlannedFilm = z.infer<typeof plannedFilmSchema>;
/** A film, or a sentence for the user that explains why there is none. */
export type FilmAnswer = PlannedFilm | { refusal: string };

/** The steps of making a video in order; `done` and `total` count within the step. */
export const videoProgressSchema = z.object({
  step: z.enum(['waiting', 'scenes', 'voice', 'browser', 'frames', 'storing']),
  done: z.int().min(0),
  total: z.int().min(0),
});
export type VideoProgress = z.infer<typeof videoProgressSchema>;

/** Labels of the steps. */
export const VIDEO_STEPS: { readonly [step in VideoProgress['step']]: string } = {
  waiting: 'Waiting for other videos',
  scenes: 'Laying out the scenes',
  voice: 'Recording the voice',
  browser: 'Starting the browser',
  frames: 'Drawing the frames',
  storing: 'Storing the video',
};

/** A finished video that is attached to its post. */
export const madeVideoSchema = z.object({
  /** The post's content. */
  id: z.uuid(),
  /** Its file in the library. */
  path: z.string(),
  seconds: z.number(),
  bytes: z.number(),
  style: z.enum(CARD_STYLES),
  theme: z.enum(CARD_THEMES),
  hasMusic: z.boolean(),
  hasVoice: z.boolean(),
});
export type MadeVideo = z.infer<typeof madeVideoSchema>;

/** The progress of a post's video, or the result of the last one requested since the agent started. */
export const videoStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('making'), progress: videoProgressSchema }),
  z.object({ state: z.literal('made'), video: madeVideoSchema }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type VideoState = z.infer<typeof videoStateSchema>;

export const VIDEO_EVENTS = { progress: 'progress', result: 'result' } as const;
