import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SqlClient, UnknownCommitOutcome } from '../../../../server/supabase/sql/client.ts';
import { connectionError } from '../../../../server/supabase/sql/pool.ts';
import { sql } from '../../../../server/supabase/sql/template.ts';
import { type Asked, type FakePostgres, startFakePostgres } from '../../../helpers/fake-postgres.ts';

const LOST = { code: '08006' };
/** The two ways in which a dying server closes its connections. */
const WAYS = [
  ['hangs up', (socket: Socket) => socket.destroy()],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
] as const;

let server: FakePostgres;
let client: SqlClient;
afterEach(async () => {
  await client?.close();
  await server?.close();
});

async function open(behave: (asked: Asked, socket: Socket) => void): Promise<SqlClient> {
  server = await startFakePostgres(behave);
  client = new SqlClient({ host: '127.0.0.1', port: server.port, user: 'me', password: '', database: 'mine' });
  return client;
}

const loseAt =
  (leave: (socket: Socket) => void) =>
  ({ text }: Asked, socket: Socket) => {
    if (/lost/.test(text)) leave(socket);
  };

it('a socket that broke while it was written to is a lost connection, though its code is as long as those of Postgres', () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', errno: -32, syscall: 'write' });
  expect(connectionError(broken)).toMatchObject(LOST);
  const refused = Object.assign(new Error('permission denied'), { code: '42501' });
  expect(connectionError(refused)).toBe(refused);
});

it('an answer that cannot be read ends its connection, and nothing else', async () => {
  // A row that claims three values but is cut off.
  const broken = Buffer.from([0x44, 0, 0, 0, 6, 0, 3]);
  const opened = await open(({ text }, socket) => {
    if (/broken/.test(text)) socket.write(broken);
  });
  await expect(opened.rows(sql`select broken`)).rejects.toMatchObject(LOST);
  await expect(opened.run(sql`select whole`)).resolves.toBeGreaterThanOrEqual(0);
  expect(server.connections()).toBe(2);
});

describe.each(WAYS)('a server that %s', (_how, leave) => {
  it('before the connection is ready gives no session, and is not asked again', async () => {
    const opened = await open(({ type }, socket) => type === 'startup' && leave(socket));
    await expect(opened.session(async () => 'unreachable')).rejects.toMatchObject(LOST);
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['with values', sql`select lost ${1}`],
    ['without any', sql`select lost`],
  ])('in a statement %s fails it, and what the session is asked after that', async (_kind, statement) => {
    const opened = await open(loseAt(leave));
    const ends = await opened.session(async (session) => {
      const lost = await session.run(statement).catch((error) => error);
      return [lost, await session.run(sql`rollback`).catch((error) => error)];
    });
    expect(ends).toMatchObject([LOST, LOST]);
    expect(server.connections()).toBe(1);
  });

  it('in a transaction fails it, and nothing of it runs on another connection', async () => {
    const asked: string[] = [];
    const opened = await open((message, socket) => {
      asked.push(message.text);
      loseAt(leave)(message, socket);
    });
    const transaction = opened.transaction(async (session) => {
      await session.run(sql`select lost`).catch(() => undefined);
      await session.run(sql`delete from everything`);
    });
    await expect(transaction).rejects.toMatchObject(LOST);
    expect(asked.join()).not.toMatch(/delete|rollback|commit/);
  });

  it('in a commit leaves its outcome unknown', async () => {
    const opened = await open(({ text }, socket) => /commit/.test(text) && leave(socket));
    await expect(opened.transaction(async () => 'done')).rejects.toThrow(UnknownCommitOutcome);
  });

  it('is asked anew by the next session', async () => {
    let isLost = false;
    const opened = await open(({ text }, socket) => {
      if (isLost || !/lost/.test(text)) return;
      isLost = true;
      leave(socket);
    });
    await expect(opened.session((session) => session.run(sql`select lost`))).rejects.toMatchObject(LOST);
    expect(await opened.session((session) => session.rows(sql`select lost`))).toEqual([]);
    expect(server.connections()).toBe(2);
  });
});

it('a session goes back, and keeps its connection', async () => {
  const opened = await open(() => undefined);
  for (const _turn of [1, 2, 3]) {
    expect(await opened.session((session) => session.rows(sql`select ${1}`))).toEqual([]);
  }
  expect(server.connections()).toBe(1);
});
