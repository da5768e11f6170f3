import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Sessions } from '../../../../server/supabase/embedded/sessions.ts';
import { type Asked, type FakePostgres, startFakePostgres } from '../../../helpers/fake-postgres.ts';

const LOST = { code: '08006' };
/** The two ways in which a server that dies leaves its connections. */
const WAYS = [
  ['hangs up', (socket: Socket) => socket.destroy()],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
] as const;

let server: FakePostgres;
let sessions: Sessions;
afterEach(async () => {
  await sessions.end();
  await server.close();
});

async function open(behave: (asked: Asked, socket: Socket) => void): Promise<Sessions> {
  server = await startFakePostgres(behave);
  const options = { host: '127.0.0.1', port: server.port, user: 'me', password: '', database: 'mine' };
  sessions = new Sessions(options, { parsers: {}, serializers: {} });
  return sessions;
}

describe.each(WAYS)('a server that %s', (_how, leave) => {
  it.each([
    ['before the connection is ready', 'startup'],
    ['at the first statement', 'Q'],
  ])('%s gives no session, and is not asked again', async (_when, at) => {
    const opened = await open(({ type }, socket) => type === at && leave(socket));
    await expect(opened.take()).rejects.toMatchObject(LOST);
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['with parameters', ['select lost $1', [1]]],
    ['without any', ['select lost']],
  ] as const)('in a statement %s settles it, and the rollback', async (_kind, [text, parameters]) => {
    const opened = await open((asked, socket) => /lost/.test(asked.text) && leave(socket));
    const session = await opened.take();
    const statement = session.unsafe(text, parameters && [...parameters]);
    await expect(statement).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNRESET|CONNECTION_CLOSED|08006/),
    });
    // A session that knows already says so when it is asked.
    await expect((async () => session.unsafe('rollback'))()).rejects.toMatchObject(LOST);
    session.release();
  });

  it('settles the statements that wait behind another', async () => {
    const opened = await open((asked, socket) => /lost/.test(asked.text) && leave(socket));
    const session = await opened.take();
    const statements = [session.unsafe('select lost $1', [1]), session.unsafe('select 1'), session`select 2`];
    const ends = await Promise.allSettled(statements);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('is asked anew by the next session', async () => {
    let isLost = false;
    const opened = await open((asked, socket) => {
      if (isLost || !/lost/.test(asked.text)) return;
      isLost = true;
      leave(socket);
    });
    const first = await opened.take();
    await expect(first.unsafe('select lost')).rejects.toThrow();
    first.release();
    const second = await opened.take();
    expect(await second.unsafe('select lost')).toEqual([]);
    second.release();
    expect(server.connections()).toBe(2);
  });
});

it('a session goes back to its client, which keeps its connection', async () => {
  const opened = await open(() => undefined);
  for (const _turn of [1, 2, 3]) {
    const session = await opened.take();
    expect(await session.unsafe('select $1', [1])).toEqual([]);
    session.release();
  }
  expect(server.connections()).toBe(1);
});
