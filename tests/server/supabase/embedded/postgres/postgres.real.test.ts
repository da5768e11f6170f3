import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../../../../server/errors.ts';
import { type EmbeddedConnection, openEmbedded } from '../../../../../server/supabase/embedded/backend.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { testFolder } from '../../../../helpers/file-folder.ts';
import { newWorkspace } from '../../../../helpers/workspace.ts';

let folder: string;
let dataDir: string;
let opened: EmbeddedConnection[];
let lost: AppError[];

beforeEach(async () => {
  folder = await testFolder();
  dataDir = join(folder, 'data');
  opened = [];
  lost = [];
});
afterEach(async () => {
  await Promise.all(opened.map((connection) => connection.close()));
});

async function open(dir = dataDir): Promise<EmbeddedConnection> {
  const log = pino({ level: 'silent' });
  const onLost = (error: AppError) => lost.push(error);
  const connection = await openEmbedded({ dataDir: dir, databaseUrl: null, log, onLost, npm: null });
  opened.push(connection);
  return connection;
}

async function serverPid({ databaseDir }: EmbeddedConnection): Promise<number> {
  return Number.parseInt(await readFile(join(String(databaseDir), 'postmaster.pid'), 'utf8'), 10);
}

async function countTemplates({ admin }: EmbeddedConnection): Promise<number> {
  const { count, error } = await admin.from('content_style_templates').select('*', { count: 'exact', head: true });
  if (error) throw new Error(error.message);
  return count ?? 0;
}

it('a server that is killed is restarted, however often', async () => {
  const connection = await open(await newWorkspace(dataDir));
  const before = await countTemplates(connection);
  for (let kills = 0; kills < (isFull ? 3 : 1); kills++) {
    const killed = await serverPid(connection);
    process.kill(killed, 'SIGKILL');
    // The remaining processes of a killed server still respond for a moment.
    await vi.waitUntil(async () => (await serverPid(connection).catch(() => killed)) !== killed, { timeout: 20_000 });
    await vi.waitFor(async () => expect(await countTemplates(connection)).toBe(before), { timeout: 20_000 });
  }
  expect(lost).toEqual([]);
});

it('a server that is killed and whose files are damaged is reported lost', async () => {
  const connection = await open(await newWorkspace(dataDir));
  await writeFile(join(String(connection.databaseDir), 'global', 'pg_control'), '');
  process.kill(await serverPid(connection), 'SIGKILL');
  await vi.waitFor(() => expect(lost).toHaveLength(1), { timeout: 20_000 });
  expect(lost[0]).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/damaged.*backup/) });
});

it.runIf(isFull)('a server that is killed may be closed while it is being restarted', async () => {
  const connection = await open(await newWorkspace(dataDir));
  process.kill(await serverPid(connection), 'SIGKILL');
  await connection.close();
  expect(lost).toEqual([]);
  expect(await countTemplates(await open())).toBeGreaterThan(0);
});

describe.runIf(isFull)('what an interrupted agent left behind does not keep the next from starting:', () => {
  it('a process number in the lock file that another program has by now', async () => {
    const { databaseDir, close } = await open(await newWorkspace(dataDir));
    await close();
    await writeFile(join(String(databaseDir), 'postmaster.pid'), `${process.ppid}\n${databaseDir}\n1\n5432\n\n\n`);
    expect(await countTemplates(await open())).toBeGreaterThan(0);
  });

  it('a database that was only half made', async () => {
    await mkdir(join(dataDir, 'postgres.partial-1234abcd', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.partial-1234abcd.password'), 'x');
    expect(await countTemplates(await open())).toBeGreaterThan(0);
    expect((await readdir(dataDir)).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('a database that cannot be used is left as it is, with a line that says why:', () => {
  it.each([
    ['16', /PostgreSQL 16, and this local-agent brings 18, which cannot upgrade it\. Start the version/],
    ['17', /PostgreSQL 17 is needed once, and npm could not install it: npm was not found.*Nothing was changed/],
    ['99', /made by a newer local-agent.*Update local-agent/],
  ])('one of PostgreSQL %s', async (version, message) => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${version}\n`);
    await expect(open()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
    expect((await readdir(dataDir)).sort()).toEqual(['keys.json', 'postgres', 'storage']);
  });

  it('one without its PG_VERSION', async () => {
    await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true });
    await expect(open()).rejects.toMatchObject({ message: expect.stringMatching(/is damaged.*backup/) });
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['base']);
  });

  it('one that npm cannot help, with the command for the last backup', async () => {
    const backups = join(dataDir, 'backups');
    const [daily, ofUpgrade] = ['backup-2026-11-22T03-00-00Z.tar', 'before-upgrade-0.1.0-to-0.2.0-20261122T025959Z'];
    await mkdir(join(backups, ofUpgrade), { recursive: true });
    await writeFile(join(backups, daily), '');
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    const file = join(await realpath(backups), daily);
    await expect(open()).rejects.toThrow(
      `The last backup is ${file}. To go back to it, type: local-agent restore ${file} --data-dir ${await realpath(dataDir)}`,
    );
  });
});

it('listens elsewhere when the path of the data directory is too long for a socket, and cleans up there', async () => {
  const place = await newWorkspace(join(folder, 'long'.repeat(30)));
  const socketDir = `/tmp/local-agent-${createHash('sha256').update(place).digest('hex').slice(0, 16)}-run`;
  const connection = await open(place);
  expect(await countTemplates(connection)).toBeGreaterThan(0);
  expect(await readdir(socketDir)).not.toEqual([]);
  await connection.close();
  await expect(readdir(socketDir)).rejects.toThrow('ENOENT');
});

// Only root may have its database outside the data directory.
it.runIf(isFull && process.getuid?.() === 0)(
  'finds a database that lies elsewhere however the data directory is spelled',
  async () => {
    await mkdir(dataDir);
    const link = join(folder, 'link');
    await symlink(dataDir, link);
    await chmod(folder, 0o700);
    const first = await open(link);
    const root = dirname(String(first.databaseDir));
    try {
      await first.admin.from('puppeteer_scripts').insert({ name: 'mine' }).throwOnError();
      await first.close();
      // The place that earlier versions used.
      const spelled = join(dirname(root), createHash('sha256').update(link).digest('hex').slice(0, 16));
      await rename(root, spelled);
      await (await open(link)).close();
      const again = await open(dataDir);
      expect(again.databaseDir).toBe(first.databaseDir);
      expect((await again.admin.from('puppeteer_scripts').select('name').throwOnError()).data).toEqual([
        { name: 'mine' },
      ]);
      await again.close();
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
);
