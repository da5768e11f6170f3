import type { Quota } from '../../../../../shared/publishing/quota.ts';

/** The longest retry delay that is accepted from X. */
const RETRY_MAX_MS = 24 * 3_600_000;
/** Limits per 15 minutes, and per day of an account and of an app. https://docs.x.com/x-api/fundamentals/rate-limits */
const LIMITS = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'];
const ACCOUNTS_MAX = 500;

/** One of X's limits: the remaining calls (null if unknown), and when they are reset. */
type Limit = { left: number | null; until: number };

/** When a used-up limit is reset, by this machine's clock; null if the headers name no future time. */
export function resetTime(headers: Headers, now: Date): Date | null {
  const limits = limitsIn(headers, now);
  const usedUp = limits.filter(({ left }) => left === 0);
  const latest = Math.max(...(usedUp.length > 0 ? usedUp : limits.slice(0, 1)).map(({ until }) => until));
  if (!(latest > now.getTime())) return null;
  return new Date(Math.min(latest, now.getTime() + RETRY_MAX_MS));
}

/** The accounts' remaining posts, remembered until they are reset: X reports them only in answers to posts. */
export function postLimits() {
  const known = new Map<string, Limit[]>();
  return {
    note(userId: string, headers: Headers, now: Date): void {
      known.delete(userId);
      known.set(userId, limitsIn(headers, now));
      for (const oldest of known.keys()) {
        if (known.size <= ACCOUNTS_MAX) break;
        known.delete(oldest);
      }
    },
    left(userId: string, now: Date): Quota[] {
      return (known.get(userId) ?? [])
        .filter(({ until }) => until > now.getTime())
        .flatMap(({ left, until }) =>
          left === null ? [] : [{ of: 'posts' as const, left, until: new Date(until).toISOString(), words: null }],
        );
    },
  };
}

/** Times are by this machine's clock. */
function limitsIn(headers: Headers, now: Date): Limit[] {
  const serverTime = Date.parse(headers.get('date') ?? '');
  const ahead = Number.isNaN(serverTime) ? 0 : serverTime - now.getTime();
  return LIMITS.flatMap((name) => {
    const [left, reset] = ['remaining', 'reset'].map((field) => headers.get(`${name}-${field}`) ?? '');
    if (!/^\d{1,11}$/.test(reset ?? '')) return [];
    return [{ left: /^\d{1,11}$/.test(left ?? '') ? Number(left) : null, until: Number(reset) * 1000 - ahead }];
  });
}
