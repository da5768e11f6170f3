import type { Quota } from '../../../../../shared/publishing/quota.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { resetTime } from './api.ts';

/** How many accounts are remembered. */
const ACCOUNTS_MAX = 500;

/**
 * The remaining limits of each account. Servers report them only in answers to posts and uploads, so they are unknown
 * until this process has received one. https://docs.joinmastodon.org/api/rate-limits/
 */
const latest = new Map<string, Map<Quota['of'], Quota>>();

/** Stores the limit in an answer to a post or an upload. */
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

/** An account's limits that have not been reset yet. */
export function limitsLeft(account: string, now: Date): Quota[] {
  const known = [...(latest.get(account)?.values() ?? [])];
  return known.filter(({ until }) => until !== null && Date.parse(until) > now.getTime());
}
