import type { Quota } from '../../../../../shared/publishing/quota.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { resetTime } from './api.ts';

/** How many accounts are remembered. */
const ACCOUNTS_MAX = 500;

/**
 * What accounts may still do, by what is counted. A server says it with its answers to posts and uploads alone, so it is
 * known from the latest of this process or not at all. https://docs.joinmastodon.org/api/rate-limits/
 */
const latest = new Map<string, Map<Quota['of'], Quota>>();

/** Keeps what an answer to a post or an upload says of its limit. */
export function noteLimit(account: string, of: 'posts' | 'files', { headers }: PlatformAnswer, now: Date): void {
  const remaining = headers.get('x-ratelimit-remaining') ?? '';
  const until = resetTime(headers, now);
  if (!/^\d{1,9}$/.test(remaining) || !until) return;
  const known = latest.get(account) ?? new Map<Quota['of'], Quota>();
  known.set(of, { of, left: Number(remaining), until: until.toISOString(), words: null });
  latest.delete(account);
  latest.set(account, known);
  for (const oldest of latest.keys()) {
    if (latest.size <= ACCOUNTS_MAX) break;
    latest.delete(oldest);
  }
}

/** The limits of an account that still hold. */
export function limitsLeft(account: string, now: Date): Quota[] {
  const known = [...(latest.get(account)?.values() ?? [])];
  return known.filter(({ until }) => until !== null && Date.parse(until) > now.getTime());
}
