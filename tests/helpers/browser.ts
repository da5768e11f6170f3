import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type axe from 'axe-core';
import puppeteer, { type Browser, type BrowserContext, type Locator, type Page } from 'puppeteer';
import { within } from '../../server/system/time-limit.ts';
import { findTestBrowser } from './find-test-browser.ts';
import { keepNotices, look } from './notices.ts';
import { clickSurely } from './sure-clicks.ts';
import { TEMPLATES } from './templates-folder.ts';

/** How long a test waits for something to appear, in milliseconds: long enough for a generation on a busy machine. */
const PATIENCE_MS = 80_000;
/** Of a page's text in a failure, in UTF-16 units. */
const SHOWN_MAX = 2_000;
/** How soon it looks again: later each time, since each look lays the page out and takes the page's time. */
const POLL_MS = 50;
const POLL_GROWTH = 1.2;
const POLL_MAX_MS = 250;
/** How long a page may take to answer once; then it is asked again. */
const ANSWER_MS = 5_000;
/** How long the browser may take to carry out one command: a page that is stuck takes no other test with it. */
const COMMAND_MS = 30_000;
const CLOSE_MS = 10_000;

/** Minified: every page that is examined reads and compiles it, which takes longer than the examination. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type PageOptions = {
  /** Window size in CSS pixels; 1440 × 900 without it. */
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
};

export type TestBrowser = {
  /** A page in a context of its own: no cookies, storage or session of another page. Motion is off. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Closes the pages. Safe to call twice. */
  close(): Promise<void>;
};

/**
 * The browser of this worker, whose files use it one after the other: to start one takes longer than many a test. It
 * ends with the worker, since the pipe that it is spoken to through ends then. A benchmark ends its browser itself.
 */
const isWorker = process.env.VITEST !== undefined;
let running: Promise<Browser> | undefined;

/** A headless browser, whatever the machine has (see findTestBrowser), without pages. Always close it, in afterAll. */
export async function openBrowser(): Promise<TestBrowser> {
  running = renewed(running);
  const browser = await running;
  const contexts: BrowserContext[] = [];
  let closing: Promise<void> | undefined;
  return {
    async newPage(options = {}) {
      const context = await browser.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      await page.bringToFront();
      page.setDefaultTimeout(PATIENCE_MS);
      // Commands that measure press and look once.
      if (isWorker) {
        clickSurely(page);
        await keepNotices(page);
      }
      await dress(page, options);
      return page;
    },
    close() {
      closing ??= closePages(browser, contexts);
      return closing;
    },
  };
}

/** What cannot be closed takes no other file's tests with it: they get a new browser. */
async function closePages(browser: Browser, contexts: readonly BrowserContext[]): Promise<void> {
  const open = contexts.filter(({ closed }) => !closed);
  const closed = isWorker ? Promise.all(open.map((context) => context.close())) : browser.close();
  await within<unknown>(closed, { ms: CLOSE_MS, what: 'Closing the pages' }).catch(() =>
    browser.process()?.kill('SIGKILL'),
  );
}

/** The same browser if it still answers, another one otherwise. */
async function renewed(before: Promise<Browser> | undefined): Promise<Browser> {
  const browser = await before?.catch(() => undefined);
  const version = await within(Promise.resolve(browser?.version()), { ms: ANSWER_MS, what: 'The browser' }).catch(
    () => undefined,
  );
  if (browser && version) return browser;
  browser?.process()?.kill('SIGKILL');
  const { executablePath, env, shell } = await findTestBrowser();
  return puppeteer.launch({
    executablePath,
    // Wherever the tests run: a page's own time zone is UTC unless it is emulated.
    env: { ...(env as Record<string, string | undefined>), TZ: 'UTC' },
    headless: shell ? 'shell' : true,
    pipe: true,
    // Those of the worker are vitest's.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // In a folder that is removed when the run is over; see templates-folder.ts.
    userDataDir: await mkdtemp(join(process.env[TEMPLATES] ?? tmpdir(), 'browser-')),
    protocolTimeout: COMMAND_MS,
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
}

/** Gives a page its window and its look. */
export async function dress(page: Page, { width = 1440, height = 900, colorScheme = 'light' }: PageOptions) {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: colorScheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
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

/**
 * Asks until the answer is yes; false when it never is. Each question is one of its own: unlike a wait inside the page,
 * it cannot get lost when the page goes elsewhere.
 */
async function comesTrue(ask: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = POLL_MS; Date.now() < deadline; pause = Math.min(pause * POLL_GROWTH, POLL_MAX_MS)) {
    if (await within(ask(), { ms: ANSWER_MS, what: 'An answer' }).catch(() => false)) return true;
    await delay(pause);
  }
  return false;
}

/**
 * Waits until the page shows all of these words, be it in a notification that has gone since; answers all that it shows
 * then. Fails with what it shows instead.
 */
export async function waitForText(page: Page, ...texts: string[]): Promise<string> {
  let shown = '';
  const isShown = await comesTrue(async () => {
    const seen = await look(page, texts);
    shown = seen.text;
    return seen.isShown;
  });
  if (isShown) return shown;
  throw new Error(`The page does not show ${JSON.stringify(texts)}, but: ${shown.slice(0, SHOWN_MAX)}`);
}

/** Waits until a list of options is open and has the focus: keys that come earlier are nobody's. */
export async function waitForOptions(page: Page): Promise<void> {
  await page.waitForSelector('[role=option]');
  const hasFocus = () =>
    page.evaluate(() => document.activeElement?.closest('[role=listbox], [role=dialog]') instanceof Element);
  if (!(await comesTrue(hasFocus))) throw new Error('The list of options does not get the focus.');
}

/** Waits until the address is this path (with query and fragment). */
export async function waitForPath(page: Page, path: string): Promise<void> {
  const pathOf = () => page.evaluate(() => location.pathname + location.search + location.hash);
  if (await comesTrue(async () => (await pathOf()) === path)) return;
  throw new Error(`The page is not at ${path}, but at ${page.url()}`);
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`));
}
