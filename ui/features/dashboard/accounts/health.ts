import { CHANNEL_WARNING_DAYS } from '../../../../shared/publishing/channel.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An account with its posting connection; `channel` is null if its posts are published by hand. */
export type HealthRow = Pick<
  SocialAccountsRow,
  'id' | 'platform' | 'account_label' | 'is_logged_in' | 'warmup_held_reason'
> & { channel: Pick<ChannelsRow, 'state' | 'is_paused' | 'expires_at'> | null };

export type Issue = { kind: 'reconnect' | 'held' | 'paused' } | { kind: 'expires'; at: string };

/** The most urgent issue of an account that needs the user; null if there is none. */
function issueOf({ channel, warmup_held_reason }: HealthRow, now: Date): Issue | null {
  if (channel?.state === 'reconnect') return { kind: 'reconnect' };
  if (warmup_held_reason !== null) return { kind: 'held' };
  const { expires_at: at = null, is_paused = false } = channel ?? {};
  if (at !== null && Date.parse(at) - now.getTime() < CHANNEL_WARNING_DAYS * DAY_MS) return { kind: 'expires', at };
  return is_paused ? { kind: 'paused' } : null;
}

const RANKS: Record<Issue['kind'], number> = { reconnect: 0, held: 1, expires: 2, paused: 3 };

/** The accounts that need the user, most urgent first. */
export function issuesOf(accounts: readonly HealthRow[], now: Date): { account: HealthRow; issue: Issue }[] {
  return accounts
    .flatMap((account) => {
      const issue = issueOf(account, now);
      return issue ? [{ account, issue }] : [];
    })
    .sort((a, b) => RANKS[a.issue.kind] - RANKS[b.issue.kind]);
}
