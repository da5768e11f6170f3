import { z } from 'zod';
import type { Platform } from '../posts/platforms.ts';

/** The one platform that can be warmed up (§5, §9). */
export const WARMUP_PLATFORM = 'instagram' satisfies Platform;
/** Least time between the ends of two successful warm-ups of one account, in hours (§4, §9). */
export const WARMUP_COOLDOWN_HOURS = 24;
/** How often the UI asks how a running warm-up is doing, in milliseconds (§4, §9). */
export const WARMUP_POLL_MS = 5_000;

const HOUR_MS = 3_600_000;

/**
 * POST here starts a warm-up (§7): 2xx = started, 429 = cooldown, anything else = not started; refusals are an
 * `agentErrorSchema`.
 */
export const WARMUP_START_PATH = '/api/warmup/instagram';
export const warmupStartSchema = z.object({
  accountId: z.uuid('expected the id of an account'),
  /** Show the browser's window, where the agent has a screen. */
  headful: z.boolean().optional(),
});
export type WarmupStart = z.infer<typeof warmupStartSchema>;

/** GET this for the account's `warmupStatusSchema` (§7). */
export function warmupStatusPath(accountId: string): string {
  return `/api/warmup/status/${encodeURIComponent(accountId)}`;
}

/** POST here stops an account's warm-up; answers its `warmupRunSchema`, 404 when none runs on this agent. */
export function warmupCancelPath(accountId: string): string {
  return `/api/warmup/cancel/${encodeURIComponent(accountId)}`;
}

/**
 * What a warm-up is doing, in the order in which a session may come to it; `waiting` for another to end, since a
 * machine has two at once.
 */
export const warmupActivitySchema = z.enum(['waiting', 'opening', 'feed', 'stories', 'reels', 'explore', 'closing']);
export type WarmupActivity = z.infer<typeof warmupActivitySchema>;

/** What a session did so far; warmup_runs.counts. */
export const warmupCountsSchema = z.object({
  postsSeen: z.number().default(0),
  storiesSeen: z.number().default(0),
  reelsSeen: z.number().default(0),
  likes: z.number().default(0),
  seconds: z.number().default(0),
});
export type WarmupCounts = z.infer<typeof warmupCountsSchema>;

/** How a running warm-up stands. `minutesLeft` is the rest of the session's planned length, rounded up. */
export const warmupProgressSchema = z.object({
  runId: z.uuid(),
  activity: warmupActivitySchema,
  counts: warmupCountsSchema,
  minutesLeft: z.number(),
});
export type WarmupProgress = z.infer<typeof warmupProgressSchema>;

/** Instagram's stop signals, and what may be one: they end a session at once. */
const STOP_SIGNALS = [
  'login',
  'challenge',
  'checkpoint',
  'two_factor',
  'suspended',
  'disabled',
  'feedback_required',
  'rate_limited',
  'try_again_later',
  'action_blocked',
  'unknown_notice',
] as const;

/** Why a warm-up ended without success. */
export const warmupReasonSchema = z.enum([
  ...STOP_SIGNALS,
  'no_session',
  'empty_feed',
  'layout_changed',
  'site_trouble',
  'page_hangs',
  'page_crashed',
  'offline',
  'browser',
  'interrupted',
  'cancelled',
  'error',
]);
export type WarmupReason = z.infer<typeof warmupReasonSchema>;

/** Does this end hold an account's automatic warm-ups until a new log-in? */
export function isStopSignal(reason: WarmupReason): boolean {
  return STOP_SIGNALS.some((signal) => signal === reason);
}

/** Does this end say nothing about the account, so that an automatic warm-up may be tried again on the same day? */
export function isPassing(reason: WarmupReason): boolean {
  return reason === 'site_trouble' || reason === 'offline';
}

/**
 * How an account's newest warm-up stands (§3); `status` is null when it ended otherwise, or there never was one.
 * `progress` is missing when the warm-up runs on another machine. With `Accept: text/event-stream` the same path
 * answers WARMUP_EVENTS until the warm-up is over.
 */
export const warmupStatusSchema = z.discriminatedUnion('isRunning', [
  z.object({ isRunning: z.literal(true), progress: warmupProgressSchema.optional() }),
  z.object({
    isRunning: z.literal(false),
    status: z.enum(['success', 'failed']).nullable().default(null),
    reason: warmupReasonSchema.nullable().optional(),
  }),
]);
export type WarmupStatusAnswer = z.infer<typeof warmupStatusSchema>;

/**
 * The server-sent events of a status: `status` (warmupStatusSchema) at once and at each change, the last one with
 * isRunning false.
 */
export const WARMUP_EVENTS = { status: 'status', error: 'error' } as const;

/** How a warm-up ended. */
export type WarmupEnd = Extract<WarmupStatusAnswer, { isRunning: false }>['status'];

/** Whole hours, rounded up, until a warm-up is allowed again; 0 when it is allowed at `now` (§4). */
export function cooldownHours(lastWarmupAt: Date | null, now: Date): number {
  if (!lastWarmupAt) return 0;
  const left = lastWarmupAt.getTime() + WARMUP_COOLDOWN_HOURS * HOUR_MS - now.getTime();
  return Math.max(0, Math.ceil(left / HOUR_MS));
}

/** One line of a session's journal. `at` is ISO 8601; `seconds` how long it took. */
export const warmupJournalEntrySchema = z.object({
  at: z.string(),
  activity: warmupActivitySchema,
  text: z.string(),
  seconds: z.number().optional(),
});
export type WarmupJournalEntry = z.infer<typeof warmupJournalEntrySchema>;

/**
 * GET WARMUP_RUNS_PATH?accountId=&limit= lists runs, newest first; /:id/screenshot gives the last screenshot of one.
 * Times are ISO 8601.
 */
export const WARMUP_RUNS_PATH = '/api/warmup/runs';
export const WARMUP_RUNS_LIMIT_MAX = 200;
export const warmupRunsQuerySchema = z.object({
  accountId: z.uuid('expected the id of an account').optional(),
  limit: z.coerce.number().int().min(1).max(WARMUP_RUNS_LIMIT_MAX).default(20),
});
export type WarmupRunsQuery = z.infer<typeof warmupRunsQuerySchema>;

export const warmupRunSchema = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  status: z.enum(['running', 'success', 'failed', 'cancelled']),
  reason: warmupReasonSchema.nullable(),
  counts: warmupCountsSchema,
  journal: z.array(warmupJournalEntrySchema),
  hasScreenshot: z.boolean(),
});
export type WarmupRun = z.infer<typeof warmupRunSchema>;
export const warmupRunListSchema = z.array(warmupRunSchema);
