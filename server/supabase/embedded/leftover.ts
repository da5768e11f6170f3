import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const STOP_POLL_MS = 20;
/** How long a left-over server may take for its orderly stop before it is stopped hard. */
const FAST_STOP_MS = 10_000;

/**
 * Stops the Postgres that a killed agent left running on `cluster`, if there is one. The caller must hold the data directory's lock: a server
 * that is still in use by a living agent would be stopped too.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pid = await readPid(cluster);
  if (pid === null || !(await isPostgresOn(pid, cluster))) return false;
  signal(pid, 'SIGINT');
  if (await waitForExit(pid, FAST_STOP_MS)) return true;
  signal(pid, 'SIGQUIT');
  await waitForExit(pid, FAST_STOP_MS);
  return true;
}

async function readPid(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && pid !== process.pid ? pid : null;
}

/** Guards against a process number that was given to another program since: on Linux the command line tells, elsewhere Postgres itself checks. */
async function isPostgresOn(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(cluster);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
