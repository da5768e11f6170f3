import type { Call } from './world.ts';

const MINUTE = 60_000;
/** By route; https://docs.joinmastodon.org/api/rate-limits/, and the one for posts from Mastodon's source. */
const LIMITS: Record<string, { name: string; most: number; periodMs: number }> = {
  'POST /api/v2/media': { name: 'media', most: 30, periodMs: 30 * MINUTE },
  'POST /api/v1/statuses': { name: 'posts', most: 300, periodMs: 180 * MINUTE },
};

/** Counts each account's requests in windows that start at whole periods of the clock. */
export function rateLimits() {
  const counts = new Map<string, number>();
  return {
    /** Returns the rate limit headers of a call, and whether the limit is exceeded. */
    count({ name: route, token, world }: Call): { isExceeded: boolean; headers: Record<string, string> } {
      const limit = LIMITS[route];
      if (!limit) return { isExceeded: false, headers: {} };
      const { name, most, periodMs } = limit;
      const now = world.options.now();
      const key = `${name}:${token?.account.id ?? 'ip'}:${Math.floor(now / periodMs)}`;
      const used = (counts.get(key) ?? 0) + 1;
      counts.set(key, used);
      const allowed = world.options.limits[name] ?? most;
      const headers = {
        'x-ratelimit-limit': String(allowed),
        'x-ratelimit-remaining': String(Math.max(allowed - used, 0)),
        'x-ratelimit-reset': new Date(now + periodMs - (now % periodMs)).toISOString().replace('Z', '000Z'),
      };
      return { isExceeded: used > allowed, headers };
    },
  };
}
