import { type ChildProcessWithoutNullStreams as CliProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StartReport } from '../../server/cli/agent/banner.ts';
import { runCommand } from '../../server/cli/main.ts';
import { Interruption } from '../../server/cli/terminal/interruption.ts';

/** The program as users run it: bin/local-agent.js with the build in dist/. */
const PROGRAM = fileURLToPath(new URL('../../bin/local-agent.js', import.meta.url));

/** An agent ends within 5 s; a busy machine may need more. */
const STOP_LIMIT_MS = 30_000;

/** After two seconds the user is told that the agent was not asked to stop; a busy machine may need more. */
const TIDY_UP_LIMIT_MS = 60_000;

export type CliOptions = {
  /** Environment in addition to this process's own, from which no LOCAL_AGENT_ variable is inherited. */
  env?: Record<string, string>;
  /** The standard input. */
  input?: string;
  /** Run as this user of the system. */
  uid?: number;
  /** Run with this Node instead of our own. */
  node?: string;
};

export type CliResult = { code: number | null; stdout: string; stderr: string };

/**
 * Runs a command in this process, from the sources, and resolves when it has ended. Saves the half second of processor
 * time that a separate process takes. For tests of the process itself, use `runCli`.
 */
export function runHere(args: readonly string[], input = ''): Promise<CliResult> {
  const { stdin, ended } = beginHere(args);
  stdin.end(input);
  return ended;
}

export type CommandHere = {
  stdin: PassThrough;
  /** The output so far. */
  said: Readonly<Record<'stdout' | 'stderr', string>>;
  /** Waits until its standard error matches, and returns that text. */
  untilSaid(pattern: RegExp): Promise<string>;
  /** Sends Ctrl+C. */
  interrupt(): void;
  ended: Promise<CliResult>;
};

/** Starts a command in this process, to interact with it while it runs; `isTTY` as at a terminal. */
export function beginHere(args: readonly string[], { isTTY = false } = {}): CommandHere {
  const said = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') =>
    new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => {
      said[name] += text;
    });
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const [stdout, stderr] = [stream('stdout'), stream('stderr')];
  const ending = new AbortController();
  const code = runCommand(args, { stdin, stdout, stderr, ending: ending.signal, tidyUpMs: TIDY_UP_LIMIT_MS });
  const ended = code.then((code) => ({ code, ...said }));
  return {
    stdin,
    said,
    async untilSaid(pattern) {
      const isOver = ended.then(() => true);
      for (;;) {
        const [found] = pattern.exec(said.stderr) ?? [];
        if (found !== undefined) return found;
        if (await Promise.race([once(stderr, 'data').then(() => false), isOver]))
          throw new Error(`It ended without saying so: ${JSON.stringify(await ended)}`);
      }
    },
    interrupt: () => ending.abort(new Interruption(130)),
    ended,
  };
}

/** Runs a command in a separate process, and resolves when it has ended. */
export async function runCli(args: string[], options: CliOptions = {}): Promise<CliResult> {
  const { child, ended } = spawnCli(args, options);
  child.stdin.end(options.input ?? '');
  return ended;
}

/** Starts a command; `ended` resolves to its output. */
export function spawnCli(
  args: string[],
  { env, uid, node = process.execPath }: CliOptions = {},
): { child: CliProcess; ended: Promise<CliResult> } {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('LOCAL_AGENT_'));
  const child = spawn(node, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  // Processes that a failed test leaves behind must not outlive the tests.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return { child, ended };
}

export type StartedCli = { child: CliProcess; ended: Promise<CliResult>; report: StartReport };

/** Runs `start --json --no-open` on a free port (unless `args` name one) and waits for its report. */
export const startCli = (dataDir: string, args: string[] = [], options: CliOptions = {}): Promise<StartedCli> =>
  reported(spawnCli(['start', '--json', '--no-open', '--port', '0', '--data-dir', dataDir, ...args], options));

/** Waits for the report of a `start --json`. */
export async function reported(started: Omit<StartedCli, 'report'>): Promise<StartedCli> {
  const lines = createInterface({ input: started.child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    started.ended.then((result) => Promise.reject(new Error(`start ended: ${JSON.stringify(result)}`))),
  ]);
  return { ...started, report: JSON.parse(line) };
}

/**
 * Stops a started agent and resolves to its output; code is null if it did not end and had to be killed. Safe to call
 * twice.
 */
export async function stopCli(
  { child, ended }: Pick<StartedCli, 'child' | 'ended'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<CliResult> {
  child.kill(signal);
  const hard = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  return ended.finally(() => clearTimeout(hard));
}

/** The command lines of running processes that contain a folder. */
export async function processesOn(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(folder) && !line.startsWith('ps '));
}

/**
 * The process ids of the Postgres servers on a folder: the new process of a connection looks the same at first, but has
 * one of them as its parent.
 */
export async function serversOn(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,ppid=,args=']);
  const alike = stdout.split('\n').filter((line) => line.includes(folder) && line.includes(' -D '));
  const ids = alike.map((line) => line.trim().split(/\s+/));
  return ids.filter(([, parent]) => !ids.some(([pid]) => pid === parent)).map(([pid = '']) => pid);
}
