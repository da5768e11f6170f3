import lighthouse, { desktopConfig } from 'lighthouse';
import type { Page } from 'puppeteer';
import { openBrowser, signIn, waitForText } from '../tests/helpers/browser.ts';
import { startAgentProcess } from './agent-process.ts';
import { addBenchAccount, BENCH_EMAIL, BENCH_PASSWORD, withDataDir } from './workspace.ts';

const AIM = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const SCREENS = [
  { screen: 'Dashboard', path: '/', shown: 'Recent Activity' },
  { screen: 'Scheduler', path: '/scheduler', shown: 'AI Autopilot' },
];
/**
 * Lighthouse's own two: a desktop on a fast line, where the aim is set, and a slow phone on a slow 4G line, for
 * comparison.
 */
const DEVICES = [
  { device: 'desktop', config: desktopConfig, aim: String(AIM) },
  { device: 'slow phone', config: undefined, aim: '-' },
];

/** Lighthouse's marks (0 to 100) for the built UI's screens, signed in, with an empty cache. */
export async function benchLighthouse(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await signIn(page, agent.url, { email: BENCH_EMAIL, password: BENCH_PASSWORD });
      const rows: Record<string, string>[] = [];
      for (const { screen, path, shown } of SCREENS) {
        const url = new URL(path, agent.url).href;
        await page.goto(url);
        await waitForText(page, shown);
        for (const { device, config, aim } of DEVICES) {
          rows.push({ screen, device, ...(await marks(page, url, config)), aim });
        }
      }
      return rows;
    } finally {
      await browser.close();
      await agent.stop();
    }
  });
}

/** Keeps the page's storage, which holds the session, and empties its cache. */
async function marks(
  page: Page,
  url: string,
  config: typeof desktopConfig | undefined,
): Promise<Record<string, string>> {
  const debug = await page.createCDPSession();
  await debug.send('Network.clearBrowserCache');
  await debug.detach();
  const flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' } as const;
  const result = await lighthouse(url, flags, config, page);
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories } = result.lhr;
  return Object.fromEntries(
    CATEGORIES.map((name) => [name, String(Math.round((categories[name]?.score ?? Number.NaN) * 100))]),
  );
}
