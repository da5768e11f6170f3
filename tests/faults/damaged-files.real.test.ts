import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, runHere } from '../helpers/cli.ts';
import { everyNth } from '../helpers/depth.ts';
import { fileFolder } from '../helpers/file-folder.ts';
import { newWorkspace } from '../helpers/workspace.ts';

/** A one-line error without a stack trace. */
const ONE_LINE = /^local-agent: [^\n]+\n$/;
/** More than a JavaScript string can hold. The file is sparse. */
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
type Damage = keyof typeof DAMAGES;

/** Files that every start needs, the command that reads each, and the remedy that it prints. */
const FILES = [
  ['config.json', ['users', 'list'], /Correct it there, or delete the file|Make it a file that this user may read/],
  ['workspace.json', ['users', 'list'], /Restore it from a backup, or choose another directory/],
  ['keys.json', ['users', 'list'], /Restore it from a backup, or delete it: a new one is created/],
  ['agent-token', ['users', 'list'], /Restore it from a backup, or delete it: a new token is created/],
  ['agent-id', ['users', 'list'], /Restore it from a backup, or delete it: this then counts as a new machine/],
  ['ai.json', ['config', 'list'], /Delete it, then choose the model again/],
] as const;

describe('a damaged file is said in one line with what to do, and stays as it is', () => {
  const cases = FILES.flatMap(([file, command, remedy]) =>
    (Object.keys(DAMAGES) as Damage[]).map((damage) => ({ file, command, remedy, damage })),
  );
  let path: string;
  let aside: string;
  afterEach(async () => {
    await rm(path, { recursive: true, force: true });
    await rename(aside, path);
  });

  it.each(everyNth(cases, 7))('$file, $damage', async ({ file, command, remedy, damage }) => {
    path = join(dataDir, file);
    // Files whose name starts with a dot are ignored.
    aside = join(dataDir, `.aside-${file}`);
    await rename(path, aside);
    await writeFile(path, await readFile(aside));
    await DAMAGES[damage](path);
    const before = await stat(path);
    const { code, stdout, stderr } = await run(...command);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(file);
    expect(stderr).toMatch(remedy);
    const { size, mtimeMs } = await stat(path);
    expect([size, mtimeMs]).toEqual([before.size, before.mtimeMs]);
  });
});

describe('what nobody needs any more keeps nobody from starting', () => {
  const POSTMASTER = 'postgres/postmaster.pid';
  it.each(
    everyNth(
      [
        ['an empty pid file', POSTMASTER, ''],
        ['a pid file with something else in it', POSTMASTER, randomBytes(40)],
        ['the pid file of a process that is over', POSTMASTER, '4194304\n'],
        ['a file among the lock’s sockets', 'lock/000000000000', randomBytes(40)],
        ['a folder among them', 'lock/000000000001', null],
        ['a file where the socket’s folder belongs', 'run', 'x'],
        ['a file where the log’s folder belongs', 'logs', 'x'],
      ] as const,
      7,
    ),
  )('%s', async (_what, name, content) => {
    const path = join(dataDir, name);
    await rm(path, { recursive: true, force: true });
    if (content === null) await mkdir(path);
    else await writeFile(path, content);
    await utimes(path, LONG_AGO, LONG_AGO);
    const keys = await readFile(join(dataDir, 'keys.json'), 'utf8');
    expect(await run('users', 'list')).toMatchObject({ code: 0 });
    expect(await readFile(join(dataDir, 'keys.json'), 'utf8')).toBe(keys);
    await rm(path, { recursive: true, force: true });
  });
});

it.each(everyNth(['PG_VERSION', 'global/pg_control', 'postgresql.conf', 'pg_hba.conf'], 4))(
  'a database whose %s is damaged is said to be, with the backup as the remedy',
  async (name) => {
    const path = join(dataDir, 'postgres', name);
    const whole = await readFile(path);
    // Starts like a version: nothing about an upgrade may be printed first.
    await writeFile(path, Buffer.alloc(whole.length, 0xa7).fill('8', 0, 1));
    const { code, stderr } = await run('users', 'list');
    await writeFile(path, whole);
    expect(code).toBe(1);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toMatch(/[Rr]estore the folder from a backup/);
    expect(await run('users', 'list')).toMatchObject({ code: 0 });
  },
);
