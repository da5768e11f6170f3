import { z } from 'zod';
import { dryRunRequestSchema } from './dry-run.ts';

/** Maximum number of posts per run. */
export const GENERATION_COUNT_MAX = 10;

/** Optional body of auto-generate-content; the UI sends none (§7). */
export const generationRequestSchema = z.object({
  dryRun: z.literal(false).optional(),
  reason: z.enum(['on_demand', 'autopilot']).default('on_demand'),
  /** How many posts to make; by default the number missing from the project's day, at least 1. */
  count: z.number().int().min(1).max(GENERATION_COUNT_MAX).optional(),
  /** The project, paused or not; by default the newest that lacks posts. */
  project: z.uuid().optional(),
  /**
   * Makes posts even if none of the project's sources can be read: a model writes from common knowledge, the built-in
   * writer asks followers.
   */
  withoutSources: z.boolean().optional(),
  /** Makes nothing when a run started since then (ISO 8601) has made posts: for retries after a lost answer. */
  unlessMadeSince: z.iso.datetime().optional(),
});
export type GenerationRequest = z.infer<typeof generationRequestSchema>;

/** The body of auto-generate-content. With `dryRun`, the answer is a DryRun (dry-run.ts), and nothing is made. */
export const generationCallSchema = z.discriminatedUnion('dryRun', [generationRequestSchema, dryRunRequestSchema]);

/**
 * The answer of auto-generate-content (§3). `template` is the name of the template used, `created` the number of posts
 * written: 0, with success, only when `unlessMadeSince` found some. `project` is the one that they were made for, and
 * `sources` are its readings, with the reason of failures. `nothing` says why there are no posts: no source could be
 * read ('unread'), or they have nothing new left ('used_up'), which a retry would not change.
 */
export const generationResultSchema = z.object({
  success: z.boolean(),
  template: z.string().optional(),
  message: z.string().optional(),
  created: z.number().int().min(0).default(0),
  project: z.string().optional(),
  sources: z.array(z.object({ url: z.string(), reason: z.string().nullable() })).optional(),
  nothing: z.enum(['unread', 'used_up']).optional(),
});
export type GenerationResult = z.infer<typeof generationResultSchema>;

/** The steps of a run in order; `done` and `total` count posts or sources within the step. */
export const generationProgressSchema = z.object({
  step: z.enum(['sources', 'writing', 'media', 'scheduling']),
  done: z.number().int().min(0),
  total: z.number().int().min(0),
  detail: z.string().optional(),
});
export type GenerationProgress = z.infer<typeof generationProgressSchema>;

/**
 * With `Accept: text/event-stream` the function answers server-sent events: `event: progress` with a
 * GenerationProgress, then exactly one `event: result` with a GenerationResult, or one `event: error` with `{ error,
 * code }`.
 */
export const GENERATION_EVENTS = { progress: 'progress', result: 'result', error: 'error' } as const;

/**
 * How many posts a run makes: as requested; for the autopilot 1; on demand the number missing from the project's day,
 * at least 1. `postsToday` counts the posts made for the day or scheduled on it.
 */
export function postsToMake(request: GenerationRequest, postsPerDay: number, postsToday: number): number {
  if (request.count !== undefined) return request.count;
  if (request.reason === 'autopilot') return 1;
  return Math.max(1, postsPerDay - postsToday);
}
