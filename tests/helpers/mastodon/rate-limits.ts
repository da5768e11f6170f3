import type { Call } from './world.ts';

type Limit = { name: string; most: number; periodMs: number; holdsFor: (method: string, path: string) => boolean };

const MINUTE = 60_000;
/** https://docs.joinmastodon.org/api/rate-limits/ */
const LIMITS: Limit[] = [
  { name: 'api', most: 300, periodMs: 5 * MINUTE, holdsFor: (_, path) => path.startsWith('/api/') },
  {
    name: 'media',
    most: 30,
    periodMs: 30 * MINUTE,
    holdsFor: (method, path) => method === 'POST' && /^\/api\/v\d\/media$/.test(path),
  },
  {
    // As Mastodon's source has it; the documents leave it out.
    name: 'posts',
    most: 300,
    periodMs: 180 * MINUTE,
    holdsFor: (method, path) => method === 'POST' && path === '/api/v1/statuses',
  },
];

/** Counts requests of each account in windows that begin at whole periods of the clock. */
export function rateLimits() {
  const counts = new Map<string, number>();
  return {
    /** The headers about the limit that is nearest, and whether it is exceeded. */
    count({ method, url, token, world }: Call): { isExceeded: boolean; headers: Record<string, string> } {
      const now = world.options.now();
      const states = LIMITS.filter(({ holdsFor }) => holdsFor(method, url.pathname)).map(({ name, most, periodMs }) => {
        const key = `${name}:${token?.account.id ?? 'ip'}:${Math.floor(now / periodMs)}`;
        const used = (counts.get(key) ?? 0) + 1;
        counts.set(key, used);
        const allowed = world.options.limits[name] ?? most;
        return { most: allowed, left: allowed - used, resetAt: now + (periodMs - (now % periodMs)) };
      });
      const nearest = states.sort((one, other) => one.left - other.left)[0];
      if (!nearest) return { isExceeded: false, headers: {} };
      return {
        isExceeded: nearest.left < 0,
        headers: {
          'x-ratelimit-limit': String(nearest.most),
          'x-ratelimit-remaining': String(Math.max(nearest.left, 0)),
          'x-ratelimit-reset': new Date(nearest.resetAt).toISOString().replace('Z', '000Z'),
        },
      };
    },
  };
}
