import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a browser may take to show an empty page. */
const PATIENCE_MS = 15_000;
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
 * Starts a browser once more to hear why it does not start: over a pipe Puppeteer knows only that it is gone. `folder` is where a profile may be made
 * for a moment.
 */
export async function examineLaunch(executablePath: string, sandbox: boolean, folder: string): Promise<LaunchFailure> {
  const profile = await mkdtemp(join(folder, 'examined-'));
  const args = [
    '--headless',
    `--user-data-dir=${profile}`,
    ...(sandbox ? [] : ['--no-sandbox']),
    '--dump-dom',
    'about:blank',
  ];
  const said = await new Promise<string>((resolve) => {
    execFile(executablePath, args, { timeout: PATIENCE_MS, killSignal: 'SIGKILL' }, (error, _output, complaints) =>
      resolve(error ? complaints.trim() || error.message : ''),
    );
  });
  await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  const words = said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(LOG_MARK, ''));
  const telling = words.find((line) => NO_SANDBOX.test(line)) ?? words.find((line) => /error|cannot|fail/i.test(line));
  return { lacksSandbox: sandbox && NO_SANDBOX.test(said), words: telling ?? words.at(-1) ?? '' };
}
