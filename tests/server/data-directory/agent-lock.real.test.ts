import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AgentLock,
  findHolder,
  lockDataDirectory,
  stopHolder,
} from '../../../server/data-directory/agent-lock.ts';
import { meetingPlace } from '../../../server/data-directory/lock-socket.ts';
import { deferred } from '../../helpers/deferred.ts';
import { testFolder } from '../../helpers/file-folder.ts';

const HOLDER = fileURLToPath(new URL('../../helpers/lock-holder.ts', import.meta.url));
const self = { command: 'start', version: '0.0.0' };

let dataDir: string;
let processes: ChildProcess[];

beforeEach(async () => {
  dataDir = await testFolder();
  processes = [];
});

afterEach(async () => {
  await Promise.all(processes.map(kill));
});

function startHolder(): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return String(chunk).trim();
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function take(): Promise<AgentLock> {
  const { lock } = await lockDataDirectory(dataDir, self);
  if (!lock) throw new Error('expected the lock');
  return lock;
}

describe('the lock of a data directory', () => {
  it('is given to one at a time, however many come at once', async () => {
    let holders = 0;
    let most = 0;
    const turns = Array.from({ length: 12 }, async () => {
      const lock = await take();
      most = Math.max(most, ++holders);
      await new Promise((resolve) => setImmediate(resolve));
      holders--;
      await lock.release();
    });
    await Promise.all(turns);
    expect([most, await readdir(join(dataDir, 'lock'))]).toEqual([1, []]);
  });

  it('is let go by a process that is killed, to whoever waits for it', async () => {
    const holder = startHolder();
    expect(await firstLine(holder)).toBe('locked');
    const waitedFor = deferred<number>();
    const next = lockDataDirectory(dataDir, self, ({ pid }) => waitedFor.resolve(pid));
    expect(await waitedFor.promise).toBe(holder.pid);
    await kill(holder);
    await (await next).lock?.release();
    expect([(await next).running, await findHolder(dataDir)]).toEqual([null, null]);
  });

  it('is not fooled by a file that lies in its folder', async () => {
    await mkdir(join(dataDir, 'lock'));
    await writeFile(join(dataDir, 'lock', '000000000000'), String(process.pid));
    await (await take()).release();
  });

  it('works in a data directory whose path is too long for a socket', async () => {
    const long = join(dataDir, 'long'.repeat(30));
    await mkdir(long);
    const { lock } = await lockDataDirectory(long, self);
    const place = meetingPlace(long);
    const isThere = () => place.kind === 'folder' && existsSync(place.folder);
    expect([await findHolder(long), isThere()]).toMatchObject([{ command: 'start' }, true]);
    await lock?.release();
    expect([isThere(), await findHolder(long), isThere()]).toEqual([false, null, false]);
    // The next process removes what a killed one left behind.
    if (place.kind === 'folder') {
      await mkdir(place.folder, { mode: 0o700 });
      await writeFile(join(place.folder, 'gone'), '');
    }
    await (await lockDataDirectory(long, self)).lock?.release();
    expect(isThere()).toBe(false);
  });
});

it.each([
  ['a link to a path that is too long for a socket', true],
  ['a link that was there before the folder', false],
])('however the data directory is spelled there is one lock: %s', async (_what, isThere) => {
  const long = join(dataDir, 'long'.repeat(30));
  const link = join(dataDir, 'link');
  await symlink(long, link);
  if (isThere) await mkdir(long);
  else await mkdir(join(long, 'data'), { recursive: true });
  const [real, linked] = isThere ? [long, link] : [join(long, 'data'), join(link, 'data')];
  const { lock } = await lockDataDirectory(linked, self);
  expect(await findHolder(real)).toMatchObject({ command: 'start' });
  lock?.tell({ url: 'http://127.0.0.1:3001' });
  expect((await lockDataDirectory(`${real}/../${basename(real)}/`, self)).running).not.toBeNull();
  await lock?.release();
  expect(meetingPlace(real)).toEqual(meetingPlace(linked));
});

it('those who come while it is taken hear who has it, and where the agent answers once it does', async () => {
  const lock = await take();
  const heard: string[] = [];
  const second = lockDataDirectory(dataDir, { ...self, command: 'posts list' }, ({ command, url }) => {
    heard.push(`${command} ${url}`);
    lock.tell({ url: 'http://127.0.0.1:3001' });
  });
  expect((await second).running).toMatchObject({ pid: process.pid, version: '0.0.0', url: 'http://127.0.0.1:3001' });
  expect(heard).toEqual(['start null']);
  await lock.release();
});

it('stopping asks the holder to end and waits until it let go', async () => {
  const lock = await take();
  lock.tell({ url: 'http://127.0.0.1:3001' });
  let released = false;
  lock.stopRequested.addEventListener('abort', () => {
    released = true;
    void lock.release();
  });
  expect(await stopHolder(dataDir)).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:3001' });
  expect(released).toBe(true);
});

it('stopping finds nobody where nothing runs, and makes no directory', async () => {
  expect(await stopHolder(join(dataDir, 'none'))).toBeNull();
  expect(await findHolder(join(dataDir, 'none'))).toBeNull();
  expect(await readdir(dataDir)).toEqual([]);
});

it('removes what killed processes had half written, which may hold secrets, and nothing else', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  const unfinished = (name: string, pid?: number) => `${name}.${pid}-0123456789ab.tmp`;
  const elsewhere = await testFolder();
  await mkdir(join(dataDir, 'sessions'));
  await symlink(elsewhere, join(dataDir, 'linked'));
  const others = [
    join(dataDir, 'keys.json'),
    join(dataDir, 'notes.tmp'),
    join(dataDir, unfinished('agent-token', process.ppid)),
    join(elsewhere, unfinished('keys.json', child.pid)),
  ];
  const leftOver = [
    join(dataDir, unfinished('keys.json', child.pid)),
    // In a container, the previous agent may have had the same pid.
    join(dataDir, unfinished('workspace.json', process.pid)),
    join(dataDir, 'sessions', unfinished('account.json', child.pid)),
  ];
  for (const file of [...others, ...leftOver]) await writeFile(file, 'secret');

  const { lock } = await lockDataDirectory(dataDir, self);
  await lock?.release();

  expect(others.filter((file) => !existsSync(file))).toEqual([]);
  expect(leftOver.filter((file) => existsSync(file))).toEqual([]);
});
