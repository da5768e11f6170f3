import { isOverdue } from '../../../shared/posts/overdue.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';
import type { ContentStatus, PostStatus } from '../../../shared/workspace/database.ts';

export const ACTIVITY_LIMIT = 4;

/** The rows of each table, newest first. Times are ISO 8601. */
export type ActivityRows = {
  projects: { id: string; created_at: string; niche_name: string }[];
  contents: { id: string; created_at: string; caption: string; status: ContentStatus }[];
  posts: {
    id: string;
    updated_at: string;
    status: PostStatus;
    scheduled_time: string;
    generated_content: { id: string; caption: string } | null;
  }[];
  accounts: { id: string; created_at: string; account_label: string }[];
};

/**
 * One line of Recent Activity: what happened, to what, and when. `stopped` is a post that was not published, `turn` one
 * that waits for the user; `scheduledTime` is set for waiting posts.
 */
export type Activity = {
  id: string;
  kind: 'project' | 'content' | 'post' | 'turn' | 'stopped' | 'account';
  happened: string;
  subject: string;
  at: string;
  scheduledTime?: string;
  path: string;
};

const POST_HAPPENED: Record<PostStatus, string> = {
  scheduled: 'Post scheduled',
  publishing: 'Post being published',
  published: 'Post published',
  failed: 'Post failed',
  needs_review: 'Your turn',
  cancelled: 'Post cancelled',
};

const KINDS: Partial<Record<PostStatus, Activity['kind']>> = {
  failed: 'stopped',
  needs_review: 'turn',
  cancelled: 'stopped',
};

/**
 * Merges the newest rows of each table into one list, newest first; a scheduled post is not also listed as content. A
 * post waiting after its time is overdue.
 */
export function mergeActivity({ projects, contents, posts, accounts }: ActivityRows, now = new Date()): Activity[] {
  const told = new Set(posts.map((post) => post.generated_content?.id));
  const merged: Activity[] = [
    ...projects.map(
      (row): Activity => ({
        id: row.id,
        kind: 'project',
        happened: 'Project created',
        subject: row.niche_name,
        at: row.created_at,
        path: '/create',
      }),
    ),
    ...contents
      .filter((row) => !told.has(row.id))
      .map(
        (row): Activity => ({
          id: row.id,
          kind: 'content',
          happened: 'Post written',
          subject: postTitle(row.caption),
          at: row.created_at,
          path: '/scheduler',
        }),
      ),
    ...posts.map(
      (row): Activity => ({
        id: row.id,
        kind: isOverdue(row, now) ? 'stopped' : (KINDS[row.status] ?? 'post'),
        happened: isOverdue(row, now) ? 'Post overdue' : POST_HAPPENED[row.status],
        subject: postTitle(row.generated_content?.caption ?? ''),
        at: row.updated_at,
        scheduledTime: row.status === 'scheduled' ? row.scheduled_time : undefined,
        path: '/scheduler',
      }),
    ),
    ...accounts.map(
      (row): Activity => ({
        id: row.id,
        kind: 'account',
        happened: 'Account added',
        subject: row.account_label,
        at: row.created_at,
        path: '/accounts',
      }),
    ),
  ];
  return merged.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, ACTIVITY_LIMIT);
}
