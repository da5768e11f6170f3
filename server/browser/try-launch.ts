import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import type { FoundBrowser } from './find-browser.ts';

type Environment = Record<string, string | undefined>;

const LAUNCH_LIMIT_MS = 20_000;

/** What the browser said that it is, or why it did not start. */
export type Launch = { version: string; reason?: never } | { version: null; reason: string };

/** Starts the browser with a profile of its own, asks for its version, and ends it. */
export async function tryLaunch(browser: FoundBrowser, env: Environment, withSandbox: boolean): Promise<Launch> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'local-agent-doctor-'));
  try {
    const running = await puppeteer.launch({
      executablePath: browser.executablePath,
      env: { ...env, ...browser.env },
      headless: browser.shell ? 'shell' : true,
      pipe: true,
      timeout: LAUNCH_LIMIT_MS,
      userDataDir,
      args: ['--no-first-run', '--disable-background-networking', ...(withSandbox ? [] : ['--no-sandbox'])],
    });
    const version = await running.version();
    await running.close();
    return { version };
  } catch (error) {
    return { version: null, reason: String(error).split('\n')[0] ?? '' };
  } finally {
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
