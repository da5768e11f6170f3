import { z } from 'zod';
import { CARD_STYLES, CARD_THEMES } from '../pictures/card.ts';

/** Pixels and frames per second of every film: full screen on a phone. */
export const FILM = { width: 1080, height: 1920, fps: 30 } as const;

/** The shortest and the longest film, in milliseconds. */
export const FILM_MIN_MS = 8_000;
export const FILM_MAX_MS = 45_000;

const FILM_SCENES_MAX = 40;

export const MOODS = ['calm', 'warm', 'bright', 'driving'] as const;
export type Mood = (typeof MOODS)[number];

const colour = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
const milliseconds = z.number().min(0).max(FILM_MAX_MS);

/** Pixels from the film's top left corner. */
const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof boxSchema>;

/**
 * How a layer comes in. `rise`: out of the lower edge of its box, as from behind it. `fade`: appears where it stands.
 * `grow`: from its leading edge.
 */
const entranceSchema = z.object({
  kind: z.enum(['rise', 'fade', 'grow']),
  /** From the scene's start. */
  atMs: milliseconds,
  /** 0 for a layer that is there at once. */
  durationMs: milliseconds,
});

/** An SVG path in the film's pixels, so that a page needs no fonts: `new Path2D(d)`. */
const inkSchema = z.object({ d: z.string(), fill: colour });

/** A line of text or a shape. Layers of a scene are drawn in their order and leave together at the scene's end. */
const layerSchema = z.object({
  inks: z.array(inkSchema),
  box: boxSchema,
  entrance: entranceSchema,
  /** The words that the paths show; absent for shapes. */
  text: z.string().optional(),
  isRtl: z.boolean().optional(),
  /** Does not leave with the scene: the next one has it too. */
  stays: z.boolean().optional(),
});
export type Layer = z.infer<typeof layerSchema>;

/** A rectangle, round where its radius is half its size. Shapes of neighbouring scenes turn into each other by index. */
const shapeSchema = boxSchema.extend({
  radius: z.number().min(0),
  fill: colour,
  /** Slow movement about its place: pixels either way, and seconds of one round. */
  drift: z.object({ x: z.number(), y: z.number(), seconds: z.number().positive(), phase: z.number() }).optional(),
});
export type Shape = z.infer<typeof shapeSchema>;

/** A share of the picture's own width and height that is its centre of view, and the zoom beyond filling the frame. */
const viewSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1), zoom: z.number().min(1) });

const pictureViewSchema = z.object({
  /** One of the film's `pictures`. */
  key: z.string(),
  from: viewSchema,
  to: viewSchema,
  /** Colours with their opacity over the picture, from top to bottom (0 to 1), so that words stay readable. */
  scrim: z.array(z.object({ at: z.number().min(0).max(1), fill: colour })),
});
export type PictureView = z.infer<typeof pictureViewSchema>;

const sceneSchema = z.object({
  startMs: milliseconds,
  /** Scenes follow each other without a gap; the last one ends the film. */
  durationMs: milliseconds,
  ground: colour,
  shapes: z.array(shapeSchema),
  /** Covers ground and shapes. */
  picture: pictureViewSchema.nullable(),
  layers: z.array(layerSchema),
});
export type Scene = z.infer<typeof sceneSchema>;

/** What stays over all scenes and fills as the film goes on: a line, or one part per scene. */
const progressSchema = z.object({
  box: boxSchema,
  radius: z.number().min(0),
  /** The parts' ends in milliseconds; one part, the film's length, makes a plain line. */
  partsMs: z.array(milliseconds),
  gap: z.number().min(0),
  isRtl: z.boolean(),
  /** Colours of each scene: what is done, and what is open. */
  colours: z.array(z.object({ done: colour, open: colour })),
});
export type Progress = z.infer<typeof progressSchema>;

const captionSchema = z.object({ startMs: milliseconds, endMs: milliseconds, text: z.string() });
export type Caption = z.infer<typeof captionSchema>;

/** Music composed by code (`renderScore`); the same seed and mood give the same music. */
export const scoreSchema = z.object({ mood: z.enum(MOODS), seed: z.int().min(0) });
export type Score = z.infer<typeof scoreSchema>;

/** The words of a scene as they are spoken; their sound is given beside the film, in the same order. */
const speechSchema = z.object({ startMs: milliseconds, durationMs: milliseconds, words: z.string() });

/**
 * A whole film as plain JSON: the same in the preview and in the page that encodes it. Bytes of pictures are given
 * beside it, by key.
 */
export const filmSchema = z.object({
  width: z.literal(FILM.width),
  height: z.literal(FILM.height),
  fps: z.literal(FILM.fps),
  durationMs: z.number().min(FILM_MIN_MS).max(FILM_MAX_MS),
  style: z.enum(CARD_STYLES),
  theme: z.enum(CARD_THEMES),
  scenes: z.array(sceneSchema).min(1).max(FILM_SCENES_MAX),
  progress: progressSchema.nullable(),
  /** The keys of all pictures. */
  pictures: z.array(z.string()),
  music: scoreSchema.nullable(),
  /** The file of the library whose sound is its music; `music` is null then. */
  musicFile: z.string().nullable(),
  /** Empty without a voice. */
  speech: z.array(speechSchema),
  captions: z.array(captionSchema),
  /** What it is written in, as a primary BCP 47 tag; `und` where that is unknown. */
  language: z.string(),
  /** The frame that stands for the film: its hook, fully set. */
  coverMs: milliseconds,
});
export type Film = z.infer<typeof filmSchema>;

/** Number of frames; frame n shows `frameMs(n)`. */
export function frameCount({ durationMs }: Pick<Film, 'durationMs'>): number {
  return Math.round((durationMs * FILM.fps) / 1000);
}

export function frameMs(frame: number): number {
  return (frame * 1000) / FILM.fps;
}
