import type { Client } from '../../server/supabase/connection.ts';
import type { Database } from '../../shared/workspace/database.ts';

type Name = keyof Database['public']['Tables'];

/** Does not compile if a table of the schema is missing. */
function everyTable<const Listed extends Name>(
  tables: [Exclude<Name, Listed>] extends [never] ? readonly Listed[] : never,
): readonly Listed[] {
  return tables;
}

/** Every table of the workspace, which only its members may read or write. */
export const TABLES = everyTable([
  'members',
  'content_projects',
  'content_style_templates',
  'generated_content',
  'scheduled_posts',
  'post_words',
  'social_accounts',
  'channels',
  'channel_holders',
  'agent_pairings',
  'post_deliveries',
  'post_figures',
  'post_facts',
  'account_figures',
  'archived_posts',
  'app_settings',
  'puppeteer_scripts',
  'script_schedules',
  'warmup_runs',
  'script_runs',
  'job_runs',
  'model_calls',
  'content_bin',
  'project_bin',
  'generation_runs',
  'media_details',
  'post_imports',
  'post_series',
  'hashtag_groups',
  'series_posts',
  'webhooks',
  'webhook_deliveries',
  'post_comments',
  'comment_replies',
  'answer_reads',
  'agent_presence',
  'agents',
  'workspace_moves',
]);

/**
 * How many rows of a table a client sees. One table's types stand for all: those of every table would take 3 % of the
 * type check.
 */
export async function countRows(client: Client, table: (typeof TABLES)[number]): Promise<number> {
  const rows = client.from(table as 'members').select('*', { count: 'exact', head: true });
  return (await rows.throwOnError()).count ?? 0;
}
