import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareBinaries } from '../../../../../server/supabase/embedded/postgres/binaries.ts';
import { postgresUser } from '../../../../../server/supabase/embedded/postgres/system-user.ts';
import { SqlClient } from '../../../../../server/supabase/sql/client.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';
import { freePort } from '../../../../helpers/free-port.ts';

const PASSWORD = 'p@ss/word';

/** The user's own PostgreSQL: the same program, but listening on loopback, with a password. */
describe('LOCAL_AGENT_DATABASE_URL', () => {
  let folder: string;
  let server: ChildProcess;
  let port: number;
  let backend: TestBackend | undefined;
  const urlOf = (change: { password?: string; port?: number; database?: string; user?: string } = {}) => {
    const { user = 'owner', password = PASSWORD, database = 'postgres' } = change;
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${change.port ?? port}/${database}`;
  };
  const connect = (database = 'postgres') =>
    new SqlClient({ host: '127.0.0.1', port, user: 'owner', password: PASSWORD, database });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-agent-url-'));
    await chmod(folder, 0o711);
    const user = await postgresUser();
    const binaries = await prepareBinaries(folder, user);
    const cluster = join(folder, 'cluster');
    const passwordFile = join(folder, 'password');
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, PASSWORD);
    if (user) await Promise.all([cluster, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    const as = { env: { LC_ALL: 'C' }, cwd: cluster, ...(user && { uid: user.uid, gid: user.gid }) };
    const login = ['-U', 'owner', '--pwfile', passwordFile, '--auth=scram-sha-256', '--no-sync'];
    await promisify(execFile)(binaries.initdb, ['-D', cluster, ...login], as);
    port = await freePort();
    const listen = ['-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off'];
    server = spawn(binaries.postgres, ['-D', cluster, ...listen], { ...as, stdio: 'ignore' });
    const isUp = async () => {
      const database = connect();
      return database
        .rows(sql`select 1`)
        .then(
          () => true,
          () => false,
        )
        .finally(() => database.close());
    };
    await vi.waitUntil(isUp, { timeout: 20_000 });
  });
  afterAll(async () => {
    await backend?.close();
    if (server && server.exitCode === null) {
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('is used instead of the embedded one, which is not even started', async () => {
    backend = await openTestBackend({ databaseUrl: urlOf() });
    expect(backend.connection.databaseDir).toBeNull();
    const member = await backend.memberClient();
    const { count } = await member.from('content_style_templates').select('*', { count: 'exact', head: true });
    expect(count).toBeGreaterThan(0);
    expect((await backend.anonClient().from('content_style_templates').select('id')).data ?? []).toEqual([]);
  });

  it('holds the same workspace for the next agent', async () => {
    const next = await openTestBackend({ databaseUrl: urlOf() });
    expect(await next.connection.accounts.count()).toBe(1);
    await next.close();
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, /password authentication failed.*Check the address/],
    ['no such database', { database: 'nowhere' }, /"nowhere" does not exist/],
    ['nobody there', { port: 9 }, /ECONNREFUSED.*Check the address/],
  ])('with %s is told in one line', (_what, change, message) =>
    expect(openTestBackend({ databaseUrl: urlOf(change) })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(message),
    }),
  );

  it('of a user without enough rights is told in one line', async () => {
    const database = connect();
    await database.rows(sql`create role guest login password 'guest'`);
    await database.rows(sql`create database guests owner guest`);
    await database.close();
    const guest = urlOf({ user: 'guest', password: 'guest', database: 'guests' });
    await expect(openTestBackend({ databaseUrl: guest })).rejects.toThrow(/Use a superuser/);
  });
});
