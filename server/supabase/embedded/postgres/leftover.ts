import { execFile } from 'node:child_process';
import { lstat, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../files/process-alive.ts';

const STOP_POLL_MS = 20;
/** How long a lock file may exist without a process id in it, in milliseconds. */
const UNWRITTEN_LIMIT_MS = 3_000;
/** How long an orphaned server may take for a clean stop before it is killed. */
const FAST_STOP_MS = 10_000;

/**
 * Stops the Postgres that a killed agent left running on `cluster`, if there is one. The caller must hold the data
 * directory's lock; otherwise a running agent's server would be stopped too. If the process id in the lock file now
 * belongs to another program, the file is removed, because Postgres would refuse to start with it.
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
 * Removes a lock file without a process id, which a power cut or a full disk can leave: Postgres would refuse to start
 * with it. A new file is kept, because a starting server is about to write its id.
 */
async function removeUnwritten(pidFile: string): Promise<void> {
  const found = await lstat(pidFile).catch(() => null);
  // The absolute difference, because the clock may have been set back.
  if (!found || Math.abs(Date.now() - found.mtimeMs) < UNWRITTEN_LIMIT_MS) return;
  await rm(pidFile, { force: true, recursive: true });
}

/**
 * Linux: compares the process's working directory, which is the cluster's folder even if it was started through a link.
 * Windows: checks only the program's name. Elsewhere: looks for the cluster in the command line.
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
