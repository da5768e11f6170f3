import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { removeTree } from '../directories/file-tree.ts';
import { signalGroup } from '../system/process-tree.ts';
import { attempted } from '../system/time-limit.ts';

/** How long a browser may take to answer. */
const PATIENCE_MS = 15_000;
/**
 * How long its last words may still take once it has ended: helpers that outlive it may hold its output open for ever.
 */
const STDERR_WAIT_MS = 500;
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
