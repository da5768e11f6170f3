import type { Temporal } from 'temporal-polyfill';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';

/** How many posts generations have made that were begun since then. AppError unavailable. */
export async function madeSince(client: Client, time: Temporal.Instant): Promise<number> {
  const { data, error } = await client
    .from('generation_runs')
    .select('created')
    .eq('status', 'done')
    .gte('started_at', time.toString());
  if (error)
    throw new AppError('unavailable', `Supabase could not count the posts: ${error.message}`, { cause: error });
  return data.reduce((sum, { created }) => sum + created, 0);
}
