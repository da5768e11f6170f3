import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HealthRow } from '@/features/dashboard/accounts/health.ts';
import { ACTIVITY_LIMIT, type Activity, mergeActivity } from '@/features/dashboard/activity.ts';
import type { PublishedDelivery } from '@/features/dashboard/best-posts/best-posts.ts';
import { nowDate, nowMs } from '@/lib/clock.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { BY_HAND } from '../../../shared/ai/providers.ts';
import { overdueBefore } from '../../../shared/posts/overdue.ts';

/** The counts of the stat cards; failures are only logged (§8). */
export function useStats() {
  const supabase = useSupabase();
  return useLogged(useQuery({ queryKey: ['dashboard', 'stats'], queryFn: () => loadStats(supabase), staleTime: 0 }));
}

/** The lines of Recent Activity; failures are only logged (§8). */
export function useActivity() {
  const supabase = useSupabase();
  return useLogged(
    useQuery({ queryKey: ['dashboard', 'activity'], queryFn: () => loadActivity(supabase), staleTime: 0 }),
  );
}

/** The published deliveries of the last 30 days that have metrics; a failure is logged and shown in the card. */
export function useBestPosts() {
  const supabase = useSupabase();
  const query = useQuery({
    queryKey: ['dashboard', 'best-posts'],
    queryFn: ({ signal }) => loadPublished(supabase, signal),
  });
  return useLogged(query, 'The figures could not be loaded.');
}

/** The query's result; a failure is written to the console. */
export function useLogged<Result extends { error: Error | null }>(
  result: Result,
  failed = 'The dashboard could not be loaded.',
): Result {
  useEffect(() => {
    if (result.error) console.error(failed, result.error);
  }, [result.error, failed]);
  return result;
}

/** The latest events of the workspace. Throws Supabase's error. */
async function loadActivity(supabase: Supabase): Promise<Activity[]> {
  const newest = { ascending: false };
  const [projects, contents, posts, accounts] = await Promise.all([
    supabase
      .from('content_projects')
      .select('id, created_at, niche_name')
      .order('created_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
    supabase
      .from('generated_content')
      .select('id, created_at, caption, status')
      .order('created_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
    supabase
      .from('scheduled_posts')
      .select('id, updated_at, status, scheduled_time, generated_content(id, caption)')
      .order('updated_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
    supabase
      .from('social_accounts')
      .select('id, created_at, account_label')
      .order('created_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
  ]);
  return mergeActivity({
    projects: projects.data,
    contents: contents.data,
    posts: posts.data,
    accounts: accounts.data,
  });
}

/** §3, "Dashboard stats", and what their captions and the accounts card need. */
export type Stats = {
  scheduledPosts: number;
  /** Those whose time has passed, or that a platform would reject. */
  stuckPosts: number;
  contentCreated: number;
  /** Those written by hand. */
  writtenByHand: number;
  /** The files in the bucket. */
  mediaAssets: number;
  /** Accounts that are logged in or connected for posting. */
  activeAccounts: number;
  accounts: HealthRow[];
};

/** Exact counts by HEAD (§7). */
const COUNT = { count: 'exact', head: true } as const;

/** Counts everything for the stat cards. Throws Supabase's error. */
async function loadStats(supabase: Supabase): Promise<Stats> {
  const scheduled = () => supabase.from('scheduled_posts').select('id', COUNT).eq('status', 'scheduled');
  const contents = () => supabase.from('generated_content').select('id', COUNT);
  const [posts, stuck, created, byHand, files, found] = await Promise.all([
    scheduled().throwOnError(),
    scheduled()
      .or(`scheduled_time.lt.${overdueBefore(nowDate()).toISOString()},problems.cs."[{\\"isWarning\\":false}]"`)
      .throwOnError(),
    contents().throwOnError(),
    contents().eq('writer', BY_HAND).throwOnError(),
    supabase.from('media_files').select('id', COUNT).throwOnError(),
    supabase
      .from('social_accounts')
      .select('id, platform, account_label, is_logged_in, warmup_held_reason, channels(state, is_paused, expires_at)')
      .order('account_label')
      .throwOnError(),
  ]);
  // An object, because an account has at most one channel; the generated types say an array.
  const accounts = found.data.map(({ channels, ...account }) => ({
    ...account,
    channel: [channels].flat()[0] ?? null,
  }));
  return {
    scheduledPosts: posts.count ?? 0,
    stuckPosts: stuck.count ?? 0,
    contentCreated: created.count ?? 0,
    writtenByHand: byHand.count ?? 0,
    mediaAssets: files.count ?? 0,
    activeAccounts: accounts.filter(({ is_logged_in, channel }) => is_logged_in || channel?.state === 'ready').length,
    accounts,
  };
}

/** Whether there is a project, and whether a post was ever published. Fails with Supabase's error. */
export function firstStepsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['dashboard', 'first-steps'],
    queryFn: async ({ signal }) => {
      const [project, published] = await Promise.all([
        supabase.from('content_projects').select('id').limit(1).abortSignal(signal).retry(false).throwOnError(),
        supabase
          .from('scheduled_posts')
          .select('id')
          .eq('status', 'published')
          .limit(1)
          .abortSignal(signal)
          .retry(false)
          .throwOnError(),
      ]);
      return { hasProject: project.data.length > 0, hasPublished: published.data.length > 0 };
    },
    staleTime: 0,
  });
}

/** The age limit of counted posts in milliseconds, and their maximum number. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_DELIVERIES = 1000;

/** The published deliveries, latest first. Throws Supabase's error. */
async function loadPublished(supabase: Supabase, signal: AbortSignal): Promise<PublishedDelivery[]> {
  const { data } = await supabase
    .from('post_deliveries')
    .select(
      'id, platform, remote_url, published_at, figures, scheduled_posts!inner(generated_content!inner(caption, template_name))',
    )
    .eq('state', 'published')
    .gte('published_at', new Date(nowMs() - LOOK_BACK_MS).toISOString())
    .not('figures', 'is', null)
    .order('published_at', { ascending: false })
    .limit(MOST_DELIVERIES)
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return data.flatMap(({ published_at, figures, ...delivery }) =>
    published_at && figures ? [{ ...delivery, published_at, figures }] : [],
  );
}
