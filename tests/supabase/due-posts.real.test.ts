import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session, SqlClient } from '../../server/supabase/sql/client.ts';
import { Sql, sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerBackend } from '../helpers/worker-agent.ts';

/** As many as any user may ever plan; with fewer, the query planner chooses the same indexes. */
const POSTS = isFull ? 100_000 : 4_000;

let database: SqlClient;

const backend = ofFile(workerBackend);
beforeAll(async () => {
  database = databaseOf(backend.dataDir);
  await database.rows(sql`
    insert into public.content_projects (niche_name, source_url_1, source_url_2, platforms)
    values ('Bread', 'http://bread.example/', 'http://bread.example/', array['facebook'])`);
  await database.rows(sql`
    with account as (
      insert into public.social_accounts (platform, account_label) values ('facebook', 'bakery') returning id, platform
    )
    insert into public.channels (account_id, agent_id, platform, handle, remote_id, server)
    select id, id, platform, 'bakery', '1', 'https://facebook.example' from account`);
  // One in three posts is published; the first of the others has just become due. Triggers are off, because their
  // results are not read.
  await database.transaction(async (transaction) => {
    await transaction.run(sql`set local session_replication_role = replica`);
    await transaction.run(sql`
    with made as (
      insert into public.generated_content (project_id, content_type, status, platforms)
      select p.id, 'text', 'scheduled', p.platforms from public.content_projects p, generate_series(1, ${POSTS}) returning id
    ), numbered as (select id, row_number() over () - ${POSTS} / 3 as n from made
    ), placed as (
      insert into public.scheduled_posts (content_id, scheduled_time, status)
      select id, now() + n * interval '1 hour' - interval '1 minute', case when n < 0 then 'published' else 'scheduled' end from numbered
      returning id, status
    )
    insert into public.post_deliveries (scheduled_post_id, platform, account_id, state)
    select p.id, a.platform, a.id, 'published' from placed p, public.social_accounts a where p.status = 'published'`);
  });
  await database.rows(sql`vacuum analyze`);
  // Inserting 100,000 posts takes long on a busy machine.
}, 600_000);
afterAll(() => database?.close());

/** How many rows of content, deliveries and posts a statement reads. */
async function rowsReadBy(statement: string) {
  const read = async (session: Session) => {
    await session.run(sql`select pg_stat_force_next_flush()`);
    const rows = await session.rows<{ name: string; read: number }>(sql`
      select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables
      where relname in ('scheduled_posts', 'post_deliveries', 'generated_content') order by relname`);
    return rows.map(({ read }) => read);
  };
  // On one connection, because each session counts its own reads first.
  return database.session(async (session) => {
    const before = await read(session);
    const answer = await session.rows(new Sql([statement], []));
    return { answer, rows: (await read(session)).map((after, index) => after - (before[index] ?? 0)) };
  });
}

const FEW = 20;

const OWNER = 'gen_random_uuid(), account_id, 60, 10';

it.each([
  ['the posts that are due', 'select public.open_due_posts(10) as opened', [{ opened: 1 }]],
  [
    'their deliveries',
    `select d.state from public.channels, public.claim_due_deliveries(${OWNER}) d`,
    [{ state: 'preparing' }],
  ],
  [
    'the deliveries that were lost',
    `select d.state from public.channels, public.claim_lost_deliveries(${OWNER}) d`,
    [],
  ],
  ['that nothing more is due', 'select public.open_due_posts(10) as opened', [{ opened: 0 }]],
])('finds %s among all by index', async (_what, statement, found) => {
  const { answer, rows } = await rowsReadBy(statement);
  expect([...answer]).toEqual(found);
  for (const count of rows) expect(count).toBeLessThan(FEW);
});

it('counts the posts of a day without reading those of other days', async () => {
  const day = "date_trunc('day', now() + interval '3 days')";
  const statement = `select private.posts_of_day(id, ${day}::date, ${day}, ${day} + interval '1 day') as posts from public.content_projects`;
  const { answer, rows } = await rowsReadBy(statement);
  expect(answer).toEqual([{ posts: 24 }]);
  for (const count of rows) expect(count).toBeLessThan(24 + FEW);
});

it.each([
  ['due', "'pending', null", 'claim_due_deliveries'],
  ['lost', "'publishing', now() - interval '1 second'", 'claim_lost_deliveries'],
])(
  'hands out what is %s by reading each of many a few times, of which the planner knows nothing',
  async (_what, state, claim) => {
    const many = 200;
    await database.run(
      sql`update public.post_deliveries set state = 'published', lease_until = null where lease_until is not null`,
    );
    const made = await database.rows(
      new Sql(
        [
          `
    with content as (
      insert into public.generated_content (content_type, status, platforms) select 'text', 'scheduled', array['facebook'] from generate_series(1, ${many}) returning id
    ), post as (
      insert into public.scheduled_posts (content_id, scheduled_time, status) select id, now(), 'publishing' from content returning id
    )
    insert into public.post_deliveries (scheduled_post_id, platform, account_id, state, lease_until)
    select post.id, a.platform, a.id, ${state} from post, public.social_accounts a returning id`,
        ],
        [],
      ),
    );
    expect(made).toHaveLength(many);
    const { answer, rows } = await rowsReadBy(`select d.id from public.channels, public.${claim}(${OWNER}) d`);
    expect(answer).toHaveLength(1);
    for (const count of rows) expect(count).toBeLessThan(many * 10);
    await database.run(sql`delete from public.generated_content where project_id is null`);
  },
);
