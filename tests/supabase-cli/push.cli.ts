import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgrestProcess, startPostgrest } from '../../bench/postgrest.ts';
import type { Client } from '../../server/supabase/connection.ts';
import { readMigrations } from '../../server/supabase/migrate.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';
import { fillEveryTable } from '../helpers/every-table.ts';
import { startHostedProject } from './hosted-project.ts';

/** What the Supabase CLI makes of supabase/, held against what the embedded backend makes of it. */

let project: Awaited<ReturnType<typeof startHostedProject>>;
let embedded: TestBackend;
let own: SqlClient;
let postgrest: PostgrestProcess | undefined;

beforeAll(async () => {
  [project, embedded] = await Promise.all([startHostedProject(), openTestBackend()]);
  own = databaseOf(embedded.dataDir);
});
afterAll(async () => {
  await postgrest?.stop();
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

/** Who may do what with each table, view and function, and by which policies, as lines. */
async function rightsIn(database: SqlClient): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(sql`
    select format('%s %s %s: %s', r.role, c.relkind, c.oid::regclass, string_agg(p.verb, ' ' order by p.verb)) as line
      from pg_class c cross join unnest(${ROLES}::text[]) as r(role) cross join
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p(verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege(r.role, c.oid, p.verb)
      group by r.role, c.relkind, c.oid
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

const CALLERS = ['anon', 'stranger', 'member', 'service'] as const;
type Cells = Record<string, string>;

/** What each caller gets of each table and view: the status and how many rows, or the code of the refusal. */
async function readsOf(
  database: SqlClient,
  ask: (caller: (typeof CALLERS)[number], path: string) => Promise<Response>,
) {
  const relations = await database.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') order by 1`);
  const cells: Cells = {};
  for (const { name } of relations)
    for (const caller of CALLERS) {
      const answer = await ask(caller, `${name}?select=*&limit=1`);
      const body: unknown = await answer.json();
      const found = Array.isArray(body) ? `${body.length} rows` : (body as { code?: string }).code;
      cells[`${caller} reads ${name}`] = `${answer.status} ${found}`;
    }
  return cells;
}

it('answers each caller through PostgREST as the embedded backend does, table by table', async () => {
  const { jwtSecret } = JSON.parse(await readFile(join(project.dataDir, 'keys.json'), 'utf8'));
  const sign = (role: string, user: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(jwtSecret));
  const [member, stranger] = [randomUUID(), randomUUID()];
  await project.database.run(sql`insert into auth.users (id, email) values (${member}, 'member@example.com'),
    (${stranger}, 'stranger@example.com')`);
  await project.database.run(sql`select private.add_member('member@example.com')`);
  await fillEveryTable(project.database);
  postgrest = await startPostgrest(project.dataDir);
  const { url } = postgrest;
  const tokens = {
    anon: null,
    stranger: await sign('authenticated', stranger),
    member: await sign('authenticated', member),
    service: await sign('service_role', member),
  };
  const hosted = await readsOf(project.database, (caller, path) =>
    fetch(`${url}/${path}`, { headers: tokens[caller] ? { authorization: `Bearer ${tokens[caller]}` } : {} }),
  );

  const { connection } = embedded;
  const { secretKey } = JSON.parse(await readFile(join(embedded.dataDir, 'keys.json'), 'utf8'));
  const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token;
  const headers = {
    anon: { apikey: connection.publishableKey },
    stranger: {
      apikey: connection.publishableKey,
      authorization: `Bearer ${await tokenOf(await embedded.strangerClient())}`,
    },
    member: { apikey: connection.publishableKey, authorization: `Bearer ${await embedded.memberToken()}` },
    service: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  };
  await fillEveryTable(own);
  const here = await readsOf(own, (caller, path) =>
    connection.fetch(`${connection.inProcessUrl}/rest/v1/${path}`, { headers: headers[caller] }),
  );
  expect(hosted).toEqual(here);
  for (const [cell, answer] of Object.entries(hosted))
    expect(answer, cell).toMatch(/^(anon|stranger)/.test(cell) ? /42501|^200 0 rows/ : /^200|42501/);
  expect(hosted['member reads scheduled_posts']).toBe('200 1 rows');
});

it('has every table that the screens follow in the publication of Realtime', async () => {
  const rows = await project.database.rows<{ name: string }>(
    sql`select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['app_settings', 'post_deliveries', 'scheduled_posts']),
  );
});
