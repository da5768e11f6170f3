import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const KILL_TIMEOUT_MS = 3000;
const POLL_MS = 20;
/** Linux reports a process's start time in ticks of this length. */
const TICKS_PER_S = 100;

/** The parent of Linux's kernel threads, which have no command line, environment or working folder. */
const KERNEL_THREADS = 2;

/** A process; `startedAt` distinguishes it from a later one with the same pid. */
type ProcessInfo = {
  pid: number;
  parent: number;
  group: number;
  session: number;
  hasTerminal: boolean;
  startedAt: number;
};

/** Known descendants of a run's process: start time (ticks since boot) by pid. */
export type Family = Map<number, number>;

/**
 * Sends a signal to a process and its group. On Windows, ends the whole tree, regardless of the signal. It is no error
 * if the processes have exited.
 */
export async function signalGroup(pid: number, signal: NodeJS.Signals): Promise<void> {
  if (process.platform === 'win32') {
    await output('taskkill', ['/PID', String(pid), '/T', '/F']);
    return;
  }
  send(-pid, signal);
}

/** Adds the process `pid` and its current descendants to `family`. Does nothing except on Linux. */
export async function noteFamily(pid: number, family: Family): Promise<void> {
  if (process.platform !== 'linux') return;
  const listed = listProcesses();
  for (const member of withDescendants(listed, new Set([pid]))) family.set(member.pid, member.startedAt);
}

/** Other ways to recognise a run's processes, in case they have changed their environment. */
export type Traces = {
  family?: Family;
  /** The run's working folder, and its start in milliseconds since the epoch. */
  work?: { folder: string; since: number };
};

/**
 * Kills all processes that were started for a run or a browser. They are recognised by the run's folder in their
 * environment or command line; by `family`; by a parent, session leader or group leader among them; and by a working
 * folder in that of `work`, if they were started since the run, without a terminal, and not in an older session.
 * Repeats until none is left, because one may be starting another, but for at most `limitMs` milliseconds. Does nothing
 * on Windows, where signalGroup has killed the tree. With a null `folder`, only the traces are used.
 */
export async function killAllOf(
  folder: string | null,
  traces: Traces = {},
  limitMs: number = KILL_TIMEOUT_MS,
): Promise<void> {
  for (const deadline = Date.now() + limitMs; ; await delay(POLL_MS)) {
    const found =
      process.platform === 'linux' ? await linuxProcessesOf(folder, traces) : await otherProcessesOf(folder);
    for (const { pid } of found) send(pid, 'SIGKILL');
    if (found.length === 0 || Date.now() > deadline) return;
  }
}

async function linuxProcessesOf(folder: string | null, { family, work }: Traces): Promise<ProcessInfo[]> {
  const listed = listProcesses();
  const byPid = new Map(listed.map((entry) => [entry.pid, entry]));
  const earliest = work ? await ticksAt(work.since) : 0;
  const worksIn = async ({ pid, session, startedAt, hasTerminal }: ProcessInfo, place: string): Promise<boolean> => {
    const leader = byPid.get(session);
    if (hasTerminal || startedAt < earliest || (leader && leader.startedAt < earliest)) return false;
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    return cwd === place || cwd.startsWith(place + sep);
  };
  const isMember = async (entry: ProcessInfo): Promise<boolean> => {
    if (family?.get(entry.pid) === entry.startedAt) return true;
    if (entry.parent === KERNEL_THREADS) return false;
    if (work && (await worksIn(entry, work.folder))) return true;
    if (folder === null) return false;
    const files = ['cmdline', 'environ'].map((file) => readFile(`/proc/${entry.pid}/${file}`, 'utf8').catch(() => ''));
    return (await Promise.all(files)).some((text) => text.includes(folder));
  };
  const checked = await Promise.all(listed.map(async (entry) => ((await isMember(entry)) ? entry.pid : null)));
  return withDescendants(listed, new Set(checked));
}

/**
 * The processes of `roots`, and recursively all whose parent, session leader or group leader is among them and not
 * younger. Never includes this process or its ancestors.
 */
function withDescendants(listed: ProcessInfo[], roots: ReadonlySet<number | null>): ProcessInfo[] {
  const parents = new Map(listed.map(({ pid, parent }) => [pid, parent]));
  const ours = new Set([1]);
  for (let pid = process.pid; pid > 1 && !ours.has(pid); pid = parents.get(pid) ?? 0) ours.add(pid);
  const foreign = listed.filter(({ pid }) => !ours.has(pid));
  const found = new Map(foreign.filter(({ pid }) => roots.has(pid)).map((entry) => [entry.pid, entry]));
  const others = foreign.filter(({ pid }) => !found.has(pid));
  for (let count = -1; count !== found.size; ) {
    count = found.size;
    for (const entry of others) {
      const leaders = [entry.parent, entry.session, entry.group].map((pid) => found.get(pid));
      if (leaders.some((leader) => leader && leader.startedAt <= entry.startedAt)) found.set(entry.pid, entry);
    }
  }
  return [...found.values()];
}

/** A buffer that holds any line of /proc/<pid>/stat. */
const statBytes = Buffer.allocUnsafe(4096);

/**
 * All processes of this machine except zombies. Reads synchronously, because the kernel answers from memory: a hundred
 * processes take a millisecond, ten times as fast as through the thread pool.
 */
function listProcesses(): ProcessInfo[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    // The program's name is in parentheses, and may itself contain parentheses.
    const stat = readStat(name);
    const [state, parent, group, session, terminal, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!state || 'ZX'.includes(state)) return [];
    const entry: ProcessInfo = {
      pid: Number(name),
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      hasTerminal: terminal !== '0',
      startedAt: Number(rest[14]),
    };
    return [entry];
  });
}

/** Reads a process's stat line; empty if it has exited. */
function readStat(pid: string): string {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return statBytes.toString('latin1', 0, readSync(file, statBytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** Converts a time, in milliseconds since the epoch, to ticks since boot. */
async function ticksAt(ms: number): Promise<number> {
  const [upSeconds = '0'] = (await readFile('/proc/uptime', 'utf8')).split(' ');
  return Math.floor((Number(upSeconds) - (Date.now() - ms) / 1000) * TICKS_PER_S);
}

async function otherProcessesOf(folder: string | null): Promise<ProcessInfo[]> {
  if (process.platform === 'win32' || folder === null) return [];
  const lines = (await output('ps', ['-axww', '-o', 'pid=,ppid=,pgid=,command='])).split('\n');
  const listed = lines.flatMap((line) => {
    const [pid = 0, parent = 0, group = 0] = line.trim().split(/\s+/, 3).map(Number);
    const entry = { pid, parent, group, session: 0, hasTerminal: false, startedAt: 0 };
    return pid > 0 ? [{ entry, isMember: line.includes(folder) }] : [];
  });
  const members = listed.filter(({ isMember }) => isMember).map(({ entry }) => entry.pid);
  return withDescendants(
    listed.map(({ entry }) => entry),
    new Set(members),
  );
}

async function output(program: string, args: string[]): Promise<string> {
  return promisify(execFile)(program, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** Sends a signal. Ignores a process that has exited or now belongs to another user. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
