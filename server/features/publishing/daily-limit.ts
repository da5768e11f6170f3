import type { Temporal } from 'temporal-polyfill';
import { platformOf } from '../../../shared/posts/platforms.ts';
import type { Quota } from '../../../shared/publishing/quota.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from './messages.ts';

/** More posts of a day than an account can have. */
const COUNTED_MAX = 1000;

/**
 * What is left of the reels that a platform takes of an account within 24 hours and does not tell: counted from what was
 * sent by this workspace. Empty for accounts of platforms without such a limit.
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
  // One more is taken once one less than the limit is younger than a day.
  const freeing = reels.at(-perDay);
  const until = freeing === undefined ? null : new Date(freeing + 24 * 3_600_000).toISOString();
  return [{ of: 'videos', left: Math.max(0, perDay - reels.length), until, words: null }];
}
