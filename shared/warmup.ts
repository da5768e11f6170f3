import { z } from 'zod';
import type { Platform } from './platforms.ts';

/** The one platform that can be warmed up (§5, §9). */
export const WARMUP_PLATFORM = 'instagram' satisfies Platform;
/** Least time between the ends of two successful warm-ups of one account, in hours (§4, §9). */
export const WARMUP_COOLDOWN_HOURS = 24;
/** How often the UI asks how a running warm-up is doing, in milliseconds (§4, §9). */
export const WARMUP_POLL_MS = 5_000;

const HOUR_MS = 3_600_000;

/** POST here starts a warm-up (§7): 2xx = started, 429 = cooldown, anything else = not started; refusals are an `agentErrorSchema`. */
export const WARMUP_START_PATH = '/api/warmup/instagram';
export const warmupStartSchema = z.object({ accountId: z.uuid() });
export type WarmupStart = z.infer<typeof warmupStartSchema>;

/** GET this for the account's `warmupStatusSchema` (§7). */
export function warmupStatusPath(accountId: string): string {
  return `/api/warmup/status/${encodeURIComponent(accountId)}`;
}

/** How an account's newest warm-up stands (§3); `status` is null when it ended otherwise, or there never was one. */
export const warmupStatusSchema = z.discriminatedUnion('isRunning', [
  z.object({ isRunning: z.literal(true) }),
  z.object({ isRunning: z.literal(false), status: z.enum(['success', 'failed']).nullable().default(null) }),
]);
export type WarmupStatusAnswer = z.infer<typeof warmupStatusSchema>;

/** How a warm-up ended. */
export type WarmupEnd = Extract<WarmupStatusAnswer, { isRunning: false }>['status'];

/** Whole hours, rounded up, until a warm-up is allowed again; 0 when it is allowed at `now` (§4). */
export function cooldownHours(lastWarmupAt: Date | null, now: Date): number {
  if (!lastWarmupAt) return 0;
  const left = lastWarmupAt.getTime() + WARMUP_COOLDOWN_HOURS * HOUR_MS - now.getTime();
  return Math.max(0, Math.ceil(left / HOUR_MS));
}
