import type { SqlClient } from '../server/supabase/sql/client.ts';
import { sql } from '../server/supabase/sql/template.ts';
import { startAgentProcess } from './agent-process.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { addBenchAccount, signInBench, withDataDir } from './workspace.ts';

const POSTS = byDepth(100_000, 2_000);
const POINTS_OF_POST = 20;
const YEARS = 3;
const ACCOUNTS = 20;
const ROUNDS = byDepth(7, 1);
const AIM_MS = 300;

const since = (days: number) => `from=${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}`;
const A_YEAR = since(364);
const EVERYTHING = since(YEARS * 365.25);
/** The requests that the screen sends in parallel when it opens. */
const opening = (range: string) =>
  ['?', '/best?', '/posts?', '/breakdowns?by=hour,weekday&', '/breakdown?by=template&'].map(
    (path) => `${path}${range}`,
  );
/** For the last 30 days, the screen's longest preset range, and the whole history. */
const QUESTIONS: readonly (readonly [what: string, atOnce: string[]])[] = [
  ['the screen opens, 30 days', opening('')],
  ['the screen opens, a year', opening(A_YEAR)],
  ['the screen opens, 3 years', opening(EVERYTHING)],
  ['overview, 30 days', ['?']],
  ['best posts, 30 days', ['/best?']],
  ['posts, 30 days', ['/posts?']],
  ['by hour and weekday, 30 days', ['/breakdowns?by=hour,weekday']],
  ['overview, 3 years', [`?${EVERYTHING}`]],
  ['best posts, 3 years', [`/best?${EVERYTHING}`]],
  ['posts by success, 3 years', [`/posts?sort=success&${EVERYTHING}`]],
  ['by hour and weekday, 3 years', [`/breakdowns?by=hour,weekday&${EVERYTHING}`]],
  ['by hashtag, 3 years', [`/breakdown?by=hashtag&${EVERYTHING}`]],
];

/**
 * The requests of the Insights screen with 100,000 published posts and 2,000,000 stored metrics, sent as a member over
 * HTTP, compared with the same requests computed from the posts' own tables instead of post_facts.
 */
export async function benchInsights(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    const database = openDatabase(dataDir);
    try {
      const began = performance.now();
      await seedInsights(database, POSTS);
      process.stderr.write(`Seeded ${POSTS} posts in ${Math.round((performance.now() - began) / 1000)} s.\n`);
      const { token } = await signInBench(agent.url);
      const ask = async (path: string) => {
        const answer = await fetch(`${agent.url}/api/insights${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      };
      const measure = async (atOnce: readonly string[]) => {
        const times: number[] = [];
        for (let round = 0; round <= ROUNDS; round++) {
          const asked = performance.now();
          await Promise.all(atOnce.map(ask));
          times.push(performance.now() - asked);
        }
        return median(times.slice(1));
      };
      const kept: number[] = [];
      for (const [, atOnce] of QUESTIONS) kept.push(await measure(atOnce));
      await withoutFacts(database);
      const rows: Record<string, string>[] = [];
      for (const [index, [what, atOnce]] of QUESTIONS.entries()) {
        const plain = await measure(atOnce);
        const found = kept[index] ?? Number.NaN;
        rows.push({
          what,
          'post_facts (ms)': found.toFixed(0),
          'own tables (ms)': plain.toFixed(0),
          ratio: `${(plain / found).toFixed(1)}x`,
          'aim (ms)': String(AIM_MS),
        });
      }
      return rows;
    } finally {
      await database.close();
      await agent.stop();
    }
  });
}

/** Inserts published posts of several accounts and their metrics over time, without triggers, as a restore does. */
export async function seedInsights(database: SqlClient, posts: number): Promise<void> {
  const minutes = (YEARS * 365 * 1440) / posts;
  await database.transaction(async (session) => {
    await session.script('set local session_replication_role = replica');
    await session.run(sql`
      insert into public.content_projects (niche_name, source_url_1, source_url_2, platforms)
      select 'Niche ' || n, 'http://bench.example/', 'http://bench.example/', array['mastodon'] from generate_series(1, 10) n`);
    await session.run(sql`
      insert into public.social_accounts (platform, account_label)
      select (array['instagram', 'facebook', 'mastodon', 'bluesky'])[1 + n % 4], 'Account ' || n from generate_series(1, ${ACCOUNTS}) n`);
    await session.run(sql`
      create temporary table made on commit drop as
      select n, gen_random_uuid() as content, gen_random_uuid() as post, gen_random_uuid() as delivery,
        now() - n * ${minutes}::float8 * interval '1 minute' as at, (random() ^ 3 * 2000)::bigint as seen
      from generate_series(1, ${posts}::integer) n`);
    await session.run(sql`
      insert into public.generated_content (id, project_id, created_at, content_type, status, platforms, caption, hashtags, template_name)
      select m.content, p.id, m.at, (array['text', 'image', 'carousel', 'video'])[1 + m.n % 4], 'published', array['mastodon'],
        'Post ' || m.n || '. ' || repeat('Bread takes time, and a cool kitchen gives it. ', 1 + m.n % 12),
        array['#bread' || m.n % 20, '#oven' || m.n % 30, '#rye' || m.n % 40], 'Template ' || m.n % 12
      from made m join (select id, row_number() over () as n from public.content_projects) p on p.n = 1 + m.n % 10`);
    await session.run(sql`
      insert into public.scheduled_posts (id, content_id, scheduled_time, status) select post, content, at, 'published' from made`);
    await session.run(sql`
      insert into public.post_deliveries (id, scheduled_post_id, platform, account_id, state, published_at, figures, figures_at, outgoing)
      select m.delivery, m.post, a.platform, a.id, 'published', m.at,
        jsonb_build_object('impressions', 3 * m.seen, 'reach', 2 * m.seen, 'likes', m.seen / 5, 'comments', m.seen / 40, 'saves', m.seen / 90), now(),
        jsonb_build_object('dueAt', m.at, 'parts', jsonb_build_array(repeat('Bread takes time. ', 1 + m.n % 20)), 'media', '[]'::jsonb)
      from made m join (select id, platform, row_number() over () as n from public.social_accounts) a on a.n = 1 + m.n % ${ACCOUNTS}`);
    await session.run(sql`
      insert into public.post_figures (delivery_id, taken_at, impressions, reach, likes, comments, saves)
      select m.delivery, m.at + k * k * interval '2 hours', 3 * m.seen * k / 20, 2 * m.seen * k / 20, m.seen * k / 100, m.seen * k / 800, m.seen * k / 1800
      from made m cross join generate_series(1, ${POINTS_OF_POST}::integer) k`);
    await session.run(sql`
      insert into public.account_figures (account_id, taken_at, followers)
      select a.id, now() - d * interval '1 day', 5000 - 3 * d from public.social_accounts a cross join generate_series(1, 1000, 1) d`);
    await session.run(
      sql`select private.keep_post_facts(array(select id from public.post_deliveries where state = 'published'))`,
    );
  });
  await database.run(sql`vacuum analyze`);
}

/** Replaces post_facts with a view over the posts' own tables, for the baseline. */
async function withoutFacts(database: SqlClient): Promise<void> {
  await database.script(`
    alter table public.post_facts rename to post_facts_kept;
    create view public.post_facts with (security_invoker = true) as
    select k.*, k.likes + k.comments + k.saves as engagement from (
      select d.id as delivery_id, d.scheduled_post_id as post_id, c.id as content_id, d.platform, coalesce(d.account_id, d.removed_account_id) as account_id,
        c.project_id, d.published_at, d.by_hand, (d.figures ->> 'impressions')::bigint as impressions, (d.figures ->> 'reach')::bigint as reach,
        (d.figures ->> 'likes')::bigint as likes, (d.figures ->> 'comments')::bigint as comments, (d.figures ->> 'shares')::bigint as shares,
        (d.figures ->> 'saves')::bigint as saves, (d.figures ->> 'clicks')::bigint as clicks, (d.figures ->> 'watchSeconds')::bigint as watch_seconds,
        char_length(d.outgoing -> 'parts' ->> 0) as characters, c.content_type as media, c.template_name as template, c.hashtags,
        coalesce(c.labels, '{}') as labels
      from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id join public.generated_content c on c.id = p.content_id
      where d.state = 'published' and d.published_at is not null) k;
    grant select on public.post_facts to authenticated, service_role;`);
}
