import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { CHROME_VERSION, type InstalledChrome, installBrowser } from '../browser/install-browser.ts';
import { tryLaunch } from '../browser/try-launch.ts';
import { environment } from '../environment.ts';
import { AppError } from '../errors.ts';
import { browserInstalled, doesNotStart, OFFER } from './browser-messages.ts';
import { showDownload } from './download-progress.ts';
import { print, printJson, type Terminal } from './terminal.ts';

/**
 * `browser install` downloads Chrome for scripts and log-ins, onto a machine that has none; it never happens by itself.
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
 * Asks a person at a terminal whether Chrome is to be downloaded, and does it. False where nobody can be asked, or
 * nobody wants it.
 */
export async function offerBrowser(terminal: Terminal): Promise<boolean> {
  const { stdin, stderr, ending } = terminal;
  if (!stdin.isTTY || !stderr.isTTY) return false;
  const lines = createInterface({ input: stdin, output: stderr });
  // Ctrl+C is an ordinary key while readline has the terminal.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const answer = await lines.question(OFFER, { signal: ending }).finally(() => lines.close());
  if (!/^\s*(y|yes)?\s*$/i.test(answer)) return false;
  print(terminal, browserInstalled(CHROME_VERSION, await downloadBrowser(terminal)));
  return true;
}

/**
 * Downloads Chrome with its progress on stderr, and really starts it once. AppError with the remedy; Ctrl+C breaks it
 * off and leaves nothing.
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
