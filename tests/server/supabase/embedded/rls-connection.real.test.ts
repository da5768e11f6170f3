import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiteConnection } from '../../../../server/supabase/embedded/lite-connection.ts';
import { asCaller } from '../../../../server/supabase/embedded/storage/caller.ts';
import { openTestBackend, type TestBackend } from '../../../helpers/embedded.ts';

const ANON = { auth: { role: 'anon' } };

let backend: TestBackend;
let connection: LiteConnection;
let sql: postgres.Sql;
let address: ConstructorParameters<typeof LiteConnection>[0];

beforeAll(async () => {
  backend = await openTestBackend();
  const path = join(backend.dataDir, 'run/.s.PGSQL.5432');
  sql = postgres({ path, user: 'postgres', max: 1 });
  address = { host: join(backend.dataDir, 'run'), port: 5432, user: 'postgres', password: '', database: 'postgres' };
  connection = new LiteConnection(address);
});
afterAll(async () => {
  await connection?.close();
  await sql?.end();
  await backend?.close();
});

type Db = LiteConnection['kysely'];
const whoAmI = async (db: Db) => {
  return db
    .selectNoFrom(({ fn, val }) => [
      fn<string>('current_setting', [val('role')]).as('role'),
      fn<number>('pg_backend_pid').as('pid'),
    ])
    .executeTakeFirstOrThrow();
};

test('a request has the role of its caller, and leaves it behind', async () => {
  expect((await connection.withContext(ANON, whoAmI)).role).toBe('anon');
  expect((await whoAmI(connection.kysely)).role).toBe('none');
});

test('a role that is none of the three is refused', async () => {
  await expect(connection.withContext({ auth: { role: 'postgres' } }, whoAmI)).rejects.toMatchObject({ code: '42501' });
});

test('a request whose connection is lost does not go on with other rights', async () => {
  const roles: string[] = [];
  const request = connection.withContext(ANON, async (db) => {
    const { role, pid } = await whoAmI(db);
    roles.push(role);
    await sql`select pg_terminate_backend(${pid}, 5000)`;
    // Others make the driver open a new connection in the place of the lost one.
    await Promise.all(Array.from({ length: 20 }, () => whoAmI(connection.kysely).catch(() => null)));
    roles.push((await whoAmI(db)).role);
  });
  await expect(request).rejects.toThrow();
  expect(roles).toEqual(['anon']);
  expect((await connection.withContext(ANON, whoAmI)).role).toBe('anon');
});

test('nor does one of the storage, which fails instead of waiting for ever', async () => {
  const driver = connection.driver as postgres.Sql;
  const seen: string[] = [];
  const request = asCaller(driver, { role: 'anon', userId: null, claims: { role: 'anon' } }, async (as) => {
    const [row] = await as<{ role: string; pid: number }[]>`select current_user as role, pg_backend_pid() as pid`;
    seen.push(String(row?.role));
    await sql`select pg_terminate_backend(${Number(row?.pid)}, 5000)`;
    await Promise.all(Array.from({ length: 20 }, () => whoAmI(connection.kysely)));
    const [after] = await as<{ role: string }[]>`select current_user as role`;
    seen.push(String(after?.role));
  });
  await expect(request).rejects.toMatchObject({ code: '08006' });
  expect(seen).toEqual(['anon']);
});

test('a caller without the secret key has limits of time, and leaves them behind', async () => {
  const limits = { statementMs: 1001, lockMs: 1002, idleMs: 1003, turnMs: 1000 };
  const limited = new LiteConnection(address, limits);
  const timeouts = (db: Db) =>
    db
      .selectNoFrom(({ fn, val }) => [
        fn<string>('current_setting', [val('statement_timeout')]).as('statement'),
        fn<string>('current_setting', [val('lock_timeout')]).as('lock'),
        fn<string>('current_setting', [val('idle_in_transaction_session_timeout')]).as('idle'),
      ])
      .executeTakeFirstOrThrow();
  try {
    const none = { statement: '0', lock: '0', idle: '0' };
    expect(await limited.withContext(ANON, timeouts)).toEqual({ statement: '1001ms', lock: '1002ms', idle: '1003ms' });
    expect(await limited.withContext({ auth: { role: 'service_role' } }, timeouts)).toEqual(none);
    expect(await timeouts(limited.kysely)).toEqual(none);
  } finally {
    await limited.close();
  }
});

test('so does one of the storage', async () => {
  const driver = connection.driver as postgres.Sql;
  const timeout = (role: 'anon' | 'service_role') =>
    asCaller(driver, { role, userId: null, claims: { role } }, async (as) => {
      const [row] = await as<{ statement: string }[]>`select current_setting('statement_timeout') as statement`;
      return row?.statement;
    });
  expect([await timeout('anon'), await timeout('service_role')]).toEqual(['30s', '0']);
});

test('what fails is rolled back, and what follows works', async () => {
  const insert = (db: Db) => db.insertInto('public.puppeteer_scripts').values({ name: 'half' }).execute();
  await expect(
    connection.withContext({ auth: { role: 'service_role' } }, async (db) => {
      await insert(db);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await sql`select 1 from public.puppeteer_scripts`).toHaveLength(0);
  await connection.withContext({ auth: { role: 'service_role' } }, insert);
  expect(await sql`select 1 from public.puppeteer_scripts`).toHaveLength(1);
});

test('a request after the end is refused', async () => {
  await connection.close();
  await expect(connection.withContext(ANON, whoAmI)).rejects.toMatchObject({ code: '08006' });
});
