import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const DEATH_MS = 3000;
const LOOK_AGAIN_MS = 20;

/** Sends a signal to a process and everything in its group (Windows: ends the whole tree, whatever the signal). Gone processes are no error. */
export async function signalGroup(pid: number, signal: NodeJS.Signals): Promise<void> {
  if (process.platform === 'win32') {
    await output('taskkill', ['/PID', String(pid), '/T', '/F']);
    return;
  }
  send(-pid, signal);
}

/**
 * Kills every process that was started for a run or a browser, by the folder that is its own, which stands in their environment or command line:
 * browsers have groups of their own, and so may have what a script started. Looks until there is none, since one may just be starting another; at
 * most for 3 s. (Windows has killed the tree already.)
 */
export async function killAllOf(folder: string): Promise<void> {
  for (const deadline = Date.now() + DEATH_MS; ; await delay(LOOK_AGAIN_MS)) {
    const found = process.platform === 'linux' ? await linuxProcessesOf(folder) : await otherProcessesOf(folder);
    const pids = found.filter((pid) => pid !== process.pid);
    if (pids.length === 0 || Date.now() > deadline) return;
    for (const pid of pids) send(pid, 'SIGKILL');
  }
}

async function linuxProcessesOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const checked = pids.map(async (pid) => {
    const texts = ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''));
    return (await Promise.all(texts)).some((text) => text.includes(folder)) ? Number(pid) : null;
  });
  return (await Promise.all(checked)).filter((pid) => pid !== null);
}

async function otherProcessesOf(folder: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  const lines = (await output('ps', ['-axww', '-o', 'pid=,command='])).split('\n');
  return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}

async function output(program: string, args: string[]): Promise<string> {
  return promisify(execFile)(program, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
