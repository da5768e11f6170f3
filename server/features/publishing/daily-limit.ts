import type { Temporal } from 'temporal-polyfill';
import { platformOf } from '../../../shared/posts/platforms.ts';
import type { Quota } from '../../../shared/publishing/quota.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

/** More posts than an account can have in a day. */
const COUNTED_MAX = 1000;

/**
 * The remainder of a platform's limit of reels within 24 hours, which its API does not report: counted from this
 * workspace's deliveries. Empty for platforms without such a limit.
 */
export async function reelsLeft(client: Client, accountId: string, now: Temporal.Instant): Promise<Quota[]> {
  const account = await client.from('social_accounts').select('platform').eq('id', accountId).maybeSingle();
  if (account.error) throw couldNot('read an account', account.error);
  const { perDay } = (account.data && platformOf(account.data.platform).media.reel) ?? {};
  if (perDay === undefined) return [];
  const { data, error } = await client
    .from('post_deliveries')
    .select('published_at, parts')
    .eq('account_id', accountId)
    .eq('by_hand', false)
    .gt('published_at', now.subtract({ hours: 24 }).toString())
    .order('published_at')
    .limit(COUNTED_MAX);
  if (error) throw couldNot('count the reels of the last 24 hours', error);
  const reels = data.flatMap(({ published_at, parts }) =>
    published_at !== null && parts[0]?.url.includes('/reel/') ? [Date.parse(published_at)] : [],
  );
  // The next one is allowed once fewer than the limit are younger than a day.
  const freeing = reels.at(-perDay);
  const until = freeing === undefined ? null : new Date(freeing + 24 * 3_600_000).toISOString();
  return [{ of: 'videos', left: Math.max(0, perDay - reels.length), until, words: null }];
}
