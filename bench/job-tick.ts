import type { SqlClient } from '../server/supabase/sql/client.ts';
import { Sql, sql } from '../server/supabase/sql/template.ts';
import { startAgentProcess } from './agent-process.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { withDataDir } from './workspace.ts';

const POSTS = byDepth(100_000, 20_000);
const ROUNDS = byDepth(50, 2);
const AIM_MS = 5;

/** The jobs' queries. Every round is rolled back, so each finds the same rows. */
const QUESTIONS = {
  'settings, at each look at what is due': 'select * from public.app_settings limit 1',
  'claim a job': "select public.claim_job('bench', now()::text, gen_random_uuid(), 90)",
  'posts that are due': 'select public.open_due_posts(10)',
  'deliveries to send': 'select d.* from public.channels, public.claim_due_deliveries(agent_id, agent_id, 60, 10) d',
  'deliveries that were lost':
    'select d.* from public.channels, public.claim_lost_deliveries(agent_id, agent_id, 60, 10) d',
  'drafts to delete, every hour': 'select public.bin_expired_content(100)',
  'project to make posts for':
    "select public.claim_generation(current_date, date_trunc('day', now()), date_trunc('day', now()) + interval '1 day', 45)",
} as const;

/** The indexes that these queries use. */
const INDEXES = [
  'public.scheduled_posts_due',
  'public.scheduled_posts_time',
  'public.scheduled_posts_publishing',
  'public.post_deliveries_lost',
  'public.post_deliveries_under_way',
  'public.post_deliveries_account',
  'public.generated_content_unsaved',
  'public.generated_content_project',
];

/** Medians in milliseconds: `found` with the indexes, `searched` without. */
type Measured = { what: string; found: number; searched: number };

/**
 * The database time of one job tick with 100,000 scheduled posts, half of them published, with and without indexes.
 */
export async function benchJobTick(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    const agent = await startAgentProcess(dataDir);
    const database = openDatabase(dataDir);
    try {
      await seedTimeline(database, POSTS);
      const measured: Measured[] = [];
      for (const [what, question] of Object.entries(QUESTIONS)) {
        const found = await time(database, question);
        const searched = await time(database, question, `drop index ${INDEXES.join(', ')}`);
        measured.push({ what, found, searched });
      }
      const sum = (of: (each: Measured) => number) => measured.reduce((total, each) => total + of(each), 0);
      const all = { what: 'all of it', found: sum(({ found }) => found), searched: sum(({ searched }) => searched) };
      return [...measured, all].map(({ what, found, searched }) => ({
        what,
        'by index (ms)': found.toFixed(2),
        'without (ms)': searched.toFixed(2),
        ratio: `${(searched / found).toFixed(0)}x`,
        'aim (ms)': String(AIM_MS),
      }));
    } finally {
      await database.close();
      await agent.stop();
    }
  });
}

/** The median of several rounds in Postgres, planning included, in milliseconds. */
async function time(database: SqlClient, question: string, before = 'select'): Promise<number> {
  const times: number[] = [];
  await database
    .transaction(async (transaction) => {
      await transaction.script(before);
      for (let round = 0; round < ROUNDS; round++) {
        await transaction.script('savepoint round');
        const [plan] = await transaction.rows<Explained>(new Sql([`explain (analyze, format json) ${question}`], []));
        const [measured] = plan?.['QUERY PLAN'] ?? [];
        if (measured) times.push(measured['Planning Time'] + measured['Execution Time']);
        await transaction.script('rollback to round');
      }
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return median(times);
}

class RolledBack extends Error {}

type Explained = { 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] };

/**
 * Seeds posts of one project, one every `minutes` before and after now; the past ones are published except the last
 * five, one of which has a delivery.
 */
export async function seedTimeline(database: SqlClient, posts: number, minutes = 30): Promise<void> {
  await database.rows(sql`
    insert into public.content_projects (niche_name, source_url_1, source_url_2, platforms)
    values ('Bench', 'http://bench.example/', 'http://bench.example/', array['facebook'])`);
  await database.rows(sql`
    with account as (
      insert into public.social_accounts (platform, account_label) values ('facebook', 'Bench') returning id, platform
    )
    insert into public.channels (account_id, agent_id, platform, handle, remote_id, server)
    select id, id, platform, 'bench', '1', 'https://facebook.example' from account`);
  await database.rows(sql`
    with made as (
      insert into public.generated_content (project_id, created_at, content_type, status, platforms, caption)
      select p.id, now() - n * interval '1 minute', 'text', 'scheduled', p.platforms, 'Post ' || n || '. ' || repeat('Bread takes time, and a cool kitchen gives it. ', 12)
      from public.content_projects p, generate_series(1, ${posts}) n
      returning id, created_at
    ), numbered as (
      select id, row_number() over (order by created_at) - ${posts / 2} as n from made
    ), placed as (
      insert into public.scheduled_posts (content_id, scheduled_time, status)
      select id, now() + n * ${minutes} * interval '1 minute', case when n < -5 then 'published' else 'scheduled' end from numbered
      returning id, status
    )
    insert into public.post_deliveries (scheduled_post_id, platform, account_id, state)
    select p.id, a.platform, a.id, 'published' from placed p, public.social_accounts a where p.status = 'published'`);
  await database.rows(sql`select public.open_due_posts(1)`);
  await database.rows(sql`vacuum analyze`);
}
