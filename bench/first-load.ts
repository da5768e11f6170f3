import { gzipSync } from 'node:zlib';
import type { HTTPRequest, Page } from 'puppeteer';
import { signIn, waitForText } from '../tests/helpers/browser.ts';
import { withBenchPage } from './bench-page.ts';
import { BENCH_EMAIL, BENCH_PASSWORD } from './workspace.ts';

/** Kilobytes loaded until the sign-in screen, and until the Dashboard. */
const AIMS_KB = { signIn: 150, dashboard: 170 };

/**
 * Gzipped JavaScript that a browser with an empty cache fetches before the sign-in screen and the Dashboard are shown.
 */
export async function benchFirstLoad(): Promise<Record<string, string>[]> {
  return withBenchPage(async ({ url, page }) => {
    await page.setCacheEnabled(false);
    const atSignIn = await measure(page, url, 'Sign in to your account', AIMS_KB.signIn);
    await signIn(page, url, { email: BENCH_EMAIL, password: BENCH_PASSWORD });
    return [atSignIn, await measure(page, url, 'Recent Activity', AIMS_KB.dashboard)];
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
