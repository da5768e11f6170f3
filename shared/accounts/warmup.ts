import { z } from 'zod';
import type { Platform } from '../posts/platforms.ts';

/** The only platform with warm-ups (§5, §9). */
export const WARMUP_PLATFORM = 'instagram' satisfies Platform;
/** Minimum time between the ends of two successful warm-ups of an account, in hours (§4, §9). */
export const WARMUP_COOLDOWN_HOURS = 24;
/** The UI's polling interval of a running warm-up, in milliseconds (§4, §9). */
export const WARMUP_POLL_MS = 5_000;

const HOUR_MS = 3_600_000;

export const warmupStartSchema = z.object({
  accountId: z.uuid('expected the id of an account'),
  /** Shows the browser's window, if the agent has a screen. */
  headful: z.boolean().optional(),
});
export type WarmupStart = z.infer<typeof warmupStartSchema>;

/** A warm-up's activities in their usual order; `waiting` for another to end, since a machine runs two at a time. */
export const warmupActivitySchema = z.enum(['waiting', 'opening', 'feed', 'stories', 'reels', 'explore', 'closing']);
export type WarmupActivity = z.infer<typeof warmupActivitySchema>;

/** A session's counts so far; warmup_runs.counts. */
export const warmupCountsSchema = z.object({
  postsSeen: z.number().default(0),
  storiesSeen: z.number().default(0),
  reelsSeen: z.number().default(0),
  likes: z.number().default(0),
  seconds: z.number().default(0),
});
export type WarmupCounts = z.infer<typeof warmupCountsSchema>;

/** A running warm-up's progress. `minutesLeft` is the rest of the planned length, rounded up. */
export const warmupProgressSchema = z.object({
  runId: z.uuid(),
  activity: warmupActivitySchema,
  counts: warmupCountsSchema,
  minutesLeft: z.number(),
});
export type WarmupProgress = z.infer<typeof warmupProgressSchema>;

/** Instagram's confirmed and possible stop signals, which end a session at once. */
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

/** Why a warm-up failed or was stopped. */
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

/** Whether this reason holds an account's automatic warm-ups until a new log-in. */
export function isStopSignal(reason: WarmupReason): boolean {
  return STOP_SIGNALS.some((signal) => signal === reason);
}

/** Whether this reason is unrelated to the account, so that an automatic warm-up may be retried on the same day. */
export function isPassing(reason: WarmupReason): boolean {
  return reason === 'site_trouble' || reason === 'offline';
}

/**
 * The state of an account's latest warm-up (§3); `status` is null if it ended otherwise, or there was none. `progress`
 * is missing if it runs on another machine. With `Accept: text/event-stream` the same path streams WARMUP_EVENTS until
 * the warm-up is over.
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
 * The server-sent events of a status: `status` (warmupStatusSchema) at once and at each change; the last one has
 * isRunning false.
 */
export const WARMUP_EVENTS = { status: 'status', error: 'error' } as const;

export type WarmupEnd = Extract<WarmupStatusAnswer, { isRunning: false }>['status'];

/** Whole hours, rounded up, until the next warm-up is allowed; 0 when it is allowed at `now` (§4). */
export function cooldownHours(lastWarmupAt: Date | null, now: Date): number {
  if (!lastWarmupAt) return 0;
  const left = lastWarmupAt.getTime() + WARMUP_COOLDOWN_HOURS * HOUR_MS - now.getTime();
  return Math.max(0, Math.ceil(left / HOUR_MS));
}

/** A line of a session's journal. `at` is ISO 8601; `seconds` is its duration. */
export const warmupJournalEntrySchema = z.object({
  at: z.string(),
  activity: warmupActivitySchema,
  text: z.string(),
  seconds: z.number().optional(),
});
export type WarmupJournalEntry = z.infer<typeof warmupJournalEntrySchema>;

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
