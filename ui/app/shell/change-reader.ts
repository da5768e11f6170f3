import type { QueryClient } from '@tanstack/react-query';
import { ANSWERS_KEY } from '@/domain/answers/unread.ts';
import type { ChangeListener } from '@/lib/changes.ts';

/** Changes come in bursts, for example during a generation: queries are refetched after a pause, in milliseconds. */
const PAUSE_MS = 400;

/**
 * The queries to refetch when a table changes, by the first part of their keys. Other tables refetch the queries named
 * after them.
 */
const KEYS_OF: Record<string, readonly string[]> = {
  app_settings: ['app_settings', 'jobs', 'dashboard'],
  content_projects: ['content_projects', 'dashboard'],
  generated_content: ['generated_content', 'scheduled_posts', 'content_bin', 'dashboard', 'evergreen', 'posts'],
  content_bin: ['content_bin', 'scheduled_posts'],
  scheduled_posts: ['scheduled_posts', 'posts', 'posted', 'dashboard', 'jobs'],
  post_deliveries: ['scheduled_posts', 'post_deliveries', 'dashboard', 'insights'],
  post_figures: ['post_figures', 'insights'],
  social_accounts: ['social_accounts', 'destinations'],
  channels: ['social_accounts', 'destinations'],
  job_runs: ['jobs'],
  media_details: ['media'],
  warmup_runs: ['warmup-runs', 'social_accounts', 'dashboard'],
  script_runs: ['script-runs'],
  script_schedules: ['script-schedules'],
  post_comments: [ANSWERS_KEY],
  comment_replies: [ANSWERS_KEY],
};

/** Refetches what others have changed. `end` drops pending refetches. */
export function changeReader(queryClient: QueryClient): ChangeListener & { end(): void } {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    const keys = new Set(waiting);
    waiting.clear();
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) });
  };
  return {
    onChange(table) {
      for (const key of KEYS_OF[table] ?? [table]) waiting.add(key);
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE_MS);
    },
    onGap: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
    end: () => clearTimeout(timer),
  };
}
