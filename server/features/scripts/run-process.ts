import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type ScriptLogKind, scriptLogKindSchema } from '../../../shared/scripts/script-run.ts';
import { type Family, killAllOf, noteFamily, signalGroup, type Traces } from '../../system/process-tree.ts';
import { readLines } from './bounded-lines.ts';
import { LOG_LINES_MAX } from './limits.ts';
import { cannotStart, endedBySignal, endedWithCode, outOfMemory } from './messages.ts';
import { watchProcess } from './process-watch.ts';
import { NOTE_MAX_CHARS } from './run-log.ts';
import { MESSAGES_FD, type RunnerJob, type RunnerMessage, type RunnerSetup, toLine } from './runner/protocol.ts';

const messageSchema = z.union([
  z.object({ kind: scriptLogKindSchema, text: z.string() }),
  z.object({ end: z.literal('success') }),
  z.object({ end: z.literal('error'), error: z.string() }),
]) satisfies z.ZodType<RunnerMessage>;

/** How long the streams of an ended process may stay open, held by an undetected child. */
const STREAMS_MS = 3000;
/** Time after which a killed run counts as over, even if the system could not end it. */
const KILL_WAIT_MS = 10_000;
/** More messages than the runner sends (log, notes and end); bounded because the script may write to the pipe too. */
const MESSAGES_MAX = LOG_LINES_MAX + 1000;
/** Maximum JSON characters per character of text, and for the envelope. */
const ESCAPED_CHARS = 6;
const FRAME_CHARS = 1024;

export type RunnerOptions = {
  /** The built runner/main.ts. */
  runner: string;
  setup: RunnerSetup;
  /** The complete environment; nothing is inherited. */
  env: Record<string, string | undefined>;
  heapMb: number;
};

/** Adds a line to a log; false when it is full. */
type OnLine = (kind: ScriptLogKind, text: string) => boolean;

/**
 * How a run's process ended without being stopped; `error` is null on success. `isLogged`: the log already has the
 * script's error.
 */
export type ProcessEnd = { error: string | null; isLogged: boolean };

export type RunProcess = {
  /** The folder that is removed with the process. */
  scratch: string;
  isAlive(): boolean;
  /** Starts its only job. `onLine` is called with all output since its start. */
  run(job: RunnerJob, onLine: OnLine): void;
  /** Resolves when the process and its descendants are gone, or when it could not be started. Never rejects. */
  ended: Promise<ProcessEnd>;
  /** Asks the process to end, and kills it after `graceMs`. May be called again with a shorter time. */
  stop(graceMs: number): void;
};

/** Starts a Node process for one job, as leader of a new process group. */
export function startRunner(options: RunnerOptions): RunProcess {
  const { setup, heapMb } = options;
  let child: ChildProcess;
  try {
    child = spawnNode(options);
  } catch (error) {
    return notStarted(setup.scratch, error);
  }
  const { pid } = child;
  const messages = child.stdio?.[MESSAGES_FD] as Readable | undefined;
  if (pid === undefined || !messages) {
    return notStarted(setup.scratch, new Promise((_, reject) => child.once('error', reject)));
  }
  const startedAt = Date.now();
  const family: Family = new Map();
  let work: Traces['work'];
  let said: ProcessEnd | undefined;
  let isOutOfMemory = false;
  const early: Parameters<OnLine>[] = [];
  let hear: OnLine = (...line) => early.push(line) < LOG_LINES_MAX;

  let count = 0;
  const endings = [
    readLines(messages, ESCAPED_CHARS * setup.log.bytes + FRAME_CHARS, (line) => {
      count += 1;
      const message = readMessage(line);
      if (message && 'end' in message) said ??= endOf(message);
      else if (message) hear(message.kind, message.text);
      return count < MESSAGES_MAX;
    }),
  ];
  // Output from outside the script's own code: Node crashes, and programs that the script starts.
  for (const stream of [child.stdout, child.stderr]) {
    let isCrashReport = false;
    const onLine = (line: string) => {
      isCrashReport ||= line.includes('<--- Last few GCs --->');
      isOutOfMemory ||= isCrashReport && /heap out of memory|heap limit/i.test(line);
      return isCrashReport || hear('warning', line);
    };
    endings.push(readLines(stream as Readable, setup.log.bytes + 1, onLine));
  }
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(toLine(setup));

  /** Notes descendants first: those that left the group can only be found while their parents live. */
  const kill = async () => {
    if (work) await noteFamily(pid, family).catch(() => undefined);
    await signalGroup(pid, 'SIGKILL');
  };
  const endWatch = watchProcess(pid, {
    limitMb: 2 * heapMb,
    tooMuch() {
      isOutOfMemory = true;
      void kill();
    },
    family,
    hasBegun: () => work !== undefined,
  });

  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const closed = new Promise((done) => child.once('close', done));
  let giveUp: (exit: Exit) => void = () => undefined;
  const gaveUp = new Promise<Exit>((resolve) => {
    giveUp = resolve;
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = async ({ code, signal }: Exit): Promise<ProcessEnd> => {
    endWatch();
    if (process.platform !== 'win32') await signalGroup(pid, 'SIGKILL');
    await killAllOf(setup.scratch, { family, ...(work && { work }) });
    await Promise.race([closed, delay(STREAMS_MS, undefined, { ref: false })]);
    // After a suspend, the timer may fire before pending output is read.
    if (!said) await nextTurn();
    for (const finish of endings) finish();
    if (said) return said;
    if (isOutOfMemory) return { error: outOfMemory(heapMb), isLogged: false };
    return { error: signal ? endedBySignal(signal) : endedWithCode(code), isLogged: false };
  };
  return {
    scratch: setup.scratch,
    ended: Promise.race([exited, gaveUp]).then(end),
    isAlive,
    run(job, listener) {
      hear = listener;
      work = { folder: job.artifacts, since: startedAt };
      for (const line of early) hear(...line);
      child.stdin?.end(toLine(job));
    },
    stop(graceMs) {
      if (!isAlive()) return;
      void signalGroup(pid, 'SIGTERM');
      const patience = setTimeout(() => void kill(), graceMs);
      const last = setTimeout(giveUp, graceMs + KILL_WAIT_MS, { code: null, signal: 'SIGKILL' });
      child.once('exit', () => {
        clearTimeout(patience);
        clearTimeout(last);
      });
    },
  };
}

type Exit = { code: number | null; signal: NodeJS.Signals | null };

function spawnNode({ runner, setup, env, heapMb }: RunnerOptions): ChildProcess {
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
  // Without a listener an error, even a late one, would end the agent.
  child.on('error', () => undefined);
  return child;
}

/** A placeholder for a process that failed to start, with the reason. */
function notStarted(scratch: string, reason: unknown): RunProcess {
  const text = (error: unknown) => cannotStart(error instanceof Error ? error.message : String(error));
  return {
    scratch,
    ended: Promise.resolve(reason)
      .then(text, text)
      .then((error) => ({ error, isLogged: false })),
    isAlive: () => false,
    run: () => undefined,
    stop: () => undefined,
  };
}

function endOf(message: Extract<RunnerMessage, { end: string }>): ProcessEnd {
  return { error: message.end === 'error' ? message.error.slice(0, NOTE_MAX_CHARS) : null, isLogged: true };
}

/** The script can write here too; invalid messages are ignored. */
function readMessage(line: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
