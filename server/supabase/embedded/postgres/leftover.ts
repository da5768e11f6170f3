import { execFile } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../directories/process-alive.ts';

const STOP_POLL_MS = 20;
/** How long a left-over server may take for its orderly stop before it is stopped hard. */
const FAST_STOP_MS = 10_000;

/**
 * Stops the Postgres that a killed agent left running on `cluster`, if there is one. The caller must hold the data
 * directory's lock: a server that is still in use by a living agent would be stopped too. Where the process number in
 * its lock file was given to another program since, the file is removed, because Postgres would refuse to start for it.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (pid === process.pid || !(await isPostgresOn(pid, cluster))) {
    await rm(pidFile, { force: true });
    return false;
  }
  signal(pid, 'SIGINT');
  if (await waitForExit(pid, FAST_STOP_MS)) return true;
  signal(pid, 'SIGQUIT');
  await waitForExit(pid, FAST_STOP_MS);
  return true;
}

/**
 * Postgres works inside its cluster's folder on Linux, which a link to it cannot hide; elsewhere its command line names
 * the cluster.
 */
async function isPostgresOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [name, folder] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
      realpath(`/proc/${pid}/cwd`).catch(() => null),
    ]);
    return name.trim() === 'postgres' && folder === (await realpath(cluster));
  }
  if (process.platform === 'win32')
    return (await output('tasklist', ['/FI', `PID eq ${pid}`])).includes('postgres.exe');
  const command = await output('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  const [, named = ''] = command.slice(0, Math.max(0, command.indexOf(' -h '))).split(' -D ');
  return (await realpath(named).catch(() => null)) === (await realpath(cluster));
}

async function output(program: string, args: string[]): Promise<string> {
  return promisify(execFile)(program, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitForExit(pid: number, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; ) {
    if (!isAlive(pid)) return true;
    await delay(STOP_POLL_MS);
  }
  return !isAlive(pid);
}
