import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { processesOn, runCli, type StartedCli, spawnCli, startCli, stopCli } from '../../../../helpers/cli.ts';
import { newWorkspace } from '../../../../helpers/workspace.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** A one-line error message, without a stack trace. */
const ONE_LINE = /^local-agent: [^\n]+\n$/;

/** The timeout for hangs; next to ten other programs, a start takes half a minute. */
const HANG_MS = 55_000;

let folder: string;
let dataDir: string;
let agent: StartedCli | undefined;

beforeEach(async () => {
  agent = undefined;
  folder = await mkdtemp(join(tmpdir(), 'local-agent-place-'));
  // If root starts it, Postgres runs as another user, who needs access.
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  if (agent) await stopCli(agent);
  expect(await processesOn(folder)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

/** The user that each server process on `cluster` runs as. */
async function usersOn(cluster: string | null | undefined): Promise<string[]> {
  const { stdout } = await run('ps', ['-ww', '-eo', 'user:20,args']);
  const servers = stdout.split('\n').filter((line) => line.includes(`-D ${cluster} `));
  // At first, a connection's process has the same command line as the server.
  return [...new Set(servers.map((line) => line.split(/\s+/)[0] ?? ''))];
}

describe.runIf(isRoot)('started by root', () => {
  it('keeps the database elsewhere when a parent is closed, says where, and finds it again once the parent is open', async () => {
    await chmod(folder, 0o700);
    agent = await startCli(dataDir);
    const { databaseDir } = agent.report;
    expect(databaseDir).toMatch(/^\/var\/lib\/local-agent\/[0-9a-f]{16}\/postgres$/);
    onTestFinished(() => rm(dirname(String(databaseDir)), { recursive: true, force: true }));
    await stopCli(agent);
    await chmod(folder, 0o711);
    agent = await startCli(dataDir);
    expect(agent.report.databaseDir).toBe(databaseDir);
    await stopCli(agent);
  });

  it('does not make a second database when a parent is closed later, but says what to open', async () => {
    agent = await startCli(await newWorkspace(dataDir));
    await stopCli(agent);
    await chmod(folder, 0o700);
    const { code, stderr } = await runCli(['start', '--no-open', '--port', '0', '--data-dir', dataDir]);
    expect(code).toBe(1);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(`"chmod o+x ${folder}"`);
  });

  it('runs Postgres as the owner of the database, which may be another than would be chosen today, but never root', async () => {
    agent = await startCli(await newWorkspace(dataDir));
    const databaseDir = String(agent.report.databaseDir);
    const [chosen] = await usersOn(databaseDir);
    expect([databaseDir, chosen]).toEqual([join(dataDir, 'postgres'), expect.stringMatching(/^(_?postgres|nobody)$/)]);
    await stopCli(agent);
    await run('chown', ['-R', 'nobody', databaseDir]);
    agent = await startCli(dataDir);
    expect(await usersOn(databaseDir)).toEqual(['nobody']);
    await stopCli(agent);
    await run('chown', ['-R', 'root', databaseDir]);
    agent = await startCli(dataDir);
    expect(await usersOn(databaseDir)).toEqual([chosen]);
  });
});

describe.runIf(isRoot)('started by an ordinary user', () => {
  it('runs Postgres as the same user', async () => {
    await chown(folder, NOBODY, NOBODY);
    agent = await startCli(dataDir, [], { uid: NOBODY });
    expect(await usersOn(agent.report.databaseDir)).toEqual(['nobody']);
  });
});

it.each(['initdb', 'postgres'])(
  'an agent that ends suddenly leaves nothing running when it is forced to end while %s starts',
  async (program) => {
    const { child, ended } = spawnCli(['start', '--no-open', '--port', '0', '--data-dir', dataDir]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const isThere = async () => (await processesOn(dataDir)).some((line) => line.includes(`bin/${program} -D`));
    await vi.waitUntil(isThere, { timeout: HANG_MS, interval: 5 });
    child.kill('SIGINT');
    // Signals in quick succession count as one key press; this is a second one.
    await delay(260);
    child.kill('SIGINT');
    expect([0, 130]).toContain((await ended).code);
    await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: HANG_MS });
  },
);

/** Whether this user may mount a disk. */
async function canMount(): Promise<boolean> {
  if (!isRoot || process.platform !== 'linux') return false;
  const probe = await mkdtemp(join(tmpdir(), 'local-agent-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe]);
    await run('umount', [probe]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

describe.runIf(await canMount())('on a full disk (skipped without the right to mount one)', () => {
  it.each(['16k', '2m', '24m', '40m'])('of %s says so in one line, with exit code 1', async (size) => {
    await mkdir(dataDir);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', dataDir]);
    // Unmounted before the folder is removed.
    const { code, stderr } = await runCli(['users', 'list', '--data-dir', dataDir]).finally(() =>
      run('umount', [dataDir]),
    );
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toMatch(/disk .*is full.*[Ff]ree some space/);
    expect(code).toBe(1);
  });
});
