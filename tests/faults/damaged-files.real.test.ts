import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, runHere } from '../helpers/cli.ts';
import { fileFolder } from '../helpers/file-folder.ts';
import { newWorkspace } from '../helpers/workspace.ts';

/** One line that says what is wrong, and no stack trace. */
const ONE_LINE = /^local-agent: [^\n]+\n$/;
/** More than a text of JavaScript can have. The file has a hole instead of bytes. */
const HUGE_BYTES = 600 * 1024 * 1024;
const LONG_AGO = new Date(0);

const dataDir = join(await fileFolder(), 'data');
beforeAll(async () => {
  await newWorkspace(dataDir);
  expect(await run('users', 'list')).toMatchObject({ code: 0 });
  expect(await run('config', 'set', 'ai.monthly-cap', '5')).toMatchObject({ code: 0 });
  await writeFile(join(dataDir, 'config.json'), '{"logLevel":"error"}');
});

const run = (...args: string[]): Promise<CliResult> => runHere([...args, '--data-dir', dataDir]);

const DAMAGES = {
  empty: (path: string) => writeFile(path, ''),
  truncated: async (path: string) => truncate(path, (await stat(path)).size >> 1),
  binary: (path: string) => writeFile(path, randomBytes(64)),
  huge: (path: string) => truncate(path, HUGE_BYTES),
  'a folder': async (path: string) => {
    await rm(path);
    await mkdir(path);
  },
};

describe('a damaged file is said in one line with what to do, and stays as it is', () => {
  let path: string;
  let aside: string;
  afterEach(async () => {
    await rm(path, { recursive: true, force: true });
    await rename(aside, path);
  });

  // Files that no start can do without, the command that reads each, and what it says to do.
  it.each([
    ['config.json', 'a folder', 'users list', /Make it a file that this user may read/],
    ['workspace.json', 'truncated', 'users list', /Restore it from a backup, or choose another directory/],
    ['keys.json', 'empty', 'users list', /Put it back from a backup, or delete it: a new one is made/],
    ['agent-token', 'huge', 'users list', /Put it back from a backup, or delete it: a new token is made/],
    ['agent-id', 'binary', 'users list', /Put it back from a backup, or delete it: this then counts as another/],
    ['ai.json', 'truncated', 'config list', /Delete it, then choose the model again/],
  ] as const)('%s, %s', async (file, damage, command, remedy) => {
    path = join(dataDir, file);
    // A name that starts with a dot is nobody's.
    aside = join(dataDir, `.aside-${file}`);
    await rename(path, aside);
    await writeFile(path, await readFile(aside));
    await DAMAGES[damage](path);
    const before = await stat(path);
    const { code, stdout, stderr } = await run(...command.split(' '));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(file);
    expect(stderr).toMatch(remedy);
    const { size, mtimeMs } = await stat(path);
    expect([size, mtimeMs]).toEqual([before.size, before.mtimeMs]);
  });
});

it.each([
  ['a pid file with something else in it', 'postgres/postmaster.pid', randomBytes(40)],
  ['a file among the lock’s sockets', 'lock/000000000000', randomBytes(40)],
  ['a file where the socket’s folder belongs', 'run', 'x'],
])('%s keeps nobody from starting', async (_what, name, content) => {
  const path = join(dataDir, name);
  await rm(path, { recursive: true, force: true });
  await writeFile(path, content);
  await utimes(path, LONG_AGO, LONG_AGO);
  const keys = await readFile(join(dataDir, 'keys.json'), 'utf8');
  expect(await run('users', 'list')).toMatchObject({ code: 0 });
  expect(await readFile(join(dataDir, 'keys.json'), 'utf8')).toBe(keys);
  await rm(path, { recursive: true, force: true });
});

it.each(['PG_VERSION', 'global/pg_control'])(
  'a database whose %s is damaged is said to be, with the backup as the remedy',
  async (name) => {
    const path = join(dataDir, 'postgres', name);
    const whole = await readFile(path);
    // Begins like a version: no word of an upgrade may be said first.
    await writeFile(path, Buffer.alloc(whole.length, 0xa7).fill('8', 0, 1));
    const { code, stderr } = await run('users', 'list');
    await writeFile(path, whole);
    expect(code).toBe(1);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toMatch(/[Pp]ut the folder back from a backup/);
    expect(await run('users', 'list')).toMatchObject({ code: 0 });
  },
);
