import type { Temporal } from 'temporal-polyfill';
import type { Quota } from '../../../shared/publishing/quota.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from './messages.ts';

/** https://developers.facebook.com/documentation/video-api/guides/reels-publishing#rate-limit */
const REELS_IN_24_HOURS = 30;
/** More posts of a day than a Page can have. */
const COUNTED_MAX = 1000;

/**
 * What is left of the reels that Facebook takes of a Page within 24 hours, which it does not say itself: counted from
 * what was sent by this workspace. None for accounts of other platforms.
 */
export async function reelsLeft(client: Client, accountId: string, now: Temporal.Instant): Promise<Quota[]> {
  const account = await client.from('social_accounts').select('platform').eq('id', accountId).maybeSingle();
  if (account.error) throw couldNot('read an account', account.error);
  if (account.data?.platform !== 'facebook') return [];
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
  // One more is taken once only 29 of them are younger than a day.
  const freeing = reels.at(-REELS_IN_24_HOURS);
  const until = freeing === undefined ? null : new Date(freeing + 24 * 3_600_000).toISOString();
  return [{ of: 'videos', left: Math.max(0, REELS_IN_24_HOURS - reels.length), until, words: null }];
}
