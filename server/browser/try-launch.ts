import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../files/file-tree.ts';
import { killAllOf } from '../system/process-tree.ts';
import { attempted, within } from '../system/time-limit.ts';
import type { FoundBrowser } from './find-browser.ts';

type Environment = Record<string, string | undefined>;

const LAUNCH_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3_000;

/** The browser's version, or why it did not start. */
export type Launch = { version: string; reason?: never } | { version: null; reason: string };

/** Starts the browser with a temporary profile, asks for its version, and closes it. */
export async function tryLaunch(browser: FoundBrowser, env: Environment, withSandbox: boolean): Promise<Launch> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'local-agent-doctor-'));
  try {
    const { default: puppeteer } = await import('puppeteer-core');
    const launching = puppeteer.launch({
      executablePath: browser.executablePath,
      env: { ...env, ...browser.env },
      headless: browser.shell ? 'shell' : true,
      pipe: true,
      timeout: LAUNCH_LIMIT_MS,
      userDataDir,
      args: ['--no-first-run', '--disable-background-networking', ...(withSandbox ? [] : ['--no-sandbox'])],
    });
    const limit = { ms: LAUNCH_LIMIT_MS, what: 'Its start' };
    const running = await within(launching, limit);
    const version = await within(running.version(), limit);
    await attempted(running.close(), CLOSE_LIMIT_MS);
    return { version };
  } catch (error) {
    return { version: null, reason: String(error).split('\n')[0] ?? '' };
  } finally {
    await attempted(killAllOf(userDataDir), CLOSE_LIMIT_MS);
    await removeTree(userDataDir);
  }
}
