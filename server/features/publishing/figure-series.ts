import type { PostSeries } from '../../../shared/publishing/figure-series.ts';
import { knownFigures } from '../../../shared/publishing/figures.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { deliveriesOf } from './deliveries.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';

/** Points per response: more than a post gets at all its accounts in a year, or an account in ten years. */
const POINTS_MAX = 1000;

/** The metrics of a post over time, for each of its accounts, including those without metrics. AppError unavailable. */
export async function postSeries(client: Client | null, postId: string): Promise<PostSeries[]> {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const deliveries = (await deliveriesOf(client).list(postId)).filter(({ state }) => state === 'published');
  const ids = deliveries.map(({ id }) => id);
  const { data, error } = await client
    .from('post_figures')
    .select()
    .in('delivery_id', ids)
    .order('taken_at')
    .limit(POINTS_MAX);
  if (error) throw couldNot('read the figures of a post', error);
  return deliveries.map(({ id, platform, account }) => ({
    deliveryId: id,
    platform,
    account,
    points: data
      .filter(({ delivery_id: of }) => of === id)
      .map(({ taken_at: at, watch_seconds: watchSeconds, ...told }) => ({
        at,
        figures: knownFigures({ ...told, watchSeconds }),
      })),
  }));
}

/** Followers of an account over time. AppError unavailable. */
export async function followersOf(client: Client | null, accountId: string) {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const { data, error } = await client
    .from('account_figures')
    .select('at:taken_at, followers')
    .eq('account_id', accountId)
    .order('taken_at', { ascending: false })
    .limit(POINTS_MAX);
  if (error) throw couldNot('read the followers of an account', error);
  return data.toReversed();
}
