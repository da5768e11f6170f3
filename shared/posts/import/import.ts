import { z } from 'zod';
import { platformSchema } from '../platforms.ts';
import { IMPORT_MAX_BYTES } from './limits.ts';

/** How to read an ambiguous date such as 03/04/2027. */
export const dateOrderSchema = z.enum(['mdy', 'dmy']);
export type DateOrder = z.infer<typeof dateOrderSchema>;

export const importRequestSchema = z.object({
  id: z.uuid(),
  /** The file's text, as decoded by decodeImportFile (shared/posts/import/decode.ts). */
  text: z.string().max(IMPORT_MAX_BYTES),
  dryRun: z.boolean(),
  /** For lines that name no platform. */
  platforms: z.array(platformSchema).default([]),
  /** For lines that name no account: the accounts of their platforms. Null for every connected account. */
  accounts: z.array(z.uuid()).min(1).max(100).nullable().default(null),
  dateOrder: dateOrderSchema.nullable().default(null),
});
export type ImportRequest = z.input<typeof importRequestSchema>;

/** A problem of a line, 1-based; `isWarning` does not block the import. */
export const lineProblemSchema = z.object({
  line: z.number().int().min(1),
  /** The column's heading, if it is about one. */
  column: z.string().nullable(),
  text: z.string(),
  isWarning: z.boolean(),
});
export type LineProblem = z.infer<typeof lineProblemSchema>;

/** A planned post: `time` is ISO 8601, null for a draft; `media` are the names of its files. */
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
  /** The number of posts made; 0 on a dry run, and if a line has an error. */
  imported: z.number().int().min(0),
  posts: z.array(importedPostSchema),
  problems: z.array(lineProblemSchema),
  /** Further errors that are not in `problems`. */
  moreErrors: z.number().int().min(0),
  /** Headings of columns that are not imported. */
  ignored: z.array(z.string()),
  /** Dates are ambiguous, and `dateOrder` was not given. */
  needsDateOrder: z.boolean(),
  /** Some lines name no platform, and `platforms` is empty. */
  needsPlatforms: z.boolean(),
  /** The platforms of the lines that name no account. */
  openPlatforms: z.array(platformSchema),
  timezone: z.string(),
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;
