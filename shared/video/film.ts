import { z } from 'zod';
import { CARD_STYLES, CARD_THEMES } from '../pictures/card.ts';

/** Size in pixels and frames per second of every film: full screen on a phone. */
export const FILM = { width: 1080, height: 1920, fps: 30 } as const;

/** The shortest and the longest film, in milliseconds. */
export const FILM_MIN_MS = 8_000;
export const FILM_MAX_MS = 45_000;

const FILM_SCENES_MAX = 40;

export const MOODS = ['calm', 'warm', 'bright', 'driving'] as const;
export type Mood = (typeof MOODS)[number];

const colour = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
const milliseconds = z.number().min(0).max(FILM_MAX_MS);

/** In pixels from the film's top left corner. */
const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof boxSchema>;

/**
 * How a layer appears. `rise`: from below the lower edge of its box, as if from behind it. `fade`: in place. `grow`:
 * from its leading edge.
 */
const entranceSchema = z.object({
  kind: z.enum(['rise', 'fade', 'grow']),
  /** From the scene's start. */
  atMs: milliseconds,
  /** 0 for a layer that appears instantly. */
  durationMs: milliseconds,
});

/** An SVG path in the film's pixels, so that a page needs no fonts: `new Path2D(d)`. */
const inkSchema = z.object({ d: z.string(), fill: colour });

/** A line of text or a shape. The layers of a scene are drawn in order and exit together at the scene's end. */
const layerSchema = z.object({
  inks: z.array(inkSchema),
  box: boxSchema,
  entrance: entranceSchema,
  /** The words that the paths show; absent for shapes. */
  text: z.string().optional(),
  isRtl: z.boolean().optional(),
  /** Does not exit with the scene, because the next one has it too. */
  stays: z.boolean().optional(),
});
export type Layer = z.infer<typeof layerSchema>;

/**
 * A rectangle, or a disc if its radius is half its size. Shapes with the same index in adjacent scenes morph into each
 * other.
 */
const shapeSchema = boxSchema.extend({
  radius: z.number().min(0),
  fill: colour,
  /** Slow movement around its place: pixels in either direction, seconds per cycle, and the phase as a share of it. */
  drift: z.object({ x: z.number(), y: z.number(), seconds: z.number().positive(), phase: z.number() }).optional(),
});
export type Shape = z.infer<typeof shapeSchema>;

/** The centre of the view, as shares of the picture's width and height, and the zoom relative to filling the frame. */
const viewSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1), zoom: z.number().min(1) });

const pictureViewSchema = z.object({
  /** One of the film's `pictures`. */
  key: z.string(),
  from: viewSchema,
  to: viewSchema,
  /** Colours with their opacity over the picture, from top (0) to bottom (1), so that words stay readable. */
  scrim: z.array(z.object({ at: z.number().min(0).max(1), fill: colour })),
});
export type PictureView = z.infer<typeof pictureViewSchema>;

const sceneSchema = z.object({
  startMs: milliseconds,
  /** Scenes follow each other without a gap; the film ends with the last one. */
  durationMs: milliseconds,
  ground: colour,
  shapes: z.array(shapeSchema),
  /** Covers the background and shapes. */
  picture: pictureViewSchema.nullable(),
  layers: z.array(layerSchema),
});
export type Scene = z.infer<typeof sceneSchema>;

/** The progress bar over all scenes: a line, or one part per scene. */
const progressSchema = z.object({
  box: boxSchema,
  radius: z.number().min(0),
  /** The end of each part in milliseconds; a plain line is one part with the film's length. */
  partsMs: z.array(milliseconds),
  gap: z.number().min(0),
  isRtl: z.boolean(),
  /** The colours in each scene: of the part that is done, and of the rest. */
  colours: z.array(z.object({ done: colour, open: colour })),
});
export type Progress = z.infer<typeof progressSchema>;

const captionSchema = z.object({ startMs: milliseconds, endMs: milliseconds, text: z.string() });
export type Caption = z.infer<typeof captionSchema>;

/** Music composed by code (`renderScore`); the same seed and mood produce the same music. */
export const scoreSchema = z.object({ mood: z.enum(MOODS), seed: z.int().min(0) });
export type Score = z.infer<typeof scoreSchema>;

/** The spoken words of a scene; the sound files are passed separately, in the same order. */
const speechSchema = z.object({ startMs: milliseconds, durationMs: milliseconds, words: z.string() });

/**
 * A whole film as plain JSON, the same for the preview and the page that encodes it. The files of pictures are passed
 * separately, by key.
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
  /** A library file whose sound is the film's music; `music` is then null. */
  musicFile: z.string().nullable(),
  /** Empty if the film has no voice. */
  speech: z.array(speechSchema),
  captions: z.array(captionSchema),
  /** The language of its words, as a primary BCP 47 tag; `und` if unknown. */
  language: z.string(),
  /** The time of the cover frame: the hook, with all its words visible. */
  coverMs: milliseconds,
});
export type Film = z.infer<typeof filmSchema>;

/** The number of frames; frame n shows the time `frameMs(n)`. */
export function frameCount({ durationMs }: Pick<Film, 'durationMs'>): number {
  return Math.round((durationMs * FILM.fps) / 1000);
}

export function frameMs(frame: number): number {
  return (frame * 1000) / FILM.fps;
}
