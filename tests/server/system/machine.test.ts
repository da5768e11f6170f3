import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultDataDirectory, hasScreen, userConfigDirectory } from '../../../server/system/machine.ts';
import { killAllOf } from '../../../server/system/process-tree.ts';
import { openWorkerPool, type WorkerTask } from '../../../server/system/worker-pool.ts';
import { fileFolder, testFolder } from '../../helpers/file-folder.ts';

const linux = { platform: 'linux', home: '/home/me', isRoot: false } as const;
const mac = { platform: 'darwin', home: '/Users/me', isRoot: false } as const;
const windows = { platform: 'win32', home: 'C:\\Users\\me', isRoot: false } as const;

describe('the default data directory', () => {
  it("is each platform's own place", () => {
    expect(defaultDataDirectory({}, linux)).toBe('/home/me/.local/share/local-agent');
    expect(defaultDataDirectory({}, mac)).toBe('/Users/me/Library/Application Support/local-agent');
    expect(defaultDataDirectory({}, windows)).toBe('C:\\Users\\me\\AppData\\Local\\local-agent');
    expect(defaultDataDirectory({ LOCALAPPDATA: 'D:\\Data' }, windows)).toBe('D:\\Data\\local-agent');
  });

  it('follows XDG_DATA_HOME, unless that is relative', () => {
    expect(defaultDataDirectory({ XDG_DATA_HOME: '/data' }, linux)).toBe('/data/local-agent');
    expect(defaultDataDirectory({ XDG_DATA_HOME: 'data' }, linux)).toBe('/home/me/.local/share/local-agent');
  });

  it('is one that the system user of Postgres can enter under root', () =>
    expect(defaultDataDirectory({}, { ...linux, home: '/root', isRoot: true })).toBe('/var/lib/local-agent'));
});

it("keeps the user's config file where the platform does", () => {
  expect(userConfigDirectory({}, linux)).toBe('/home/me/.config/local-agent');
  expect(userConfigDirectory({ XDG_CONFIG_HOME: '/etc/me' }, linux)).toBe('/etc/me/local-agent');
  expect(userConfigDirectory({}, windows)).toBe('C:\\Users\\me\\AppData\\Roaming\\local-agent');
});

it('a screen is expected on macOS and Windows, and on Linux with a display', () => {
  expect([hasScreen({}, mac), hasScreen({}, windows), hasScreen({}, linux)]).toEqual([true, true, false]);
  expect(hasScreen({ WAYLAND_DISPLAY: 'wayland-0' }, linux)).toBe(true);
  expect(hasScreen({ WSL_DISTRO_NAME: 'Debian' }, linux)).toBe(true);
});

it('a screen is not expected in CI', () =>
  expect([hasScreen({ CI: '1' }, mac), hasScreen({ CI: 'false' }, mac)]).toEqual([false, true]));

it('kills what it has found, however long the look took', async () => {
  const folder = await testFolder();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', folder], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((done) => child.once('exit', (_code, signal) => done(signal)));
  await killAllOf(folder, {}, -1);
  expect(await ended).toBe('SIGKILL');
});

const IDLE_MS = 10_000;
const log = { error: vi.fn() };

const folder = await fileFolder();
beforeAll(async () => {
  const echo = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (words) => parentPort.postMessage(words));`;
  await writeFile(join(folder, 'echo.mjs'), echo);
});
afterEach(() => void vi.useRealTimers());

const echoed = (words: string): WorkerTask<string, string, string> => ({
  request: words,
  closed: () => 'closed',
  listen: ({ resolve, reject }) => ({
    report: (answer) => resolve({ answer, isUsable: true }),
    ended: () => reject(new Error('The worker ended.')),
  }),
});

it('gives no request to a worker that is being ended because it was idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = openWorkerPool<string, string>(
    join(folder, 'echo.mjs'),
    { memoryMb: 64, atOnce: 1, idleMs: IDLE_MS },
    log,
  );
  onTestFinished(() => pool.close());
  expect(await pool.ask(echoed('first'))).toBe('first');
  vi.advanceTimersByTime(IDLE_MS);
  expect(await pool.ask(echoed('second'))).toBe('second');
  expect(log.error).not.toHaveBeenCalled();
});
