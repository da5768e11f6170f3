import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { AppError } from '../errors.ts';
import { removeTree } from '../files/file-tree.ts';
import { signalGroup } from '../system/process-tree.ts';
import { attempted, TimeLimitPassed, within } from '../system/time-limit.ts';

/** How long a browser may take to respond. */
const PATIENCE_MS = 15_000;
/** How long to wait for the rest of stderr after exit: surviving helpers may hold it open forever. */
const STDERR_WAIT_MS = 500;
const EXAMINE_LIMIT_MS = 20_000;
const WORDS_MAX_CHARS = 64 * 1024;
/** A request that a started browser answers on its pipe within milliseconds. */
const QUESTION = `${JSON.stringify({ id: 1, method: 'Browser.getVersion' })}\0`;
/** Chrome's message when the system provides no sandbox. */
const NO_SANDBOX = /No usable sandbox|setuid sandbox|sandbox_host_linux|credentials\.cc/i;
/** The prefix of Chrome's log lines: process, time, level and source line. */
const LOG_MARK = /^\[[^\]]*\]\s*/;

export type LaunchFailure = {
  /** The system provides no sandbox. */
  lacksSandbox: boolean;
  /** The most informative line of its stderr; empty if it starts normally. */
  words: string;
};

export type DiagnosedLaunch = {
  executablePath: string;
  sandbox: boolean;
  /** For a temporary profile. */
  folder: string;
  signal?: AbortSignal;
  /** Called when the system provides no sandbox, before the browser is started without one. */
  onNoSandbox?(): void;
};

/**
 * Starts a browser with `start`, whose argument says whether to use the sandbox. Retries without the sandbox if the
 * system provides none, and once more if no cause of the failure is found. AppError unavailable with the browser's
 * error output; passes on TimeLimitPassed of `start` and the reason of the signal.
 */
export async function startDiagnosed<T>(
  start: (sandbox: boolean) => Promise<T>,
  launch: DiagnosedLaunch,
  isRepeated = false,
): Promise<T> {
  const { executablePath, sandbox, folder, signal, onNoSandbox } = launch;
  try {
    return await start(sandbox);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TimeLimitPassed) throw error;
    const limit = { ms: EXAMINE_LIMIT_MS, what: "The browser's start", ...(signal && { signal }) };
    const { lacksSandbox, words } = await within(diagnoseLaunch(executablePath, sandbox, folder), limit);
    if (lacksSandbox) {
      onNoSandbox?.();
      return startDiagnosed(start, { ...launch, sandbox: false }, isRepeated);
    }
    // It starts normally now: the first failure was a one-off.
    if (words === '' && !isRepeated) return startDiagnosed(start, launch, true);
    const message = `The browser ${executablePath} did not start. ${words || String(error)}`;
    throw new AppError('unavailable', message, { cause: error });
  }
}

/**
 * Starts a browser again to find out why it does not start: over a pipe, Puppeteer only sees that it exited. Its
 * temporary profile is created in `folder`.
 */
export async function diagnoseLaunch(executablePath: string, sandbox: boolean, folder: string): Promise<LaunchFailure> {
  const profile = await mkdtemp(join(folder, 'examined-'));
  const args = [
    '--headless',
    `--user-data-dir=${profile}`,
    ...(sandbox ? [] : ['--no-sandbox']),
    '--remote-debugging-pipe',
  ];
  const said = await stderrOfFailure(executablePath, args);
  await removeTree(profile);
  const words = said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(LOG_MARK, ''));
  const telling = words.find((line) => NO_SANDBOX.test(line)) ?? words.find((line) => /error|cannot|fail/i.test(line));
  return { lacksSandbox: sandbox && NO_SANDBOX.test(said), words: telling ?? words.at(-1) ?? '' };
}

/**
 * The stderr of a program that fails or does not respond in time, or the failure itself if stderr is empty; empty if it
 * responds or exits normally. The program and its helpers are killed afterwards.
 */
async function stderrOfFailure(program: string, args: string[]): Promise<string> {
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
