const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The retry delays after failed attempts, in seconds, as recommended by the specification:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability
 */
const PAUSES_S = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR] as const;
/** A delay is extended by up to this share, so that attempts that failed together are not repeated together. */
const JITTER = 0.2;
const RETRY_AFTER_MAX_S = 24 * HOUR;

/**
 * Seconds until the next attempt after this one, counted from 1; null after the last. `askedFor` is the receiver's
 * Retry-After in seconds, if it sent one, `random` a number from 0 to 1.
 */
export function retrySeconds(attempt: number, askedFor: number | null, random: number): number | null {
  const pause = PAUSES_S[attempt - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (1 + JITTER * random), Math.min(askedFor ?? 0, RETRY_AFTER_MAX_S));
}
