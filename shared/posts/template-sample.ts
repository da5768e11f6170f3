import { z } from 'zod';
import { platformSchema } from './platforms.ts';

/** In characters (code points), as in the database. */
export const TEMPLATE_NAME_MAX = 200;
export const TEMPLATE_PROMPT_MAX = 10_000;

/** The niche of the bundled example, used if there is no project to show. */
export const SAMPLE_NICHE = 'Home baking';

/** A character has up to two UTF-16 units, which `max` counts. */
const characters = (what: string, most: number) =>
  z
    .string()
    .max(2 * most)
    .refine((text) => text.trim() !== '', `Enter a ${what}.`)
    .refine((text) => [...text].length <= most, `Shorten the ${what} to ${most.toLocaleString('en')} characters.`);

/** A template as typed; it need not be saved. */
export const templateSampleRequestSchema = z.object({
  name: characters('name', TEMPLATE_NAME_MAX),
  prompt: characters('prompt', TEMPLATE_PROMPT_MAX),
  writer: z.enum(['built-in', 'model']).default('built-in'),
  /** The project to write about; by default the newest. */
  project: z.uuid().optional(),
});
export type TemplateSampleRequest = z.infer<typeof templateSampleRequestSchema>;

/**
 * A sample post, which is not stored. `from` is its source: passages that the project's earlier posts quoted, or the
 * bundled example. `writer` as stored with posts.
 */
export const templateSampleSchema = z.object({
  from: z.enum(['project', 'example']),
  niche: z.string(),
  platform: platformSchema,
  caption: z.string(),
  hashtags: z.array(z.string()),
  writer: z.string(),
  /** US dollars; null for the built-in writer, and if the price is unknown. */
  costUsd: z.number().nullable(),
});
export type TemplateSample = z.infer<typeof templateSampleSchema>;
