import { gzipSync } from 'node:zlib';
import type { HTTPRequest, Page } from 'puppeteer';
import { openBrowser, signIn, waitForText } from '../tests/helpers/browser.ts';
import { startAgentProcess } from './agent-process.ts';
import { addBenchAccount, BENCH_EMAIL, BENCH_PASSWORD, withDataDir } from './workspace.ts';

/** Kilobytes until the sign-in screen, and until the Dashboard. */
const AIMS_KB = { signIn: 150, dashboard: 170 };

/**
 * Gzipped JavaScript that a browser with an empty cache fetches before the sign-in screen and the Dashboard are shown.
 */
export async function benchFirstLoad(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.setCacheEnabled(false);
      const atSignIn = await measure(page, agent.url, 'Sign in to your account', AIMS_KB.signIn);
      await signIn(page, agent.url, { email: BENCH_EMAIL, password: BENCH_PASSWORD });
      return [atSignIn, await measure(page, agent.url, 'Recent Activity', AIMS_KB.dashboard)];
    } finally {
      await browser.close();
      await agent.stop();
    }
  });
}

async function measure(page: Page, url: string, shown: string, aimKb: number): Promise<Record<string, string>> {
  const scripts = new Set<string>();
  const note = (request: HTTPRequest) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  };
  page.on('request', note);
  await page.goto(url);
  await waitForText(page, shown);
  page.off('request', note);
  const sizes = await Promise.all([...scripts].map(gzippedSize));
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  return {
    'until it shows': shown,
    scripts: String(scripts.size),
    'gzipped (kB)': kb.toFixed(1),
    'aim (kB)': String(aimKb),
  };
}

async function gzippedSize(url: string): Promise<number> {
  return gzipSync(await (await fetch(url)).arrayBuffer()).length;
}
