import { z } from 'zod';
import { platformSchema } from '../platforms.ts';
import { IMPORT_MAX_BYTES } from './limits.ts';

/**
 * POST a file of posts: an `importRequestSchema`, answered by an `importAnswerSchema`. Nothing is imported on a dry run,
 * nor where any line has an error. A request that is repeated with its `id` makes nothing twice.
 */
export const POSTS_IMPORT_PATH = '/api/posts/import';

/** How a date such as 03/04/2027 is meant, where the file does not show it. */
export const dateOrderSchema = z.enum(['mdy', 'dmy']);
export type DateOrder = z.infer<typeof dateOrderSchema>;

export const importRequestSchema = z.object({
  id: z.uuid(),
  /** The file, as decodeImportFile (shared/posts/import/decode.ts) reads it. */
  text: z.string().max(IMPORT_MAX_BYTES),
  dryRun: z.boolean(),
  /** For lines that name no platform. */
  platforms: z.array(platformSchema).default([]),
  /** For lines that name no account: those of their platforms. Null for every connected account. */
  accounts: z.array(z.uuid()).min(1).max(100).nullable().default(null),
  dateOrder: dateOrderSchema.nullable().default(null),
});
export type ImportRequest = z.input<typeof importRequestSchema>;

/** What is wrong with a line, counted from 1 as a text editor does; `isWarning` does not keep the file back. */
export const lineProblemSchema = z.object({
  line: z.number().int().min(1),
  /** The heading of its column, where it is about one. */
  column: z.string().nullable(),
  text: z.string(),
  isWarning: z.boolean(),
});
export type LineProblem = z.infer<typeof lineProblemSchema>;

/** A post as it will be: `time` is ISO 8601, null for a draft; `media` are the names of its files. */
export const importedPostSchema = z.object({
  line: z.number().int().min(1),
  text: z.string(),
  hashtags: z.array(z.string()),
  platforms: z.array(platformSchema),
  accounts: z.array(z.string()),
  media: z.array(z.string()),
  firstComment: z.string(),
  time: z.string().nullable(),
});
export type ImportedPost = z.infer<typeof importedPostSchema>;

export const importAnswerSchema = z.object({
  /** How many posts were made; 0 on a dry run, and where a line has an error. */
  imported: z.number().int().min(0),
  posts: z.array(importedPostSchema),
  /** By line. */
  problems: z.array(lineProblemSchema),
  /** Errors that are left out of `problems`, because there are too many. */
  moreErrors: z.number().int().min(0),
  /** Headings of columns that are not imported. */
  ignored: z.array(z.string()),
  /** Dates can be read either way, and `dateOrder` was not given. */
  needsDateOrder: z.boolean(),
  /** Some lines name no platform, and `platforms` was empty. */
  needsPlatforms: z.boolean(),
  /** The platforms of the lines that name no account. */
  openPlatforms: z.array(platformSchema),
  timezone: z.string(),
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;
