import type { WarmupReason } from './warmup.ts';

/** How many days an account rests before its hold can be lifted without a new log-in. */
export const HOLD_REST_DAYS = 2;
const REST_MS = HOLD_REST_DAYS * 86_400_000;

/** The only stop signal that expires; all others need a log-in. */
const EXPIRING_REASON: WarmupReason = 'rate_limited';

/**
 * Who can end the hold on an account's automatic warm-ups: there is none (`none`), only a new log-in (`log_in`), the
 * user now (`person`), or the user from a later time on (`person_later`).
 */
export type HoldEnd = { by: 'none' | 'log_in' | 'person' } | { by: 'person_later'; from: Date };

/** How a hold can end at `now`. `heldAt` is its start, ISO 8601. */
export function holdEnd(reason: string | null, heldAt: string | null, now: Date): HoldEnd {
  if (reason === null) return { by: 'none' };
  if (reason !== EXPIRING_REASON || heldAt === null) return { by: 'log_in' };
  const from = new Date(Date.parse(heldAt) + REST_MS);
  return from > now ? { by: 'person_later', from } : { by: 'person' };
}
