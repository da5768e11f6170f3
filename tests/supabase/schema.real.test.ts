import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { databaseTypes, TYPES_FILE } from '../../build/database-types.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerBackend } from '../helpers/worker-agent.ts';

let database: SqlClient;

const backend = ofFile(workerBackend);
beforeAll(async () => {
  database = databaseOf(backend.dataDir);
});
afterAll(() => database?.close());

it('each table and view has a comment', async () => {
  const silent = await database.rows(sql`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and obj_description(c.oid, 'pg_class') is null`);
  expect([...silent]).toEqual([]);
});

it('each policy has a comment, but on storage.objects, where a hosted project does not let us comment', async () => {
  const silent = await database.rows<{ name: string }>(sql`
    select p.polrelid::regclass::text || ' ' || p.polname as name from pg_policy p where obj_description(p.oid, 'pg_policy') is null`);
  expect(silent.map(({ name }) => name)).toEqual(['storage.objects members_media_assets']);
});

describe('who may do what:', () => {
  it('each table has row level security and a policy, and each policy asks whether the caller is a member', async () => {
    const open = await database.rows(sql`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`);
    expect([...open]).toEqual([]);
    const policies = await database.rows<{ name: string; roles: string; conditions: string[] }>(sql`
      select tablename || ' ' || policyname as name, roles::text as roles, array_remove(array[qual, with_check], null) as conditions
      from pg_policies where schemaname in ('public', 'storage')`);
    expect(policies.length).toBeGreaterThan(10);
    for (const { name, roles, conditions } of policies) {
      expect(roles, name).toBe('{authenticated}');
      expect(conditions.length, name).toBeGreaterThan(0);
      for (const condition of conditions) {
        expect(condition, name).toContain('( SELECT private.is_member() AS is_member)');
        expect(condition, name).not.toMatch(/\b(OR|NOT|CASE)\b/);
      }
    }
  });

  it('each view obeys the policies of its caller', async () => {
    const views = await database.rows(sql`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and not coalesce(c.reloptions @> '{security_invoker=true}', false)`);
    expect([...views]).toEqual([]);
  });

  it('anon has no privilege on any table, view, sequence or function', async () => {
    const relations = await database.rows(sql`
      select c.oid::regclass::text as name, privilege from pg_class c
      cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
      where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind in ('r', 'v', 'm', 'p', 'f')
        and has_table_privilege('anon', c.oid, privilege)`);
    expect([...relations]).toEqual([]);
    const sequences = await database.rows(sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace::regnamespace::text in ('public', 'private')
        and case when c.relkind = 'S' then has_sequence_privilege('anon', c.oid, 'usage, select, update') end`);
    expect([...sequences]).toEqual([]);
    const functions = await database.rows(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private') and has_function_privilege('anon', p.oid, 'execute')`);
    expect([...functions]).toEqual([]);
    expect([...(await database.rows(sql`select has_schema_privilege('anon', 'private', 'usage') as may`))]).toEqual([
      { may: false },
    ]);
  });

  it('what the service key may call a member may too, whose session a linked agent works with', async () => {
    const closed = await database.rows<{ name: string }>(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
        and not has_function_privilege('authenticated', p.oid, 'execute')`);
    // A move reads and writes every table whole, and no agent does that. The edge function has the key, too.
    const ofMove = /^move_(accounts|digest|files|read|receive|tables|under_way|write)\(/;
    const ofFunction = 'is_cloud_secret(text)';
    expect(closed.filter(({ name }) => !ofMove.test(name) && name !== ofFunction)).toEqual([]);
  });

  it('a function with the rights of its owner does not look names up along the path of its caller', async () => {
    const loose = await database.rows(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private') and p.prosecdef
        and not coalesce(p.proconfig @> array['search_path=""'], false)`);
    expect([...loose]).toEqual([]);
  });
});

describe('the length of values:', () => {
  const LONG = 'x'.repeat(2_097_153);
  const insert = (caption: string) =>
    backend.connection.admin
      .from('generated_content')
      .insert({ content_type: 'text', caption, platforms: ['instagram'] })
      .select('id')
      .single();

  it('a long text is refused, and a usual one is not', async () => {
    expect(await insert(LONG)).toMatchObject({ status: 413, error: { message: expect.stringContaining('caption') } });
    expect((await insert('x'.repeat(100_000))).error).toBeNull();
  });

  it('a row that has a longer one from before can be changed, but no other long text put in', async () => {
    const { data } = await insert('short');
    const id = String(data?.id);
    await database.script('alter table public.generated_content disable trigger refuse_long_values');
    await database.run(sql`update public.generated_content set caption = ${LONG} where id = ${id}`);
    await database.script('alter table public.generated_content enable trigger refuse_long_values');
    const change = (row: object) => backend.connection.admin.from('generated_content').update(row).eq('id', id);
    expect((await change({ hashtags: ['bread'] })).error).toBeNull();
    expect((await change({ caption: `${LONG}y` })).status).toBe(413);
    expect((await change({ caption: 'short' })).error).toBeNull();
  });

  it('each table with texts is bounded', async () => {
    const open = await database.rows<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'json', 'jsonb', 'ARRAY')
        and not exists (select from pg_trigger where tgrelid = ('public.' || table_name)::regclass and tgname = 'refuse_long_values')
      order by 1`);
    // Later tables, whose texts have checks of their own, are named here.
    const checked = [
      'members',
      'post_words',
      'script_schedules',
      'hashtag_groups',
      'webhooks',
      'webhook_deliveries',
      'archived_posts',
      'post_comments',
      'comment_replies',
      'agents',
      'channel_holders',
      'agent_pairings',
      'workspace_moves',
    ];
    expect(open.map(({ name }) => name).filter((name) => !checked.includes(name))).toEqual([
      'content_bin',
      'post_facts',
      'project_bin',
    ]);
  });
});

test('the generated types are those of the database that the migrations make', async () =>
  expect(await databaseTypes(database), 'Run "npm run types".').toBe(await readFile(TYPES_FILE, 'utf8')));
