import { queryOptions, useQuery } from '@tanstack/react-query';
import { usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import type { CallAgent } from '@/lib/agent.ts';
import { nowMs } from '@/lib/clock.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { PostOrigin } from '../../../shared/posts/link-tags.ts';
import type { GeneratedContentRow, PostDeliveriesRow, ScheduledPostsRow } from '../../../shared/workspace/database.ts';

/** The columns of a delivery that lists show. */
export type DeliverySummary = Pick<
  PostDeliveriesRow,
  | 'id'
  | 'platform'
  | 'account_id'
  | 'account_label'
  | 'state'
  | 'waits_for'
  | 'by_hand'
  | 'remote_url'
  | 'error_class'
  | 'error_text'
  | 'retry_after'
  | 'held_id'
  | 'held_until'
>;

/** The columns of DeliverySummary, for selecting them with a post. */
export const DELIVERY_COLUMNS =
  'post_deliveries(id, platform, account_id, account_label, state, waits_for, by_hand, remote_url, error_class, error_text, retry_after, held_id, held_until)';

/** A post with its content and deliveries, attempts included. */
export type DeliveredPost = ScheduledPostsRow & {
  generated_content: Pick<
    GeneratedContentRow,
    | 'id'
    | 'caption'
    | 'hashtags'
    | 'alternatives'
    | 'account_versions'
    | 'first_comment'
    | 'platforms'
    | 'account_ids'
    | 'media'
    | 'media_url'
    | 'content_type'
    | 'options'
  > &
    PostOrigin;
  post_deliveries: PostDeliveriesRow[];
};

const DELIVERED_POST =
  '*, generated_content!inner(id, caption, hashtags, alternatives, account_versions, first_comment, platforms, account_ids, media, media_url, content_type, options, template_name, content_projects(niche_name)), post_deliveries(*)';

/** How often a post that is being published is refetched, and how soon an agent takes up a due one, in milliseconds. */
const BUSY_POLL_MS = 3_000;
const PICKED_UP_WITHIN_MS = 2 * 60 * 1000;

/** The refetch interval of posts: short while one of them is being published, or has just become due. */
export function pollWhileUnderWay(posts: readonly Pick<ScheduledPostsRow, 'status' | 'scheduled_time'>[]) {
  const isUnderWay = posts.some(({ status, scheduled_time }) => {
    const late = nowMs() - Date.parse(scheduled_time);
    return status === 'publishing' || (status === 'scheduled' && late >= 0 && late < PICKED_UP_WITHIN_MS);
  });
  return isUnderWay ? BUSY_POLL_MS : false;
}

/** One post with its deliveries, always refetched; null if it was deleted. Fails with Supabase's error. */
export function deliveredPostQuery(supabase: Supabase, id: string) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'deliveries', id],
    queryFn: async ({ signal }): Promise<DeliveredPost | null> => {
      const { data } = await supabase
        .from('scheduled_posts')
        .select(DELIVERED_POST)
        .eq('id', id)
        .abortSignal(signal)
        .retry(false)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhileUnderWay(state.data ? [state.data] : []),
  });
}

/** How far back posts that need the user are searched, and how often, in milliseconds. */
const LOOK_BACK_MS = 14 * 24 * 60 * 60 * 1000;
const REFETCH_INTERVAL_MS = 60_000;
/** The longest list of them. */
const NEEDY_POSTS = 20;

/** The statuses of a post that needs the user. */
const NEEDY = ['needs_review', 'failed'] as const;

const lookBack = () => new Date(nowMs() - LOOK_BACK_MS).toISOString();

/** The number of posts that need the user; undefined until known. */
export function useNeedyPostCount(): number | undefined {
  const supabase = useSupabase();
  return useQuery({
    queryKey: ['scheduled_posts', 'needy', 'count'],
    queryFn: async ({ signal }) => {
      const { count } = await supabase
        .from('scheduled_posts')
        .select('id', { count: 'exact', head: true })
        .in('status', NEEDY)
        .gte('scheduled_time', lookBack())
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return count ?? 0;
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  }).data;
}

/** The most rows that a hosted project returns at once. */
const COUNTED_POSTS = 1000;

/** How many posts wait for the user to publish them, and how many need another decision; undefined until known. */
export function useNeedyKinds(): { byHand: number; others: number } | undefined {
  const supabase = useSupabase();
  return useQuery({
    queryKey: ['scheduled_posts', 'needy', 'kinds'],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('scheduled_posts')
        .select('id, post_deliveries(state, waits_for)')
        .in('status', NEEDY)
        .gte('scheduled_time', lookBack())
        .limit(COUNTED_POSTS)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      const byHand = data.filter(({ post_deliveries }) => post_deliveries.some(isByHand)).length;
      return { byHand, others: data.length - byHand };
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  }).data;
}

/** Whether a delivery waits for the user to publish it. */
export function isByHand({ state, waits_for }: Pick<PostDeliveriesRow, 'state' | 'waits_for'>): boolean {
  return state === 'waiting' && (waits_for ?? 'by_hand') === 'by_hand';
}

/** The posts that need the user, latest first. Fails with Supabase's error. */
export function needyPostsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'needy', 'list'],
    queryFn: async ({ signal }): Promise<DeliveredPost[]> => {
      const { data } = await supabase
        .from('scheduled_posts')
        .select(DELIVERED_POST)
        .in('status', NEEDY)
        .gte('scheduled_time', lookBack())
        .order('scheduled_time', { ascending: false })
        .order('id')
        .limit(NEEDY_POSTS)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

/** What a delivery is doing, or waiting for. */
export type Situation =
  | 'queued'
  | 'paused'
  | 'account_paused'
  | 'limited'
  | 'retrying'
  | 'preparing'
  | 'publishing'
  | 'handed_over'
  | 'published'
  | 'marked'
  | 'rejected'
  | 'signed_out'
  | 'failed'
  | 'in_doubt'
  | 'by_hand'
  | 'late'
  | 'reconnect'
  | 'cancelled';

/** The switches that hold deliveries back. */
type Brakes = { isPaused: boolean; isAccountPaused: boolean };

export function situationOf(delivery: DeliverySummary, { isPaused, isAccountPaused }: Brakes): Situation {
  switch (delivery.state) {
    case 'pending':
      if (isPaused) return 'paused';
      if (isAccountPaused) return 'account_paused';
      if (!delivery.retry_after) return 'queued';
      return delivery.error_class === 'rate_limit' ? 'limited' : 'retrying';
    case 'waiting':
      return delivery.waits_for ?? 'by_hand';
    case 'published':
      return delivery.by_hand ? 'marked' : 'published';
    case 'needs_review':
      return 'in_doubt';
    case 'failed':
      if (delivery.error_class === 'unknown') return 'in_doubt';
      if (delivery.error_class === 'auth') return 'signed_out';
      return delivery.error_class === 'rejected' ? 'rejected' : 'failed';
    default:
      return delivery.state;
  }
}

/** Returns a function that gives a delivery's current situation and account. */
export function useSituations() {
  const accounts = usePublishingAccounts();
  const settings = useSettings();
  const isPaused = settings?.publishing_paused === true || settings?.automation_paused === true;
  return (delivery: DeliverySummary) => {
    const account = delivery.account_id ? accounts?.get(delivery.account_id) : undefined;
    const isAccountPaused = account?.channel?.isPaused === true;
    return {
      situation: situationOf(delivery, { isPaused, isAccountPaused }),
      account: account?.label ?? delivery.account_label,
      /** The agent can send it. */
      hasChannel: account?.channel != null,
    };
  };
}

/** The growth of a post's metrics on each account where it is published. Throws the errors of agentFetch. */
export function growthQuery(agent: CallAgent, postId: string) {
  return queryOptions({
    queryKey: ['post_figures', postId],
    queryFn: async () => (await import('@/domain/publishing/calls.ts')).readPostFigures(agent, postId),
  });
}
