import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer';
import { signIn, waitForText } from '../tests/helpers/browser.ts';
import { installApart } from '../tests/helpers/install-apart.ts';
import { withBenchPage } from './bench-page.ts';
import { BENCH_EMAIL, BENCH_PASSWORD } from './workspace.ts';

const AIM = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const SCREENS = [
  { screen: 'Dashboard', path: '/', shown: 'Recent Activity' },
  { screen: 'Scheduler', path: '/scheduler', shown: 'AI Autopilot' },
];

/** The part of Lighthouse that is used here. */
type Lighthouse = {
  default(
    url: string,
    flags: object,
    config: object | undefined,
    page: Page,
  ): Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>;
  desktopConfig: object;
};

/** Lighthouse is 77 MB and only needed here, so it is installed on demand. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = await installApart('lighthouse', { dependencies: { lighthouse: '12.8.2' } });
  const main = createRequire(join(folder, 'package.json')).resolve('lighthouse');
  return import(pathToFileURL(main).href);
}

/** Lighthouse scores (0 to 100) of the built UI's screens, signed in, with an empty cache. */
export async function benchLighthouse(): Promise<Record<string, string>[]> {
  const lighthouse = await loadLighthouse();
  // Lighthouse's two presets: desktop, which the target applies to, and a slow phone on 4G for comparison.
  const devices = [
    { device: 'desktop', config: lighthouse.desktopConfig, aim: String(AIM) },
    { device: 'slow phone', config: undefined, aim: '-' },
  ];
  return withBenchPage(async ({ url, page }) => {
    await signIn(page, url, { email: BENCH_EMAIL, password: BENCH_PASSWORD });
    const rows: Record<string, string>[] = [];
    for (const { screen, path, shown } of SCREENS) {
      const address = new URL(path, url).href;
      await page.goto(address);
      await waitForText(page, shown);
      for (const { device, config, aim } of devices) {
        rows.push({ screen, device, ...(await marks(lighthouse, page, address, config)), aim });
      }
    }
    return rows;
  });
}

/** Keeps the page's storage, which holds the session, and clears its cache. */
async function marks(
  lighthouse: Lighthouse,
  page: Page,
  url: string,
  config: object | undefined,
): Promise<Record<string, string>> {
  const debug = await page.createCDPSession();
  await debug.send('Network.clearBrowserCache');
  await debug.detach();
  const flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' } as const;
  const result = await lighthouse.default(url, flags, config, page);
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories } = result.lhr;
  return Object.fromEntries(
    CATEGORIES.map((name) => [name, String(Math.round((categories[name]?.score ?? Number.NaN) * 100))]),
  );
}
