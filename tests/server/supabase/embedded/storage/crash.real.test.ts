import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { objectFiles } from '../../../../../server/supabase/embedded/storage/files.ts';
import { looseFiles } from '../../../../../server/supabase/embedded/storage/loose-files.ts';
import type { SqlClient } from '../../../../../server/supabase/sql/client.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';
import { type PostgresProxy, startPostgresProxy } from '../../../../helpers/postgres-proxy.ts';
import { emptyWorkspace } from '../../../../helpers/workspace.ts';

const log = pino({ level: 'silent' });

let server: TestBackend;
let proxy: PostgresProxy;
/** A backend that reaches its database through the proxy. */
let backend: TestBackend;
let admin: Client;
let database: SqlClient;
let objects: string;

beforeAll(async () => {
  // A backend whose owner may create databases.
  server = await openTestBackend({ dataDir: await emptyWorkspace() });
  const socket = join(server.dataDir, 'run/.s.PGSQL.5432');
  const owner = databaseOf(server.dataDir);
  await owner.rows(sql`create database proxied`);
  await owner.close();
  proxy = await startPostgresProxy(socket);
  backend = await openBackend();
  admin = backend.connection.admin;
  objects = join(backend.dataDir, 'storage');
  database = databaseOf(server.dataDir, 'proxied');
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
  await proxy?.close();
  await server?.close();
  if (server) await rm(server.dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.rows(sql`delete from storage.objects`);
  await database.rows(sql`update storage.loose_files set since = since - interval '2 hours'`);
  await sweep();
  expect(await readdir(objects)).toEqual([]);
});

const openBackend = (dataDir?: string) =>
  openTestBackend({ dataDir, databaseUrl: `postgres://postgres@127.0.0.1:${proxy.port}/proxied` });
const bucket = () => admin.storage.from('media-assets');
const upload = (text: string, upsert = false) =>
  bucket().upload('a.png', new Blob([text], { type: 'image/png' }), { upsert });
const read = async (key = 'a.png') => (await bucket().download(key)).data?.text();
const loose = async () =>
  (await database.rows<{ version: string }>(sql`select version from storage.loose_files order by 1`)).map(
    ({ version }) => version,
  );
const hoursLater = () => database.rows(sql`update storage.loose_files set since = since - interval '2 hours'`);

/** The sweep that runs at the start and then daily. */
async function sweep(files = looseFiles(database, objectFiles(objects), log)): Promise<void> {
  const last = randomUUID();
  await database.rows(
    sql`insert into storage.loose_files (version, since) values (${last}, now() - interval '61 minutes')`,
  );
  files.start();
  await vi.waitUntil(async () => !(await loose()).includes(last), { timeout: 20_000 });
  files.close();
}

describe('when Postgres dies after a commit and before it could say so', () => {
  it('what an upload replaced goes with the next sweep, and the new bytes stay', async () => {
    await upload('old');
    proxy.loseCommit(1);
    expect((await upload('new', true)).error).not.toBeNull();
    expect(await read()).toBe('new');
    expect(await readdir(objects)).toHaveLength(2);
    await sweep();
    expect(await readdir(objects)).toHaveLength(2);
    await hoursLater();
    await sweep();
    expect(await readdir(objects)).toHaveLength(1);
    expect(await read()).toBe('new');
  });

  it('a removed object leaves no file for ever', async () => {
    await upload('bytes');
    proxy.loseCommit(1);
    expect((await bucket().remove(['a.png'])).error).not.toBeNull();
    expect(await readdir(objects)).toHaveLength(1);
    await hoursLater();
    await sweep();
    expect(await readdir(objects)).toEqual([]);
  });
});

describe('a sweep', () => {
  it('leaves what an upload is working on, however long it takes', async () => {
    const files = looseFiles(database, objectFiles(objects), log);
    await files.withNew(async (version) => {
      await files.write(version, Readable.from(['slow']), 100);
      await hoursLater();
      await sweep(files);
      expect(await readdir(objects)).toEqual([version]);
      await database.rows(
        sql`insert into storage.objects (bucket_id, name, version) values ('media-assets', 'slow.png', ${version})`,
      );
    });
    expect(await loose()).toEqual([]);
  });

  it('leaves files of other databases and of earlier versions, and folders, and follows no link', async () => {
    const [foreign, folder, link] = [randomUUID(), randomUUID(), randomUUID()];
    await writeFile(join(objects, foreign), 'bytes');
    await mkdir(join(objects, folder));
    await symlink(join(objects, foreign), join(objects, link));
    await database.rows(sql`insert into storage.loose_files (version) values (${folder}), (${link})`);
    await hoursLater();
    await sweep();
    expect((await readdir(objects)).sort()).toEqual([foreign, folder].sort());
    for (const name of [foreign, folder]) await rm(join(objects, name), { recursive: true });
  });

  it('happens at the start; broken-off uploads go at once', async () => {
    const version = randomUUID();
    const part = `${randomUUID()}.part`;
    await writeFile(join(objects, version), 'bytes');
    await database.rows(
      sql`insert into storage.loose_files (version, since) values (${version}, now() - interval '2 hours')`,
    );
    await writeFile(join(objects, part), 'half');
    await mkdir(join(objects, 'folder.part'));
    const again = await openBackend(backend.dataDir);
    expect(await readdir(objects)).not.toContain(part);
    await vi.waitUntil(async () => !(await readdir(objects)).includes(version), { timeout: 20_000 });
    await again.close();
    await rm(join(objects, 'folder.part'), { recursive: true });
  });
});

describe('a download of an object that is being replaced', () => {
  const SIZE = 4 * 1024 * 1024;

  it('goes on with the bytes that it began with', async () => {
    await upload('o'.repeat(SIZE));
    const url = `${backend.connection.inProcessUrl}/storage/v1/object/media-assets/a.png`;
    const { secretKey } = JSON.parse(await readFile(join(backend.dataDir, 'keys.json'), 'utf8'));
    const response = await backend.connection.fetch(url, { headers: { authorization: `Bearer ${secretKey}` } });
    expect((await upload('n'.repeat(SIZE), true)).error).toBeNull();
    const text = await response.text();
    expect([text.length, new Set(text)]).toEqual([SIZE, new Set('o')]);
    expect(await read()).toBe('n'.repeat(SIZE));
  });
});
