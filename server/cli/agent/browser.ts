import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { CHROME_VERSION, type InstalledChrome, installBrowser } from '../../browser/install-browser.ts';
import { tryLaunch } from '../../browser/try-launch.ts';
import { AppError } from '../../errors.ts';
import { environment } from '../../system/environment.ts';
import { showProgressLine } from '../terminal/progress-line.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';

/**
 * `browser install` downloads Chrome for scripts and log-ins if the machine has none; it is never downloaded
 * automatically.
 */
export function addBrowserCommand(program: Command, terminal: Terminal): void {
  const browser = program.command('browser').description('get the browser that scripts and logins need');
  browser
    .command('install')
    .description(`download Chrome ${CHROME_VERSION} (about 180 MB)`)
    .option('--json', 'print JSON for programs')
    .action(async ({ json = false }: { json?: boolean }) => {
      const installed = await downloadBrowser(terminal);
      if (json) printJson(terminal, { version: CHROME_VERSION, ...installed });
      else print(terminal, browserInstalled(CHROME_VERSION, installed));
    });
}

/**
 * Asks the user at a terminal whether to download Chrome, and downloads it if they agree. Returns false without a
 * terminal, or if they decline.
 */
export async function offerBrowser(terminal: Terminal): Promise<boolean> {
  const { stdin, stderr, ending } = terminal;
  if (!stdin.isTTY || !stderr.isTTY) return false;
  const lines = createInterface({ input: stdin, output: stderr });
  // While readline has the terminal, Ctrl+C sends no signal.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const answer = await lines.question(OFFER, { signal: ending }).finally(() => lines.close());
  if (!/^\s*(y|yes)?\s*$/i.test(answer)) return false;
  print(terminal, browserInstalled(CHROME_VERSION, await downloadBrowser(terminal)));
  return true;
}

/**
 * Downloads Chrome, with progress on stderr, and starts it once as a test. AppError with the remedy. Ctrl+C aborts the
 * download and leaves no files behind.
 */
async function downloadBrowser(terminal: Terminal): Promise<InstalledChrome> {
  const env = environment();
  const place = { platform: process.platform, home: homedir(), env };
  const mirror = env.PUPPETEER_CHROME_DOWNLOAD_BASE_URL;
  const progress = showDownload(terminal);
  const installing = installBrowser(place, { mirror, signal: terminal.ending, onProgress: progress.tell });
  const installed = await installing.finally(progress.end);
  const { executablePath } = installed;
  const launch = await tryLaunch({ executablePath, source: 'cache', shell: false, env: {} }, env, false);
  if (launch.version === null) throw new AppError('unavailable', doesNotStart(executablePath, launch.reason));
  return installed;
}

/** Shows a download's progress. `tell` takes the bytes received so far and the total. */
function showDownload(terminal: Terminal) {
  const line = showProgressLine(terminal);
  let isBegun = false;
  let isOver = false;
  return {
    end: line.end,
    tell(done: number, total: number) {
      if (isOver) return;
      if (!isBegun) note(terminal, DOWNLOADING);
      isBegun = true;
      line.show('download', downloadProgress(done, total), { done, total });
      isOver = total > 0 && done >= total;
      if (!isOver) return;
      line.end();
      note(terminal, UNPACKING);
    },
  };
}

const DOWNLOADING = 'Downloading Chrome…';
const UNPACKING = 'Unpacking…';
const OFFER = 'Download Chrome now (about 180 MB)? [Y/n] ';

const downloadProgress = (done: number, total: number) =>
  `${String(total > 0 ? Math.floor((100 * done) / total) : 0).padStart(3)} %, ${megabytes(done)} of ${megabytes(total)} MB`;
const browserInstalled = (version: string, { executablePath, isNew }: InstalledChrome) =>
  `Chrome ${version} ${isNew ? 'is installed' : 'was already installed'}: ${executablePath}`;
const doesNotStart = (executablePath: string, reason: string) =>
  `Chrome was downloaded to ${executablePath} but does not start: ${reason} On a minimal Linux system, libraries may be missing: deb.deps next to it lists the packages. Or install Chromium from your distribution (Debian: apt install chromium).`;

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
