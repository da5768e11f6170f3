import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { REQUEST_LIMITS } from '../../../../../server/supabase/embedded/request-limits.ts';
import type { RestCaller } from '../../../../../server/supabase/embedded/rest/caller.ts';
import { type Context, RestDatabase } from '../../../../../server/supabase/embedded/rest/database.ts';
import { RestRefusal } from '../../../../../server/supabase/embedded/rest/error.ts';
import { asCaller } from '../../../../../server/supabase/embedded/storage/caller.ts';
import { SqlClient } from '../../../../../server/supabase/sql/client.ts';
import type { Step } from '../../../../../server/supabase/sql/pipeline.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { addressOf, databaseOf } from '../../../../helpers/database.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';

let backend: TestBackend;
let database: RestDatabase;
let own: SqlClient;
let owner: SqlClient;

beforeAll(async () => {
  backend = await openTestBackend();
  const address = addressOf(backend.dataDir);
  owner = databaseOf(backend.dataDir);
  own = new SqlClient(address);
  database = new RestDatabase(address, { ...REQUEST_LIMITS, statementMs: 1001, lockMs: 1002, idleMs: 1003 });
});
afterAll(async () => {
  await database?.close();
  await own?.close();
  await owner?.close();
  await backend?.close();
});

function as(role: RestCaller['role'], session?: { id: string; userId: string }): Context {
  const caller = { role, userId: session?.userId ?? '', email: '', claims: '{}', sessionId: session?.id ?? null };
  return { caller, isReadOnly: false, method: 'GET', path: '/', headers: '{}' };
}
const step = (text: string, ...values: string[]): Step => ({ text, values });
const WHO = step("select current_setting('role'), pg_backend_pid()::text");
const INSERT = step("insert into public.puppeteer_scripts (name) values ($1) returning 'kept'", 'half');
const written = () => owner.rows(sql`select 1 from public.puppeteer_scripts`);

test('a request has the role of its caller, and leaves it behind', async () => {
  expect((await database.run(as('anon'), [WHO], null))[0]?.[0]?.[0]).toBe('anon');
  expect((await database.run(as('service_role'), [WHO], null))[0]?.[0]?.[0]).toBe('service_role');
  expect((await database.query("select current_setting('role')"))[0]?.[0]).toBe('none');
});

test('a request that only reads cannot write, whatever ran on its connection before', async () => {
  const before = (await written()).length;
  for (const turn of [1, 2]) {
    await database.run(as('service_role'), [INSERT], null);
    const reading = database.run({ ...as('service_role'), isReadOnly: true }, [INSERT], null);
    await expect(reading).rejects.toMatchObject({ code: '25006' });
    expect(await written()).toHaveLength(before + turn);
  }
  await owner.run(sql`delete from public.puppeteer_scripts`);
});

test('a role that is none of the three is refused', () =>
  expect(database.run(as('nobody' as 'anon'), [WHO], null)).rejects.toMatchObject({ code: '22023' }));

test('a request whose connection is lost does not go on with other rights', async () => {
  const request = database.run(
    as('service_role'),
    [step("select set_config('role', 'none', true)"), step('select pg_terminate_backend(pg_backend_pid())'), INSERT],
    null,
  );
  await expect(request).rejects.toMatchObject({ code: expect.stringMatching(/57P01|08006/) });
  expect(await written()).toHaveLength(0);
  expect((await database.run(as('service_role'), [WHO], null))[0]?.[0]?.[0]).toBe('service_role');
});

test('what fails is rolled back, and what follows works', async () => {
  const failing = [INSERT, step('select 1 / 0')];
  await expect(database.run(as('service_role'), failing, null)).rejects.toMatchObject({ code: '22012', step: 2 });
  expect(await written()).toHaveLength(0);
});

test('what is refused afterwards is rolled back, and so is what was only tried', async () => {
  const refuse = () => {
    throw new RestRefusal(406, 'PGRST116', 'not one');
  };
  await expect(database.run(as('service_role'), [INSERT], refuse)).rejects.toMatchObject({ status: 406 });
  expect(await database.run(as('service_role'), [INSERT], () => false)).toEqual([[['kept']]]);
  expect(await written()).toHaveLength(0);
  await database.run(as('service_role'), [INSERT], () => true);
  expect(await written()).toHaveLength(1);
});

test('a session that was signed out runs nothing', async () => {
  await backend.memberToken();
  const [session] = await owner.rows<{ id: string; userId: string }>(
    sql`select id, user_id as "userId" from auth.sessions limit 1`,
  );
  if (!session) throw new Error('There is no session.');
  expect(await database.run(as('authenticated', session), [WHO], null)).toHaveLength(1);
  await owner.run(sql`delete from auth.sessions where id = ${session.id}`);
  const before = (await written()).length;
  await expect(database.run(as('authenticated', session), [INSERT], null)).rejects.toMatchObject({ status: 401 });
  expect(await written()).toHaveLength(before);
});

test('a caller without the secret key has limits of time, and leaves them behind', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const timeouts = step(`select ${names.map((name) => `current_setting('${name}')`).join(', ')}`);
  expect((await database.run(as('anon'), [timeouts], null))[0]).toEqual([['1001ms', '1002ms', '1003ms']]);
  expect((await database.run(as('service_role'), [timeouts], null))[0]).toEqual([['0', '0', '0']]);
  expect(await database.query(timeouts.text)).toEqual([['0', '0', '0']]);
});

test('a connection forgets the statements that it was asked longest ago', async () => {
  for (let at = 0; at < 450; at++) await database.run(as('service_role'), [step(`select ${at}`)], null);
  const [[count] = []] = await database.query(
    "select count(*) from pg_prepared_statements where statement like 'select %'",
  );
  expect(Number(count)).toBeLessThanOrEqual(201);
});

test('a request of the storage whose connection is lost fails instead of waiting for ever', async () => {
  const seen: string[] = [];
  const request = asCaller(own, { role: 'anon', userId: null, claims: { role: 'anon' } }, async (caller) => {
    const [row] = await caller.rows<{ role: string; pid: number }>(
      sql`select current_user as role, pg_backend_pid() as pid`,
    );
    seen.push(String(row?.role));
    await owner.run(sql`select pg_terminate_backend(${Number(row?.pid)}, 5000)`);
    await Promise.all(Array.from({ length: 20 }, () => own.rows(sql`select 1`)));
    const [after] = await caller.rows<{ role: string }>(sql`select current_user as role`);
    seen.push(String(after?.role));
  });
  await expect(request).rejects.toMatchObject({ code: '08006' });
  expect(seen).toEqual(['anon']);
});

test('it has the same limits', async () => {
  const timeout = (role: 'anon' | 'service_role') =>
    asCaller(own, { role, userId: null, claims: { role } }, async (caller) => {
      const [row] = await caller.rows<{ statement: string }>(
        sql`select current_setting('statement_timeout') as statement`,
      );
      return row?.statement;
    });
  expect([await timeout('anon'), await timeout('service_role')]).toEqual(['30s', '0']);
});

test.runIf(isFull)('the end of the agent does not wait for a statement without end', async () => {
  const client = databaseOf(backend.dataDir);
  const endless = expect(client.run(sql`select pg_sleep(60)`)).rejects.toMatchObject({ code: '08006' });
  const asleep = () => owner.rows(sql`select from pg_stat_activity where wait_event = 'PgSleep'`);
  await vi.waitUntil(async () => (await asleep()).length > 0, { timeout: 20_000 });
  await client.close();
  await endless;
});
