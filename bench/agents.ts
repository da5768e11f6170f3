import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SqlClient } from '../server/supabase/sql/client.ts';
import { type Sql, sql } from '../server/supabase/sql/template.ts';
import { startAgentProcess } from './agent-process.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { seedTimeline } from './job-tick.ts';
import { median } from './table.ts';
import { withDataDir } from './workspace.ts';

const POSTS = byDepth(100_000, 5_000);
const CLAIMERS = [1, 10, byDepth(50, 20)];
const ACCOUNTS = 100;
/** Posts of a measurement, all due at once or one after the other. */
const AT_ONCE = byDepth(600, 100);
const EVEN = byDepth(300, 30);
const EVEN_SECONDS = byDepth(15, 3);
/** With four connections each: about as many as PostgREST has by default. */
const POOLS = 3;
const LOOK_AT_MOST_MS = 5_000;
const BEAT_MS = 20_000;
const LIMIT_MS = 60_000;

/**
 * Agents that do the claims alone, over the connections of one PostgREST, beside 100,000 posts: what they ask of the
 * database and how soon a due post is begun, with posts spread over a while; then how many go out when all are due.
 */
export async function benchAgents(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    const process = await startAgentProcess(dataDir);
    const pools = Array.from({ length: POOLS }, () => openDatabase(dataDir));
    try {
      const [database] = pools;
      if (!database) return [];
      await seedTimeline(database, POSTS);
      await database.run(sql`
        insert into public.social_accounts (platform, account_label) select 'bluesky', 'Bench ' || n from generate_series(1, ${ACCOUNTS}) n`);
      const rows: Record<string, string>[] = [];
      for (const claimers of CLAIMERS) {
        const even = await measure(pools, claimers, EVEN, EVEN_SECONDS);
        const full = await measure(pools, claimers, AT_ONCE, 0);
        rows.push({
          agents: String(claimers),
          'queries a minute': even.perMinute.toFixed(0),
          'of each': (even.perMinute / claimers).toFixed(0),
          'due to begun (ms, median)': median(even.delays).toFixed(0),
          'at most': Math.max(...even.delays).toFixed(0),
          'posts a minute, all due': ((full.delays.length / full.ms) * 60_000).toFixed(0),
        });
      }
      return rows;
    } finally {
      await Promise.all(pools.map((pool) => pool.close()));
      await process.stop();
    }
  });
}

type Measured = { delays: number[]; perMinute: number; ms: number };

/** Has agents send `posts` that become due over some seconds, each through accounts of its own. */
async function measure(pools: SqlClient[], claimers: number, posts: number, seconds: number): Promise<Measured> {
  const agents = Array.from({ length: claimers }, () => randomUUID());
  const [database] = pools;
  if (!database) throw new Error('There is no connection.');
  await database.run(sql`
    insert into public.channels (account_id, agent_id, platform, handle, remote_id, server)
    select id, (${agents}::uuid[])[1 + (row_number() over (order by id) % ${claimers})::integer], platform, 'bench', '1', 'https://bench.example'
    from public.social_accounts where platform = 'bluesky'
    on conflict (account_id) do update set agent_id = excluded.agent_id`);
  await database.run(sql`
    with account as (
      select id, row_number() over (order by id) as n from public.social_accounts where platform = 'bluesky'
    ), made as (
      insert into public.generated_content (content_type, status, platforms, account_ids, caption)
      select 'text', 'scheduled', array['bluesky'], array[a.id], 'Bench ' || post.n
      from generate_series(1, ${posts}) as post (n) join account a on a.n = 1 + post.n % ${ACCOUNTS}
      returning id
    )
    insert into public.scheduled_posts (content_id, scheduled_time, status)
    select id, clock_timestamp() + make_interval(secs => ${seconds}::double precision * row_number() over () / ${posts}), 'scheduled' from made`);
  const delays: number[] = [];
  let queries = 0;
  const began = performance.now();
  const isOver = () => delays.length >= posts || performance.now() - began > LIMIT_MS;
  const claimer = async (agent: string, pool: SqlClient) => {
    const run = randomUUID();
    const ask = <Row extends object>(statement: Sql) => {
      queries += 1;
      return pool.rows<Row>(statement);
    };
    await ask(
      sql`select public.register_agent(${agent}::uuid, ${run}::uuid, '{}', false, 'Bench', '1', '{"logins": []}')`,
    );
    let beaten = performance.now();
    while (!isOver()) {
      if (performance.now() - beaten > BEAT_MS) {
        beaten = performance.now();
        await ask(sql`select public.beat_agent(${agent}::uuid, ${run}::uuid)`);
      }
      await ask(sql`select * from public.claim_lost_deliveries(${run}::uuid, ${agent}::uuid, 60, 32)`);
      await ask(sql`select * from public.app_settings limit 1`);
      await ask(sql`select public.open_due_posts(50)`);
      const due = await ask<{ id: string; late: number }>(sql`
        select d.id, extract(epoch from clock_timestamp() - p.scheduled_time) * 1000 as late
        from public.claim_due_deliveries(${run}::uuid, ${agent}::uuid, 60, 32) d join public.scheduled_posts p on p.id = d.scheduled_post_id`);
      await Promise.all(
        due.map(async ({ id, late }) => {
          delays.push(Number(late));
          await ask(
            sql`select public.begin_publishing(${id}::uuid, ${run}::uuid, 60, '{"parts": ["Bench"], "media": []}')`,
          );
          await ask(sql`select public.finish_delivery(${id}::uuid, ${run}::uuid, 'published')`);
        }),
      );
      if (due.length > 0) continue;
      const [next] = await ask<{ wait: number | null }>(sql`
        select extract(epoch from min(scheduled_time) - clock_timestamp()) * 1000 as wait from public.scheduled_posts where status = 'scheduled'`);
      await delay(Math.min(LOOK_AT_MOST_MS, Math.max(20, Number(next?.wait ?? LOOK_AT_MOST_MS))));
    }
  };
  await Promise.all(agents.map((agent, index) => claimer(agent, pools[index % pools.length] ?? database)));
  const ms = performance.now() - began;
  return { delays, ms, perMinute: (queries / ms) * 60_000 };
}
