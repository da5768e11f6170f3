import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { costOfReads, isPaidByCall, priceOf, readPriceOf } from '../../../shared/publishing/prices.ts';
import type { Quota } from '../../../shared/publishing/quota.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

const COUNTED_MAX = 1000;

/**
 * An account's remaining monthly budget (UTC); empty without one. Spending is summed from stored deliveries, metrics,
 * answers and replies, so that it survives reconnecting.
 */
export async function budgetLeft(client: Client, accountId: string, now: Temporal.Instant): Promise<Quota[]> {
  const channel = await client.from('channels').select('platform, limits').eq('account_id', accountId).maybeSingle();
  if (channel.error) throw couldNot('read a channel', channel.error);
  const allowed = channel.data?.limits.monthlyMills;
  if (!channel.data || allowed === undefined) return [];
  const month = now.toZonedDateTimeISO('UTC').with({ day: 1 }).startOfDay();
  const { data, error } = await client
    .from('post_deliveries')
    .select('platform, outgoing, parts')
    .eq('account_id', accountId)
    .eq('by_hand', false)
    .filter('parts', 'neq', '[]')
    // A partly published thread has no time yet.
    .or(`published_at.is.null,published_at.gte.${month.toInstant()}`)
    .order('published_at', { ascending: false, nullsFirst: true })
    .limit(COUNTED_MAX);
  if (error) throw couldNot('add up what the posts of this month have cost', error);
  const spent = data.map(({ platform, outgoing, parts }) =>
    outgoing ? priceOf(platform, outgoing.parts.slice(0, parts.length), outgoing.media) : 0,
  );
  const reads = costOfReads(channel.data.platform, await figureReads(client, accountId, month.toInstant()));
  const answers = await spentOnAnswers(client, accountId, channel.data.platform, month.toInstant());
  const left = allowed - reads - answers - spent.reduce((sum, price) => sum + price, 0);
  return [{ of: 'mills', left, until: month.add({ months: 1 }).toInstant().toString(), words: null }];
}

/**
 * How many posts or accounts can still be read within the month's budget, and when the next month begins; null if there
 * is no limit.
 */
export async function readsLeft(
  client: Client,
  accountId: string,
  platform: Platform,
  now: Temporal.Instant,
): Promise<{ reads: number; until: Temporal.Instant } | null> {
  if (!isPaidByCall(platform)) return null;
  const [budget] = await budgetLeft(client, accountId, now);
  if (!budget?.until) return null;
  const reads = Math.max(0, Math.floor(budget.left / readPriceOf(platform)));
  return { reads, until: Temporal.Instant.from(budget.until) };
}

/** When the next month's budget begins; null while this month's still suffices for reading. */
export async function budgetEnds(...asked: Parameters<typeof readsLeft>): Promise<Temporal.Instant | null> {
  const left = await readsLeft(...asked);
  return left?.reads === 0 ? left.until : null;
}

/** The cost of reading answers and sending replies since then. Each reply is charged as a post. */
async function spentOnAnswers(client: Client, accountId: string, platform: Platform, since: Temporal.Instant) {
  const [read, replies] = await Promise.all([
    client
      .from('answer_reads')
      .select('reads')
      .eq('account_id', accountId)
      .gte('month', since.toString().slice(0, 'YYYY-MM-DD'.length)),
    client
      .from('comment_replies')
      .select('text')
      .eq('account_id', accountId)
      .in('state', ['sent', 'removed'])
      .gte('sent_at', since.toString())
      .limit(COUNTED_MAX),
  ]);
  const error = read.error ?? replies.error;
  if (error) throw couldNot('add up what the answers of this month have cost', error);
  const posts = (read.data ?? []).reduce((sum, { reads }) => sum + reads, 0);
  const sent = (replies.data ?? []).reduce((sum, { text }) => sum + priceOf(platform, [text], []), 0);
  // At the price shown to users beforehand, which allows for authors that may be charged along with their posts.
  return posts * readPriceOf(platform) + sent;
}

const readsSchema = z.object({ posts: z.number(), accounts: z.number() });

/** How many times metrics of the account and of its posts were read since then. */
async function figureReads(client: Client, accountId: string, since: Temporal.Instant) {
  const { data, error } = await client.rpc('figure_reads', { account: accountId, since: since.toString() });
  if (error) throw couldNot('add up what the figures of this month have cost', error);
  return readsSchema.parse(data);
}
