import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { REQUEST_LIMITS, type RequestLimits } from '../../../../../server/supabase/embedded/request-limits.ts';
import type { SqlClient } from '../../../../../server/supabase/sql/client.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';

const SLOW_SQL = `create function public.test_sleep() returns text language sql as
  $$ select 'awake' from (select pg_sleep(600)) as slept $$;`;
const LONG_SQL = `
create function public.test_long() returns table (body text) language sql as $$ select repeat('x', 12000000) $$;
create table public.test_notes (body text);
create function public.test_note() returns text language plpgsql as $$ begin
  insert into public.test_notes values ('kept');
  return repeat('x', 40000000);
end $$;`;

const sleep = async (client: Client) => await client.rpc('test_sleep' as never);

let first: TestBackend;
let backend: TestBackend;
let database: SqlClient;
let member: Client;

// The API only knows functions that exist when it opens.
beforeAll(async () => {
  first = await openTestBackend();
  const before = databaseOf(first.dataDir);
  await before.script(SLOW_SQL + LONG_SQL);
  await before.close();
  await first.connection.close();
});
afterAll(() => first?.close());

/** Opens a backend with these limits for the tests of the current `describe`. */
function openWith(limits: Partial<RequestLimits>): void {
  beforeAll(async () => {
    backend = await openTestBackend({ dataDir: first.dataDir, limits: { ...REQUEST_LIMITS, ...limits } });
    database = databaseOf(backend.dataDir);
    member = await backend.memberClient();
  });
  afterAll(async () => {
    await database?.close();
    await backend?.close();
  });
}

describe('short limits', () => {
  openWith({ statementMs: 400, lockMs: 200 });

  test('a statement of a member that takes too long is ended: 503, with the reason', async () => {
    const { status, error } = await sleep(member);
    expect(status).toBe(503);
    expect(error).toMatchObject({
      code: '57014',
      message: 'canceling statement due to statement timeout',
      hint: 'The request took too long and was stopped. Ask for less at once.',
    });
    expect((await member.from('app_settings').select()).error).toBeNull();
  });

  test('a lock that does not come is 503 too', () =>
    database.transaction(async (transaction) => {
      await transaction.rows(sql`lock table public.app_settings in access exclusive mode`);
      const { status, error } = await member.from('app_settings').select().retry(false);
      expect(status).toBe(503);
      expect(error).toMatchObject({ code: '55P03', hint: expect.stringContaining('Try again') });
    }));
});

describe.runIf(isFull)('the limits of answers and connections', () => {
  openWith({ turnMs: 2000 });

  test('slow statements of members leave room for signing in, stored files and the agent', async () => {
    const { memberToken, connection } = backend;
    const asleep = () =>
      database.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity where wait_event = 'PgSleep' and query like '%test_sleep%'`);
    // One at a time, because on a busy machine a connection that opens too slowly is refused as well.
    const slow: Promise<unknown>[] = [];
    for (let before = 0; before < 5; before = (await asleep()).length) {
      let isOver = false;
      slow.push(sleep(member).finally(() => (isOver = true)));
      await vi.waitUntil(async () => isOver || (await asleep()).length > before, { timeout: 20_000 });
    }
    // The other requests are refused, because there is no free connection.
    const others = await Promise.all(Array.from({ length: 7 }, () => sleep(member)));
    expect(others.map(({ status, error }) => [status, error?.code])).toEqual(
      Array.from({ length: 7 }, () => [504, 'PGRST003']),
    );

    const token = await memberToken();
    expect(await connection.verify(token)).toMatchObject({ rights: { role: 'owner' } });
    expect((await connection.admin.from('app_settings').select()).error).toBeNull();
    expect((await member.storage.from('media-assets').list()).error).toBeNull();
    expect(await asleep()).toHaveLength(5);

    for (const { pid } of await asleep()) await database.rows(sql`select pg_cancel_backend(${pid})`);
    await Promise.all(slow);
    expect((await member.from('app_settings').select()).error).toBeNull();
  });

  test('an answer that is too long is refused by Postgres, before it comes to this process: 413', async () => {
    const columns = Array.from({ length: 4 }, (_, at) => `copy_${at}:body`).join();
    const { status, error } = await member.rpc('test_long' as never).select(columns);
    expect(status).toBe(413);
    expect(error).toMatchObject({ code: 'PT413', message: 'The answer is too large: 32 MB is the limit here.' });
    expect((await member.rpc('test_long' as never)).data).toEqual([{ body: expect.stringMatching(/^x{20}/) }]);
  });

  test('a write whose answer is too long is not kept', async () => {
    expect((await member.rpc('test_note' as never)).status).toBe(413);
    expect(await database.rows(sql`select * from public.test_notes`)).toEqual([]);
  });
});
