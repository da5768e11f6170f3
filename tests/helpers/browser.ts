import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import puppeteer, { type Locator, type Page, TimeoutError } from 'puppeteer';
import { findTestBrowser } from './find-test-browser.ts';

/** How long a test waits for something to appear, in milliseconds. */
const PATIENCE_MS = 20_000;
/** By the clock, because a page in the background draws no frames. */
const POLLING = { polling: 50, timeout: PATIENCE_MS };

export type PageOptions = {
  /** Window size in CSS pixels; 1440 × 900 without it. */
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
};

export type TestBrowser = {
  /** A page in a context of its own: no cookies, storage or session of another page. Motion is off. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Ends the browser and removes its profile. Safe to call twice. */
  close(): Promise<void>;
};

/** Starts a headless browser, whatever the machine has; see findTestBrowser. Always close it, in afterAll. */
export async function openBrowser(): Promise<TestBrowser> {
  const { executablePath, env, shell } = await findTestBrowser();
  const userDataDir = await mkdtemp(join(tmpdir(), 'local-agent-test-browser-'));
  const browser = await puppeteer.launch({
    executablePath,
    // Wherever the tests run: a page's own time zone is UTC unless it is emulated.
    env: { ...(env as Record<string, string | undefined>), TZ: 'UTC' },
    headless: shell ? 'shell' : true,
    userDataDir,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
    ],
  });
  let closing: Promise<void> | undefined;
  return {
    async newPage({ width = 1440, height = 900, colorScheme = 'light' } = {}) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.bringToFront();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.setViewport({ width, height });
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      return page;
    },
    close() {
      closing ??= browser.close().finally(() => rm(userDataDir, { recursive: true, force: true, maxRetries: 3 }));
      return closing;
    },
  };
}

/** The element of an ARIA role and accessible name, as a screen reader finds it; waits for it when it is used. */
export function byRole(page: Page, role: string, name: string): Locator<Element> {
  return page.locator(`::-p-aria([role="${role}"][name="${name}"])`);
}

/** Types into the field of a label, in place of what it held. */
export async function fill(page: Page, label: string, value: string): Promise<void> {
  await byRole(page, 'textbox', label).fill(value);
}

/** Everything that can be read on the page, in one line. */
export async function pageText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, without hidden words.
  const text = await page.evaluate(() => document.body.innerText);
  return text.replace(/\s+/g, ' ').trim();
}

/** Waits until the page shows all of these words; fails with what it shows instead. */
export async function waitForText(page: Page, ...texts: string[]): Promise<void> {
  try {
    await page.waitForFunction(
      (wanted: string[]) => {
        // biome-ignore lint/performance/useDomNodeTextContent: see pageText.
        const shown = document.body.innerText.replace(/\s+/g, ' ');
        return wanted.every((text) => shown.includes(text));
      },
      POLLING,
      texts,
    );
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    throw new Error(`The page does not show ${JSON.stringify(texts)}, but: ${await pageText(page)}`, { cause: error });
  }
}

/** Waits until a list of options is open and has the focus: keys that come earlier are nobody's. */
export async function waitForOptions(page: Page): Promise<void> {
  await page.waitForSelector('[role=option]');
  await page.waitForFunction(() => document.activeElement?.closest('[role=listbox], [role=dialog]'), POLLING);
}

/** Waits until the address is this path (with query and fragment). */
export async function waitForPath(page: Page, path: string): Promise<void> {
  try {
    await page.waitForFunction(
      (wanted: string) => location.pathname + location.search + location.hash === wanted,
      POLLING,
      path,
    );
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    throw new Error(`The page is not at ${path}, but at ${page.url()}`, { cause: error });
  }
}

/** Signs in on /auth and waits for the page that follows. `path` is what was asked for. */
export async function signIn(
  page: Page,
  url: string,
  account: { email: string; password: string },
  path = '/',
): Promise<void> {
  await page.goto(new URL(path, url).href);
  await fill(page, 'Email', account.email);
  await fill(page, 'Password', account.password);
  await byRole(page, 'button', 'Sign In').click();
  await waitForPath(page, path);
}

/** What axe finds serious or critical on the page, one line each; empty is good. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Through the debugger, which the content security policy does not bind.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`));
}
