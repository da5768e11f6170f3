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
/** How much of a page's text a failure shows, in UTF-16 units. */
const SHOWN_MAX = 2_000;
/** The interval of checks, in milliseconds; it grows, since each check lays out the page and takes its time. */
const POLL_MS = 50;
const POLL_GROWTH = 1.2;
const POLL_MAX_MS = 250;
/** How long a page may take to respond to one check before it is checked again. */
const ANSWER_MS = 5_000;
/** How long the browser may take for one command: a page that hangs must not take other tests with it. */
const COMMAND_MS = 30_000;
const CLOSE_MS = 10_000;

/** Minified: every examined page parses and compiles it, which takes longer than the examination. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type PageOptions = {
  /** Window size in CSS pixels; by default 1440 × 900. */
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
};

export type TestBrowser = {
  /** A page in its own context, without another page's cookies, storage or session. Motion is off. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Closes the pages. Safe to call twice. */
  close(): Promise<void>;
};

/**
 * The browser of this worker, which its files use one after the other: starting one takes longer than many a test. It
 * ends with the worker, which closes the pipe that controls it. A benchmark closes its browser itself.
 */
const isWorker = process.env.VITEST !== undefined;
let running: Promise<Browser> | undefined;

/**
 * A headless browser without pages, the one that the machine has (see findTestBrowser). Always close it, in afterAll.
 */
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
      // Benchmarks click and look only once.
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

/**
 * Closes the pages. If that fails, kills the browser, so that it takes no other file's tests with it: they get a new
 * one.
 */
async function closePages(browser: Browser, contexts: readonly BrowserContext[]): Promise<void> {
  const open = contexts.filter(({ closed }) => !closed);
  const closed = isWorker ? Promise.all(open.map((context) => context.close())) : browser.close();
  await within<unknown>(closed, { ms: CLOSE_MS, what: 'Closing the pages' }).catch(() =>
    browser.process()?.kill('SIGKILL'),
  );
}

/** The same browser if it still responds, otherwise a new one. */
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
    // The same wherever the tests run: a page's own time zone is UTC unless it is emulated.
    env: { ...(env as Record<string, string | undefined>), TZ: 'UTC' },
    headless: shell ? 'shell' : true,
    pipe: true,
    // vitest handles the worker's signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // In a folder that is removed after the run; see templates-folder.ts.
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

/** Sets a page's window size and appearance. */
export async function dress(page: Page, { width = 1440, height = 900, colorScheme = 'light' }: PageOptions) {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: colorScheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

/** The element with an ARIA role and accessible name, as a screen reader finds it; waits for it on use. */
export function byRole(page: Page, role: string, name: string): Locator<Element> {
  return page.locator(`::-p-aria([role="${role}"][name="${name}"])`);
}

/** Types into the field with a label, replacing its content. */
export async function fill(page: Page, label: string, value: string): Promise<void> {
  await byRole(page, 'textbox', label).fill(value);
}

/** All visible text of the page, on one line. */
export async function pageText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, without hidden words.
  const text = await page.evaluate(() => document.body.innerText);
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Repeats a check until it is true; resolves to false if it never is. Each check is a separate call: unlike a wait
 * inside the page, it cannot get lost when the page navigates.
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
 * Waits until the page shows all of these words, even in a notification that has since disappeared; resolves to
 * everything that it shows then. Rejects with what it shows instead.
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

/** Waits until a list of options is open and has the focus: earlier key presses would be lost. */
export async function waitForOptions(page: Page): Promise<void> {
  await page.waitForSelector('[role=option]');
  const hasFocus = () =>
    page.evaluate(() => document.activeElement?.closest('[role=listbox], [role=dialog]') instanceof Element);
  if (!(await comesTrue(hasFocus))) throw new Error('The list of options does not get the focus.');
}

/** Waits until this is the page's path (with query and fragment). */
export async function waitForPath(page: Page, path: string): Promise<void> {
  const pathOf = () => page.evaluate(() => location.pathname + location.search + location.hash);
  if (await comesTrue(async () => (await pathOf()) === path)) return;
  throw new Error(`The page is not at ${path}, but at ${page.url()}`);
}

/** Signs in on /auth and waits for the page that follows. `path` is the page requested first. */
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

/** What axe finds serious or critical on the page, one line each; should be empty. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Through the debugger, to which the content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`));
}
