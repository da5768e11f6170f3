import { queryOptions } from '@tanstack/react-query';
import type { Destination } from '@/domain/publishing/accounts.ts';
import { pollWhileUnderWay } from '@/domain/publishing/deliveries.ts';
import { POST_COLUMNS, type ScheduledPost } from '@/features/scheduler/queries.ts';
import type { Supabase } from '@/lib/supabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back unfinished posts are looked for. */
const LOOK_BACK_MS = 14 * DAY_MS;
/** Refetch interval of the queue in milliseconds while nothing is being sent. */
const IDLE_POLL_MS = 60_000;
const MOST_POSTS = 200;

/** The next posts in order of time, and the destinations of each scheduled post by its id. */
export type QueueRows = { posts: ScheduledPost[]; destinations: Map<string, Destination[]> };

/** The posts of the next 24 hours, and earlier unfinished ones. Fails with Supabase's error. */
export function queueQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'queue'],
    queryFn: async ({ signal }): Promise<QueueRows> => {
      const now = Date.now();
      const [start, end] = [now - LOOK_BACK_MS, now + DAY_MS].map((time) => new Date(time).toISOString()) as [
        string,
        string,
      ];
      const posts = supabase
        .from('scheduled_posts')
        .select(POST_COLUMNS)
        .in('status', ['scheduled', 'publishing', 'needs_review', 'failed'])
        .gte('scheduled_time', start)
        .lt('scheduled_time', end)
        .order('scheduled_time')
        .order('id')
        .limit(MOST_POSTS)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      const places = supabase
        .from('post_destinations')
        .select('post_id, platform, account_id, agent_id')
        .gte('scheduled_time', start)
        .lt('scheduled_time', end)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      const [{ data }, { data: rows }] = await Promise.all([posts, places]);
      const destinations = new Map<string, Destination[]>();
      for (const { post_id, ...place } of rows)
        destinations.set(post_id, [...(destinations.get(post_id) ?? []), place]);
      return { posts: data, destinations };
    },
    refetchInterval: ({ state }) => pollWhileUnderWay(state.data?.posts ?? []) || IDLE_POLL_MS,
  });
}
