import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqlClient } from '../../../../../server/supabase/embedded/sql/client.ts';
import { name as identifier, sql } from '../../../../../server/supabase/embedded/sql/template.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';
import { CONTENT, OTHER_CONTENT, POST, PROJECT, SCRIPT, SEED_SQL } from './seed.ts';

type Relation = { name: string; columns: string[] };
type Routine = { name: string; args: string[]; types: string[] };

let backend: TestBackend;
let database: SqlClient;
let relations: Relation[];
let routines: Routine[];
const strangers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  backend = await openTestBackend();
  const { publishableKey } = backend.connection;
  await backend.memberClient();
  const stranger = await backend.strangerClient();
  const { data } = await stranger.auth.getSession();
  strangers.anon = { apikey: publishableKey };
  strangers['anon with the key as bearer'] = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` };
  strangers['a stranger'] = { apikey: publishableKey, authorization: `Bearer ${data.session?.access_token}` };
  database = databaseOf(backend.dataDir);
  await database.transaction((transaction) =>
    transaction.script(`${SEED_SQL}; insert into public.app_settings default values`),
  );
  // Whatever the catalogue names, so that a table or function made tomorrow is tried too.
  relations = await database.rows<Relation>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f') group by c.relname`);
  routines = await database.rows<Routine>(sql`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as args,
      array(select format_type(type, null) from unnest(p.proargtypes) with ordinality as t (type, at) order by at) as types
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`);
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
});

const who = ['anon', 'anon with the key as bearer', 'a stranger'];

async function ask(name: string, method: string, path: string, body?: unknown): Promise<Response> {
  const { inProcessUrl, fetch } = backend.connection;
  return fetch(`${inProcessUrl}/rest/v1/${path}`, {
    method,
    headers: { ...strangers[name], 'content-type': 'application/json', prefer: 'return=representation' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function everything(): Promise<Record<string, unknown>> {
  const rows = relations.map(async ({ name }) => [
    name,
    await database.rows(sql`select * from public.${identifier(name)} as t order by t::text`),
  ]);
  return Object.fromEntries(await Promise.all(rows));
}

test('there is something to protect', async () => {
  expect(relations.length).toBeGreaterThan(10);
  expect(routines.length).toBeGreaterThan(10);
  const unprotected = await database.rows(sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`);
  expect(unprotected).toEqual([]);
});

test.for(who)('%s reads no row of any table or view', async (name) => {
  for (const relation of relations) {
    const response = await ask(name, 'GET', relation.name);
    const body = await response.json();
    if (response.ok) expect(body, relation.name).toEqual([]);
    else expect(body, relation.name).toMatchObject({ code: '42501' });
    const counted = await ask(name, 'HEAD', relation.name);
    expect(counted.headers.get('content-range') ?? '*/*', relation.name).toMatch(/^\*\/(\*|0)$/);
  }
});

test.for(who)('%s writes no row of any table or view', async (name) => {
  const before = await everything();
  for (const { name: relation, columns } of relations) {
    const [column] = columns;
    const [row] = (before[relation] as Record<string, unknown>[]) ?? [];
    const inserted = await ask(name, 'POST', relation, row ?? { [String(column)]: crypto.randomUUID() });
    expect(inserted.ok, `insert into ${relation}`).toBe(false);
    for (const method of ['PATCH', 'DELETE']) {
      const changed = await ask(
        name,
        method,
        `${relation}?${column}=not.is.null`,
        method === 'PATCH' ? (row ?? {}) : undefined,
      );
      if (changed.ok) expect(await changed.json().catch(() => []), `${method} ${relation}`).toEqual([]);
    }
  }
  expect(await everything()).toEqual(before);
});

test.for(who)('%s learns nothing from any function and changes nothing', async (name) => {
  const before = await everything();
  for (const routine of routines) {
    const response = await ask(name, 'POST', `rpc/${routine.name}`, likelyArguments(routine));
    const answer = await response.text();
    if (name.startsWith('anon')) expect(response.status, routine.name).toBe(401);
    // Functions run with the caller's rights: a stranger may call them, and finds the tables empty.
    for (const secret of [CONTENT, OTHER_CONTENT, POST, SCRIPT, 'Bread', 'a/b.png', '"T1"']) {
      expect(answer, routine.name).not.toContain(secret);
    }
  }
  expect(await everything()).toEqual(before);
});

/** Arguments that would do something for a member. */
function likelyArguments({ args, types }: Routine): Record<string, unknown> {
  const values: Record<string, unknown> = { uuid: PROJECT, date: '2026-01-05', jsonb: [], boolean: true };
  return Object.fromEntries(
    args.map((arg, at) => {
      const type = types[at] ?? '';
      if (type.startsWith('timestamp')) return [arg, '2026-01-05T00:00:00Z'];
      if (type.endsWith('[]')) return [arg, []];
      return [arg, values[type] ?? (/int|numeric|double/.test(type) ? 60 : 'x')];
    }),
  );
}

test('the secret key acts as service_role', async () => {
  const { data, error } = await backend.connection.admin.from('content_projects').select('id');
  expect(error).toBeNull();
  expect(data).toHaveLength(1);
});
