import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startLoop } from '../server/runs/loop.ts';
import type { SqlClient } from '../server/supabase/sql/client.ts';
import { type Sql, sql } from '../server/supabase/sql/template.ts';
import { openTestBackend } from '../tests/helpers/embedded.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { seedTimeline } from './job-tick.ts';
import { median } from './table.ts';

const POSTS = byDepth(100_000, 5_000);
const AGENTS = [1, 10, byDepth(50, 20)];
const ACCOUNTS = 100;
const IDLE_MS = byDepth(10_000, 2_000);
/** Posts per batch, seconds between batches, posts in all batches, and posts that are all due at once. */
const TOGETHER = 5;
const EVERY_SECONDS = byDepth(3, 1);
const EVEN = byDepth(25, 10);
const AT_ONCE = byDepth(600, 100);
/** Each has four connections, about as many in total as PostgREST opens by default. */
const POOLS = 3;
const LIMIT_MS = 40_000;

/** The agent's own limits, from server/features/publishing/engine/engine.ts and server/features/agents/feature.ts. */
const LOOKS = { atLeastMs: 20, atMostMs: 5_000, failure: 'a look failed', log: pino() };
const OPENED_ELSEWHERE_MS = 100;
const SENT_AT_ONCE = 32;
const OPENED_AT_ONCE = 100;
const EARLY_MS = 20_000;
const BEAT_MS = 20_000;

/**
 * Simulated agents that only run the claim queries, over as many connections as one PostgREST has, with 100,000 other
 * posts in the database: queries per minute while nothing is due, the delay until a due post is begun, and the
 * throughput when many are due at once. Publishing itself takes no time, so only the database is measured.
 */
export async function benchAgents(): Promise<Record<string, string>[]> {
  const backend = await openTestBackend();
  const pools = Array.from({ length: POOLS }, () => openDatabase(backend.dataDir));
  try {
    const [database] = pools;
    if (!database) return [];
    progress(`making ${POSTS} posts`);
    // The claims don't use full-text search, and indexing a post's words takes longer than the rest of its insert.
    await database.script('alter table public.scheduled_posts disable trigger scheduled_posts_words');
    await seedTimeline(database, POSTS);
    await database.script('alter table public.scheduled_posts enable trigger scheduled_posts_words');
    await database.run(sql`
      insert into public.social_accounts (platform, account_label) select 'bluesky', 'Bench ' || n from generate_series(1, ${ACCOUNTS}) n`);
    const rows: Record<string, string>[] = [];
    for (const agents of AGENTS) rows.push(await benchClaims(pools, database, agents));
    return rows;
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    await backend.close();
  }
}

async function benchClaims(pools: SqlClient[], database: SqlClient, count: number): Promise<Record<string, string>> {
  const report = (what: string) => progress(`${count} ${count === 1 ? 'agent' : 'agents'}, ${what}`);
  const agents = Array.from({ length: count }, () => randomUUID());
  await connectAccounts(database, agents);
  report('nothing due');
  const idle = await simulate(pools, agents, { forMs: IDLE_MS });
  report(`${TOGETHER} posts due every ${EVERY_SECONDS} s`);
  await schedule(database, EVEN, TOGETHER, EVERY_SECONDS);
  const even = await simulate(pools, agents, { posts: EVEN });
  report(`${AT_ONCE} posts due at once`);
  await schedule(database, AT_ONCE, AT_ONCE, 0);
  const full = await simulate(pools, agents, { posts: AT_ONCE });
  return {
    agents: String(count),
    'queries a minute, idle': idle.perMinute.toFixed(0),
    [`${TOGETHER} posts every ${EVERY_SECONDS} s`]: even.perMinute.toFixed(0),
    'due to begun (ms, median)': median(even.delays).toFixed(0),
    'at most': Math.max(...even.delays).toFixed(0),
    'posts a minute, all due': full.postsPerMinute.toFixed(0),
    'queries for a post': (full.queries / full.delays.length).toFixed(1),
    'a query (ms, median)': median(full.tookMs).toFixed(1),
  };
}

function progress(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${what}\n`);
}

/** Divides the accounts among the agents. */
async function connectAccounts(database: SqlClient, agents: string[]): Promise<void> {
  await database.run(sql`
    insert into public.channels (account_id, agent_id, platform, handle, remote_id, server)
    select id, (${agents}::uuid[])[1 + (row_number() over (order by id) % ${agents.length})::integer], platform, 'bench', '1', 'https://bench.example'
    from public.social_accounts where platform = 'bluesky'
    on conflict (account_id) do update set agent_id = excluded.agent_id`);
}

/** Schedules posts for one account each, in batches of `together`, one batch every `everySeconds` from now on. */
async function schedule(database: SqlClient, posts: number, together: number, everySeconds: number): Promise<void> {
  await database.run(sql`
    with account as (
      select id, row_number() over (order by id) as n from public.social_accounts where platform = 'bluesky'
    ), made as (
      insert into public.generated_content (content_type, status, platforms, account_ids, caption)
      select 'text', 'scheduled', array['bluesky'], array[a.id], 'Bench ' || post.n
      from generate_series(1, ${posts}::integer) as post (n) join account a on a.n = 1 + post.n % ${ACCOUNTS}
      returning id
    ), numbered as (
      select id, ceil((row_number() over ())::double precision / ${together}::integer) as turn from made
    )
    insert into public.scheduled_posts (content_id, scheduled_time, status)
    select id, clock_timestamp() + make_interval(secs => turn * ${everySeconds}::integer), 'scheduled' from numbered`);
}

/** `delays` is how late each delivery was begun, and `tookMs` how long each query took, in milliseconds. */
type Simulated = { delays: number[]; tookMs: number[]; queries: number; perMinute: number; postsPerMinute: number };

/** Runs the agents until they have sent `posts`, or for `forMs` milliseconds, whichever is sooner. */
async function simulate(
  pools: SqlClient[],
  agents: string[],
  { posts = Number.POSITIVE_INFINITY, forMs = LIMIT_MS }: { posts?: number; forMs?: number },
): Promise<Simulated> {
  const delays: number[] = [];
  const tookMs: number[] = [];
  const askThrough =
    (pool: SqlClient): Ask =>
    async (statement) => {
      const askedAt = performance.now();
      return pool.rows<never>(statement).finally(() => tookMs.push(performance.now() - askedAt));
    };
  const startedAt = performance.now();
  const ends = agents.map((agent, index) => {
    const pool = pools[index % pools.length];
    if (!pool) throw new Error('There is no connection.');
    return startAgent(agent, askThrough(pool), (lateMs) => delays.push(lateMs));
  });
  while (delays.length < posts && performance.now() - startedAt < forMs) await delay(20);
  const minutes = (performance.now() - startedAt) / 60_000;
  const queries = tookMs.length;
  await Promise.all(ends.map((end) => end()));
  return { delays, tookMs, queries, perMinute: queries / minutes, postsPerMinute: delays.length / minutes };
}

type Ask = <Row extends object>(statement: Sql) => Promise<Row[]>;

/** Runs a publishing agent's queries. `onSent` gets how late a delivery was begun. Returns a function that stops it. */
function startAgent(agent: string, ask: Ask, onSent: (lateMs: number) => void): () => Promise<void> {
  const run = randomUUID();
  const underWay = new Map<string, Promise<void>>();
  let beatAt: number | null = null;
  let earlyAt: number | null = null;
  let isOpenedElsewhere = false;
  const isTime = (last: number | null, everyMs: number) => last === null || performance.now() - last >= everyMs;
  const free = () => SENT_AT_ONCE - underWay.size;
  const claimed = () =>
    sql`${run}::uuid, ${agent}::uuid, 60, ${free()}::integer, now(), ${[...underWay.keys()]}::uuid[]`;

  const beat = async () => {
    if (!isTime(beatAt, BEAT_MS)) return;
    await ask(
      beatAt === null
        ? sql`select public.register_agent(${agent}::uuid, ${run}::uuid, '{}', false, 'Bench', '1', '{"logins": []}')`
        : sql`select public.beat_agent(${agent}::uuid, ${run}::uuid)`,
    );
    beatAt = performance.now();
  };

  const send = async (id: string) => {
    const [begun] = await ask<{ late: number }>(sql`
      select extract(epoch from clock_timestamp() - p.scheduled_time) * 1000 as late,
        public.begin_publishing(d.id, ${run}::uuid, 60, '{"parts": ["Bench"], "media": []}')
      from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id where d.id = ${id}::uuid`);
    await ask(sql`select public.finish_delivery(${id}::uuid, ${run}::uuid, 'published')`);
    onSent(Number(begun?.late));
    underWay.delete(id);
    loop.checkNow();
  };

  const open = async () => {
    const [answer] = await ask<{ opened: number }>(
      sql`select public.open_due_posts(${OPENED_AT_ONCE}, now() - interval '2 hours') as opened`,
    );
    return answer?.opened ?? 0;
  };

  const claim = async () => {
    isOpenedElsewhere = false;
    if (free() <= 0) return;
    await ask(sql`select public.database_time()`);
    await ask(sql`select public.open_held_deliveries(${agent}::uuid)`);
    await ask(sql`select id from public.claim_lost_deliveries(${claimed()})`);
    await ask(sql`select * from public.app_settings limit 1`);
    let opened = await open();
    while (opened > 0) opened = await open();
    isOpenedElsewhere = opened < 0;
    if (free() <= 0) return;
    for (const { id } of await ask<{ id: string }>(sql`select id from public.claim_due_deliveries(${claimed()})`))
      underWay.set(id, send(id));
    if (free() <= 0 || !isTime(earlyAt, EARLY_MS)) return;
    earlyAt = performance.now();
    await ask(sql`select id from public.claim_early_deliveries(${claimed()})`);
  };

  const look = async () => {
    await beat();
    await claim();
    await ask(sql`
      select id from public.post_deliveries where state = 'waiting' and updated_at >= now() - interval '60 seconds' order by updated_at limit 1000`);
    const next = await Promise.all([
      ask<{ ms: number }>(sql`
        select extract(epoch from scheduled_time - clock_timestamp()) * 1000 as ms from public.scheduled_posts
        where status = 'scheduled' and scheduled_time > now() order by scheduled_time limit 1`),
      ask<{ ms: number }>(sql`
        select extract(epoch from retry_after - clock_timestamp()) * 1000 as ms from public.post_deliveries
        where state in ('pending', 'publishing', 'handed_over') and retry_after > now() order by retry_after limit 1`),
    ]);
    const waits = next.flat().map(({ ms }) => Number(ms));
    return Math.min(isOpenedElsewhere ? OPENED_ELSEWHERE_MS : LOOKS.atMostMs, ...waits);
  };

  const loop = startLoop(look, LOOKS);
  return async () => {
    await loop.end();
    await Promise.all(underWay.values());
  };
}
