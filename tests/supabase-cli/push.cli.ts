import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMigrations } from '../../server/supabase/migrate.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';
import { startHostedProject } from './hosted-project.ts';

/** The result of the Supabase CLI's push of supabase/, compared with that of the embedded backend. */

let project: Awaited<ReturnType<typeof startHostedProject>>;
let embedded: TestBackend;
let own: SqlClient;

beforeAll(async () => {
  [project, embedded] = await Promise.all([startHostedProject(), openTestBackend()]);
  own = databaseOf(embedded.dataDir);
});
afterAll(async () => {
  await own?.close();
  await Promise.all([project?.close(), embedded?.close()]);
});

it('pushes every migration to a bare project as no superuser, once, and lists them', async () => {
  const versions = (await readMigrations()).map(({ version }) => version);
  await project.supabase('db', 'push', '--include-seed');
  expect(await project.applied()).toEqual(versions);
  expect(await project.supabase('db', 'push', '--include-seed')).toMatch(/up to date/i);
  const listed = await project.supabase('migration', 'list');
  for (const version of versions) expect(listed.split(version).length, version).toBeGreaterThan(2);
  expect(await project.applied()).toEqual(versions);
});

const ROLES = ['anon', 'authenticated', 'service_role'];

/** The permissions on each table, view and function, and the policies, as lines. */
async function rightsIn(database: SqlClient): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(sql`
    select format('%s %s %s: %s', r.role, c.relkind, c.oid::regclass, string_agg(p.verb, ' ' order by p.verb)) as line
      from pg_class c cross join unnest(${ROLES}::text[]) as r(role) cross join
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p(verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege(r.role, c.oid, p.verb)
      group by r.role, c.relkind, c.oid
    union all
    select format('%s may %s %s.%s', r.role, p.verb, a.attrelid::regclass, a.attname)
      from pg_attribute a cross join unnest(${ROLES}::text[]) as r(role) cross join
        unnest(array['SELECT', 'INSERT', 'UPDATE']) as p(verb)
      where a.attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v'))
        and a.attnum > 0 and not a.attisdropped and has_column_privilege(r.role, a.attrelid, a.attnum, p.verb)
    union all
    select format('%s may call %s', r.role, f.oid::regprocedure)
      from pg_proc f cross join unnest(${ROLES}::text[]) as r(role)
      where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and f.prorettype <> 'trigger'::regtype
        and has_function_privilege(r.role, f.oid, 'EXECUTE')
    union all
    select format('%s.%s %s for %s to %s using (%s) check (%s)', schemaname, tablename, policyname, cmd, roles, qual, with_check)
      from pg_policies where schemaname in ('public', 'storage')
    union all
    select format('%s has row level security: %s', oid::regclass, relrowsecurity)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    union all
    select format('bucket %s, public: %s, up to %s bytes', id, public, file_size_limit) from storage.buckets
    order by 1`);
  return rows.map(({ line }) => line);
}

it('leaves no difference to the embedded backend in tables, functions, policies and the bucket', async () => {
  const [hosted, here] = await Promise.all([rightsIn(project.database), rightsIn(own)]);
  expect(here.length).toBeGreaterThan(300);
  expect(hosted).toEqual(here);
});

it('has every table that the screens follow in the publication of Realtime', async () => {
  const rows = await project.database.rows<{ name: string }>(
    sql`select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['app_settings', 'post_deliveries', 'scheduled_posts']),
  );
});
