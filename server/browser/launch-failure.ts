import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { AppError } from '../errors.ts';
import { removeTree } from '../files/file-tree.ts';
import { signalGroup } from '../system/process-tree.ts';
import { attempted, TimeLimitPassed, within } from '../system/time-limit.ts';

/** How long a browser may take to answer. */
const PATIENCE_MS = 15_000;
/**
 * How long its last words may still take once it has ended: helpers that outlive it may hold its output open for ever.
 */
const STDERR_WAIT_MS = 500;
const EXAMINE_LIMIT_MS = 20_000;
const WORDS_MAX_CHARS = 64 * 1024;
/** What a browser that has started answers on its pipe, in a few milliseconds. */
const QUESTION = `${JSON.stringify({ id: 1, method: 'Browser.getVersion' })}\0`;
/** What Chrome says when the system gives it no sandbox. */
const NO_SANDBOX = /No usable sandbox|setuid sandbox|sandbox_host_linux|credentials\.cc/i;
/** Chrome's own mark of a log line: process, time, level and place. */
const LOG_MARK = /^\[[^\]]*\]\s*/;

export type LaunchFailure = {
  /** Did the system give it no sandbox? */
  lacksSandbox: boolean;
  /** Its last words; empty when it said nothing, or starts by itself. */
  words: string;
};

export type ExaminedLaunch = {
  executablePath: string;
  sandbox: boolean;
  /** Where a profile may be made for a moment. */
  folder: string;
  signal?: AbortSignal;
  /** Is told when the system gives the browser no sandbox, before it is started without. */
  onNoSandbox?(): void;
};

/**
 * Starts a browser by `start`, which is told whether to use the sandbox: without it where the system gives none, and
 * once more where nothing keeps the browser from starting. AppError unavailable with its last words; TimeLimitPassed of
 * `start`, and the reason of the signal, as they are.
 */
export async function startExamined<T>(
  start: (sandbox: boolean) => Promise<T>,
  launch: ExaminedLaunch,
  isRepeated = false,
): Promise<T> {
  const { executablePath, sandbox, folder, signal, onNoSandbox } = launch;
  try {
    return await start(sandbox);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TimeLimitPassed) throw error;
    const limit = { ms: EXAMINE_LIMIT_MS, what: "The browser's start", ...(signal && { signal }) };
    const { lacksSandbox, words } = await within(examineLaunch(executablePath, sandbox, folder), limit);
    if (lacksSandbox) {
      onNoSandbox?.();
      return startExamined(start, { ...launch, sandbox: false }, isRepeated);
    }
    // It starts by itself: what ended the first was an accident, which a second has hardly ever.
    if (words === '' && !isRepeated) return startExamined(start, launch, true);
    const message = `The browser ${executablePath} did not start. ${words || String(error)}`;
    throw new AppError('unavailable', message, { cause: error });
  }
}

/**
 * Starts a browser once more to hear why it does not start: over a pipe Puppeteer knows only that it is gone. `folder`
 * is where a profile may be made for a moment.
 */
export async function examineLaunch(executablePath: string, sandbox: boolean, folder: string): Promise<LaunchFailure> {
  const profile = await mkdtemp(join(folder, 'examined-'));
  const args = [
    '--headless',
    `--user-data-dir=${profile}`,
    ...(sandbox ? [] : ['--no-sandbox']),
    '--remote-debugging-pipe',
  ];
  const said = await complaintsOf(executablePath, args);
  await removeTree(profile);
  const words = said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(LOG_MARK, ''));
  const telling = words.find((line) => NO_SANDBOX.test(line)) ?? words.find((line) => /error|cannot|fail/i.test(line));
  return { lacksSandbox: sandbox && NO_SANDBOX.test(said), words: telling ?? words.at(-1) ?? '' };
}

/**
 * What a program that fails, or does not answer in time, writes to stderr; empty when it answers, or ends well. It and
 * its helpers are gone afterwards.
 */
async function complaintsOf(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let said = '';
  let failure = `It did not answer within ${PATIENCE_MS / 1000} s.`;
  const [, , , questions, answers] = child.stdio;
  for (const pipe of [questions, answers]) pipe?.on('error', () => undefined);
  if (questions instanceof Writable) questions.write(QUESTION);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < WORDS_MAX_CHARS) said += text;
  });
  const over = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      failure = error.message;
      resolve();
    });
    child.once('exit', (code, signal) => {
      failure = code === 0 ? '' : `It ended with ${signal ?? code}.`;
      setTimeout(resolve, STDERR_WAIT_MS);
    });
    child.once('close', () => resolve());
    answers?.once('data', () => {
      failure = '';
      resolve();
    });
  });
  await attempted(over, PATIENCE_MS);
  const complaints = failure && (said.trim() || failure);
  if (child.pid !== undefined) await signalGroup(child.pid, 'SIGKILL').catch(() => undefined);
  for (const pipe of [child.stderr, questions, answers]) pipe?.destroy();
  return complaints;
}
