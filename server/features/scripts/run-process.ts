import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type ScriptLogKind, scriptLogKindSchema } from '../../../shared/script-run.ts';
import { killAllOf, signalGroup } from '../../process-tree.ts';
import { watchMemory } from './memory-watch.ts';
import { endedBySignal, endedWithCode, outOfMemory } from './messages.ts';
import { MESSAGES_FD, type RunnerJob, type RunnerMessage, type RunnerSetup, toLine } from './runner/protocol.ts';

const messageSchema = z.union([
  z.object({ kind: scriptLogKindSchema, text: z.string() }),
  z.object({ end: z.literal('success') }),
  z.object({ end: z.literal('error'), error: z.string() }),
]) satisfies z.ZodType<RunnerMessage>;

/** How long the streams of an ended process may stay open, held by something that it started and nobody found. */
const STREAMS_MS = 500;

export type RunnerOptions = {
  /** The built runner/main.ts. */
  runner: string;
  setup: RunnerSetup;
  /** The whole environment; nothing of ours is inherited. */
  env: Record<string, string | undefined>;
  heapMb: number;
};

type Hear = (kind: ScriptLogKind, text: string) => void;

/** How a run's process ended by itself; `error` is null when it was done. An error that the script threw stands in the log already. */
export type ProcessEnd = { error: string | null; isLogged: boolean };

export type RunProcess = {
  /** The folder that goes with the process. */
  scratch: string;
  isAlive(): boolean;
  /** Gives it its one job. `hear` is told everything that was said since its start. */
  run(job: RunnerJob, hear: Hear): void;
  /** Resolves when the process and everything that it started are gone. */
  ended: Promise<ProcessEnd>;
  /** Asks the process to end, and kills all of it when it has not within `graceMs`. May be called again with less patience. */
  stop(graceMs: number): void;
};

/** Starts a Node of its own for one job, which leads a process group of its own. */
export function startRunner({ runner, setup, env, heapMb }: RunnerOptions): RunProcess {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning', runner],
    {
      cwd: setup.scratch,
      env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    },
  );
  const { pid } = child;
  let said: ProcessEnd | undefined;
  let isOutOfMemory = false;
  const early: Parameters<Hear>[] = [];
  let hear: Hear = (...line) => early.push(line);

  readLines(child.stdio[MESSAGES_FD] as Readable, (line) => {
    const message = readMessage(line);
    if (!message) return;
    if ('end' in message) said ??= { error: message.end === 'error' ? message.error : null, isLogged: true };
    else hear(message.kind, message.text);
  });
  // What does not come from the script's own code: crashes of Node, and programs that the script starts.
  for (const stream of [child.stdout, child.stderr]) {
    let isCrashReport = false;
    readLines(stream as Readable, (line) => {
      isCrashReport ||= line.includes('<--- Last few GCs --->');
      isOutOfMemory ||= isCrashReport && /heap out of memory|heap limit/i.test(line);
      if (!isCrashReport && line) hear('warning', line);
    });
  }
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(toLine(setup));

  const kill = () => pid !== undefined && void signalGroup(pid, 'SIGKILL');
  const endWatch =
    pid === undefined
      ? () => undefined
      : watchMemory(pid, 2 * heapMb, () => {
          isOutOfMemory = true;
          kill();
        });

  const ended = gone(child, setup.scratch).then(({ code, signal }): ProcessEnd => {
    endWatch();
    if (said) return said;
    if (isOutOfMemory) return { error: outOfMemory(heapMb), isLogged: false };
    return { error: signal ? endedBySignal(signal) : endedWithCode(code), isLogged: false };
  });
  return {
    scratch: setup.scratch,
    ended,
    isAlive: () => pid !== undefined && child.exitCode === null && child.signalCode === null,
    run(job, listener) {
      hear = listener;
      for (const line of early) hear(...line);
      child.stdin?.end(toLine(job));
    },
    stop(graceMs) {
      if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      void signalGroup(pid, 'SIGTERM');
      const patience = setTimeout(kill, graceMs);
      child.once('exit', () => clearTimeout(patience));
    },
  };
}

type Exit = { code: number | null; signal: NodeJS.Signals | null };

function gone(child: ChildProcess, folder: string): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    const closed = new Promise((done) => child.once('close', done));
    child.once('exit', async (code, signal) => {
      if (child.pid !== undefined && process.platform !== 'win32') await signalGroup(child.pid, 'SIGKILL');
      await killAllOf(folder);
      await Promise.race([closed, new Promise((late) => setTimeout(late, STREAMS_MS).unref())]);
      resolve({ code, signal });
    });
  });
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
}

/** The script could write here too; what is no message is nothing. */
function readMessage(line: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
