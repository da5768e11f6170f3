import type { Page } from 'puppeteer';
import type { TestAgent } from './agent.ts';
import { dress, type PageOptions, type TestBrowser } from './browser.ts';
import { endInterceptions } from './request-faults.ts';
import { openSignedIn, putSession } from './signed-in-page.ts';

type Account = { email: string; password: string };

/** What tests listen to on a page. */
const EVENTS = ['response', 'requestfailed', 'requestfinished', 'dialog', 'console', 'pageerror'] as const;

/** Opens pages one after the other, signed in unless `account` is null; each is as good as new. */
export type ReusablePage = {
  open(account: Account | null, path?: string, options?: PageOptions): Promise<Page>;
  /** Ends what the last test did on its page. To be called after each test, which is over then. */
  empty(): Promise<void>;
};

/**
 * One page for a file's tests, emptied in between: it takes a quarter of the time of a new one, whose process has to
 * start, and to compile the screens. What cannot be emptied is closed, and the next test gets a new one. Not for tests
 * that add scripts to new documents.
 */
export function reusablePage(browser: TestBrowser, agent: TestAgent): ReusablePage {
  let page: Page | undefined;
  let isEmpty = false;
  return {
    async open(account, path = '/', options = {}) {
      if (page && isEmpty) {
        isEmpty = false;
        await dress(page, options);
        if (account) await putSession(page, agent, account);
        await page.goto(new URL(path, agent.url).href);
        return page;
      }
      await page?.browserContext().close();
      page = await openSignedIn(browser, agent, account, path, options);
      return page;
    },
    async empty() {
      if (!page || isEmpty) return;
      try {
        await emptyPage(page, agent.url);
        isEmpty = true;
      } catch {
        const stuck = page.browserContext();
        page = undefined;
        await stuck.close().catch(() => undefined);
      }
    },
  };
}

async function emptyPage(page: Page, url: string): Promise<void> {
  for (const event of EVENTS) page.off(event);
  // What asks whether it may be left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await endInterceptions(page);
  await page.emulateCPUThrottling(null);
  for (const other of await page.browserContext().pages()) if (other !== page) await other.close();
  await page.bringToFront();
  await page.goto(new URL('/icon.svg', url).href);
  const debug = await page.createCDPSession();
  await debug.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await debug.send('Page.resetNavigationHistory');
  await debug.detach();
  page.off('dialog');
}
