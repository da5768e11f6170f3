import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { type Plan, planOf } from '../../../../../server/supabase/embedded/rest/plan.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { ofFile } from '../../../../helpers/of-file.ts';
import { workerBackend } from '../../../../helpers/worker-agent.ts';

const backend = ofFile(workerBackend);
const member = ofFile(() => backend.memberClient());
afterEach(async () => {
  await member.from('puppeteer_scripts').delete().not('id', 'is', null);
  await member.from('app_settings').delete().not('id', 'is', null);
});

/** The messages of PostgREST since 12.2; the one that the other cases are compared with is older. */
test('names one row that is none or many, and a table and a column that there are not, in the words of today', async () => {
  const one = { code: 'PGRST116', hint: null, message: 'Cannot coerce the result to a single JSON object' };
  const settings = await member.from('app_settings').select().single();
  expect(settings).toMatchObject({ status: 406, error: { ...one, details: 'The result contains 0 rows' } });
  expect(await member.from('app_settings').select().maybeSingle()).toMatchObject({ data: null, error: null });
  await member.from('puppeteer_scripts').insert([{ name: 'A' }, { name: 'B' }]);
  const scripts = await member.from('puppeteer_scripts').select().single();
  expect(scripts).toMatchObject({ status: 406, error: { ...one, details: 'The result contains 2 rows' } });
  const table = {
    code: 'PGRST205',
    message: "Could not find the table 'public.puppeteer_script' in the schema cache",
    hint: "Perhaps you meant the table 'public.puppeteer_scripts'",
  };
  const unknown = await member.from('puppeteer_script' as 'puppeteer_scripts').select();
  expect(unknown).toMatchObject({ status: 404, error: table });
  const message = "Could not find the 'nope' column of 'puppeteer_scripts' in the schema cache";
  const written = await member.from('puppeteer_scripts').insert({ name: 'A', nope: 1 } as never);
  expect(written).toMatchObject({ status: 400, error: { code: 'PGRST204', message } });
});

test.for(['name', 'n:name'])('a change that single() refuses changes nothing (select %s)', async (columns) => {
  await member.from('puppeteer_scripts').insert([{ name: 'A' }, { name: 'B' }]);
  const { error } = await member
    .from('puppeteer_scripts')
    .update({ name: 'C' })
    .in('name', ['A', 'B'])
    .select(columns)
    .single();
  expect(error?.code).toBe('PGRST116');
  const { data } = await member.from('puppeteer_scripts').select('name').order('name');
  expect(data).toEqual([{ name: 'A' }, { name: 'B' }]);
});

test('only the schema public is exposed', async () => {
  for (const schema of ['auth', 'storage', 'private', 'supabase_migrations', 'pg_catalog']) {
    const { error, status } = await member
      .schema(schema as 'public')
      .from('members')
      .select();
    expect([status, error?.code]).toEqual([406, 'PGRST106']);
  }
  for (const table of ['auth.users', 'storage.objects', 'users', 'objects', 'sessions', 'pg_class']) {
    const { data, status } = await backend.connection.admin.from(table as 'members').select();
    expect(data).toBeNull();
    expect(status).toBe(404);
  }
});

const NAMES = ['apple', 'apricot', 'banana', 'blueberry'];
const scripts = () => member.from('puppeteer_scripts');
const namesOf = ({ data }: { data: { name: string }[] | null }) => data?.map(({ name }) => name);

describe('requests of one shape', () => {
  beforeEach(async () => {
    await scripts().delete().neq('name', '');
    for (const name of NAMES) await scripts().insert({ name, code: '' });
  });

  test('are answered by their own values', async () => {
    for (const name of NAMES) {
      expect(namesOf(await scripts().select('name').eq('name', name))).toEqual([name]);
      const others = await scripts().select('name').not('name', 'eq', name).order('name');
      expect(namesOf(others)).toEqual(NAMES.filter((other) => other !== name));
    }
    for (const first of ['a', 'b']) {
      const like = await scripts().select('name').like('name', `${first}*`).order('name');
      expect(namesOf(like)).toEqual(NAMES.filter((name) => name.startsWith(first)));
    }
    for (const list of [NAMES.slice(0, 1), NAMES.slice(1)]) {
      expect(namesOf(await scripts().select('name').in('name', list).order('name'))).toEqual(list);
    }
  });

  test('have the rights of their own callers', async () => {
    const ask = (client: Client) => client.from('puppeteer_scripts').select('name').eq('name', 'apple');
    const stranger = await backend.strangerClient();
    expect([namesOf(await ask(member)), namesOf(await ask(stranger))]).toEqual([['apple'], []]);
    expect((await ask(backend.anonClient())).data ?? []).toEqual([]);
    expect(namesOf(await ask(backend.connection.admin))).toEqual(['apple']);
    expect(namesOf(await ask(member))).toEqual(['apple']);
  });
});

test('plans are remembered by schema, and those used longest ago forgotten', () => {
  const schema = () => ({ tables: new Map(), relationships: new Map(), functions: new Map() });
  const [one, other] = [schema(), schema()];
  let made = 0;
  const make = () => ({ made: ++made }) as unknown as Plan;
  const first = planOf(one, 'first', make);
  expect(planOf(one, 'first', make)).toBe(first);
  expect(planOf(other, 'first', make)).not.toBe(first);
  for (let at = 0; at < 600; at++) planOf(one, `request ${at}`, make);
  expect(planOf(one, 'first', make)).not.toBe(first);
  const long = 'x'.repeat(10_000);
  expect(planOf(one, long, make)).not.toBe(planOf(one, long, make));
});

async function ask(query: string, init: RequestInit = {}) {
  const { inProcessUrl, fetch, publishableKey } = backend.connection;
  const headers = { apikey: publishableKey, ...init.headers };
  const response = await fetch(`${inProcessUrl}/rest/v1/${query}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, code: response.status >= 400 && text ? JSON.parse(text).code : null };
}

/** Fragments of the query syntax, and of SQL. */
const PIECES = [
  ...['id', 'name', 'media', 'generated_content', 'scheduled_posts', '*', 'count()', 'sum()', '!inner'],
  ...['::text', '::int'],
  ...['(', ')', '{', '}', ',', '.', ':', '"', '\\', '->', '->>', '...', '-', '--', "'", '$1', ';', '/*', '\0', '%'],
  ...['é', '💥'],
  ...['eq', 'in', 'is', 'not', 'and', 'or', 'like(any)', 'fts(english)', 'null', 'desc', 'nullsfirst', '1'],
  "' or '1'='1",
];
const piled = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
const parameter = fc.tuple(
  fc.oneof(fc.constantFrom('select', 'order', 'limit', 'or', 'name', 'generated_content.order', 'columns'), piled),
  fc.oneof(piled, fc.string({ unit: 'binary', maxLength: 30 })),
);

test('whatever the query string holds, it is read, or refused for what it is: never SQL of its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { minLength: 1, maxLength: 4 }), async (parameters) => {
      const query = `generated_content?${new URLSearchParams(parameters)}`;
      for (const method of ['GET', 'DELETE']) {
        const { status, code } = await ask(query, { method });
        expect([200, 204, 206, 300, 400, 401, 404, 416], `${method} ${query}: ${code}`).toContain(status);
        // 42601 is a syntax error, which would mean that part of the address had become SQL.
        expect(['42601', '42P02', '26000'], `${method} ${query}`).not.toContain(code);
      }
    }),
    { numRuns: isFull ? 400 : 60 },
  );
});

test.for([
  ['levels of embedding', `select=${'a('.repeat(500)}${')'.repeat(500)}`],
  ['items', `select=${Array.from({ length: 2000 }, () => 'id').join(',')}`],
  ['levels of conditions', `or=${'(and'.repeat(500)}(id.is.null${')'.repeat(501)}`],
  ['conditions', `or=(${Array.from({ length: 2000 }, () => 'id.is.null').join(',')})`],
  ['parameters', Array.from({ length: 600 }, () => 'id=is.null').join('&')],
  ['casts that are none', 'select=id::text);drop table x'],
])('too many %s are refused', async ([, query]) =>
  expect(await ask(`puppeteer_scripts?${query}`)).toEqual({ status: 400, code: 'PGRST100' }),
);

test('a filter of what is not embedded is refused, so that nothing more is touched than was meant', async () => {
  const { admin } = backend.connection;
  await admin.from('puppeteer_scripts').insert({ name: 'A' });
  const { error } = await admin
    .from('puppeteer_scripts')
    .delete()
    .eq('other.id' as 'id', 1 as never);
  expect(error?.code).toBe('PGRST108');
  expect((await admin.from('puppeteer_scripts').select()).data).toHaveLength(1);
});
