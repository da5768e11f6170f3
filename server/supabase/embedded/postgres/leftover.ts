import { execFile } from 'node:child_process';
import { lstat, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../files/process-alive.ts';

const STOP_POLL_MS = 20;
/** How long a lock file may be there without the number of its server, in milliseconds. */
const UNWRITTEN_LIMIT_MS = 3_000;
/** How long an orphaned server may take for a clean stop before it is killed. */
const FAST_STOP_MS = 10_000;

/**
 * Stops the Postgres that a killed agent left running on `cluster`, if there is one. The caller must hold the data
 * directory's lock: a server that is still in use by a living agent would be stopped too. Where the process number in
 * its lock file was given to another program since, the file is removed, because Postgres would refuse to start for it.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) await removeUnwritten(pidFile);
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
 * Removes a lock file that names no process, as a power cut or a full disk leaves it: Postgres would refuse to start for
 * it. One that has just been made stays, since a server that starts writes its number at once.
 */
async function removeUnwritten(pidFile: string): Promise<void> {
  const found = await lstat(pidFile).catch(() => null);
  // Either way: the clock may have been set back since.
  if (!found || Math.abs(Date.now() - found.mtimeMs) < UNWRITTEN_LIMIT_MS) return;
  await rm(pidFile, { force: true, recursive: true });
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
