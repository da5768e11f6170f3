import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  byRole,
  dress,
  openBrowser,
  type PageOptions,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { isFull } from '../helpers/depth.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** More than any screen of an empty workspace has tab stops. */
const MOST_STOPS = 80;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  page = await openSignedIn(browser, agent, account, '/icon.svg');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

async function open(path: string, words: string, options: PageOptions = {}) {
  await dress(page, options);
  await page.goto(new URL(path, agent.url).href);
  await waitForText(page, words);
}

const waitForWidth = (width: number) =>
  page.waitForFunction(
    (wanted: number) => document.querySelector('aside')?.getBoundingClientRect().width === wanted,
    {},
    width,
  );

async function pressToggle() {
  await page.keyboard.down('Control');
  await page.keyboard.press('b');
  await page.keyboard.up('Control');
}

describe('the shell', () => {
  it.runIf(isFull)(
    'the sidebar is 16rem wide, 3rem as icons with tooltips 4 px away, and remembered for 7 days',
    async () => {
      await open('/media', 'No media assets yet');
      await waitForWidth(16 * 16);
      await pressToggle();
      await waitForWidth(3 * 16);
      await page.hover('a[href="/scheduler"]');
      await page.waitForSelector('[data-slot="tooltip-content"]::-p-text(Scheduler)');
      await page.waitForFunction(() => {
        const row = document.querySelector('a[href="/scheduler"]')?.getBoundingClientRect().right ?? 0;
        const tip = document.querySelector('[data-slot="tooltip-content"]')?.getBoundingClientRect().left ?? 0;
        return Math.round(tip - row) === 4;
      });
      await page.mouse.move(900, 500);
      const cookie = (await page.browserContext().cookies()).find(({ name }) => name === 'sidebar_state');
      expect(cookie?.value).toBe('false');
      const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(6.9);
      expect(days).toBeLessThanOrEqual(7);
      await page.reload();
      await page.waitForSelector('aside[data-state="collapsed"]');
      await byRole(page, 'button', 'Expand sidebar').click();
      await page.waitForSelector('aside[data-state="expanded"]');
    },
  );

  it.runIf(isFull)('the sidebar is a sheet of 18rem below 768 px', async () => {
    await open('/media', 'No media assets yet', { width: 767, height: 800 });
    expect(await page.$('aside')).toBeNull();
    await byRole(page, 'button', 'Open menu').click();
    const sheet = await page.waitForSelector('[role="dialog"]');
    expect(await sheet?.evaluate((element) => element.getBoundingClientRect().width)).toBe(18 * 16);
    await byRole(page, 'link', 'Scripts').click();
    await waitForPath(page, '/scripts');
    await page.waitForSelector('[role="dialog"]', { hidden: true });
    await page.setViewport({ width: 768, height: 800 });
    await page.waitForSelector('aside');
  });

  it("the theme is the system's, light or dark, unless one is chosen, and is there before anything is drawn", async () => {
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    await open('/', 'Quick Actions', { colorScheme: 'dark' });
    expect(await isDark()).toBe(true);
    await page.click('label[title="Light"]');
    await page.waitForSelector('html:not(.dark)');
    await page.click('label[title="Dark"]');
    await page.waitForSelector('html.dark');

    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    const end = await failRequests(page, /\/assets\/.*\.js/, 'no connection');
    await page.reload();
    expect(await isDark()).toBe(true);
    await end();
    await open('/', 'Quick Actions');
    await page.click('label[title="System"]');
    await page.waitForSelector('html:not(.dark)');
  });

  it('stays within one screen when its code cannot be loaded', async () => {
    await open('/media', 'No media assets yet');
    const end = await failRequests(page, /settings-screen.*\.js/, 'no connection');
    await byRole(page, 'link', 'Settings').click();
    await waitForText(page, 'Something went wrong on this screen', 'Reload');
    await byRole(page, 'link', 'Accounts').click();
    await waitForText(page, 'No accounts connected yet');
    await end();
  });
});

/** The label of the focused element, or else its text. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const named = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    return named.replace(/\s+/g, ' ').trim();
  });

/** Presses Tab until the element with this name has the focus, and checks that its focus is visible. */
async function tabTo(name: string) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if ((await focused()) === name) return expectVisibleFocus();
  }
  throw new Error(`Tab does not lead to ${JSON.stringify(name)}; the last stop is ${JSON.stringify(await focused())}.`);
}

/** The focused control, or its visible substitute (a radio's label), has an outline. */
async function expectVisibleFocus() {
  const outlined = await page.evaluate(() => {
    const element = document.activeElement;
    return [element, element?.closest('label')].some((part) => part && getComputedStyle(part).outlineStyle !== 'none');
  });
  expect(outlined, `the outline of ${await focused()}`).toBe(true);
}

const waitForFocusOn = (selector: string, words: string) =>
  page.waitForFunction(
    (wanted: string, element: string) =>
      document.activeElement?.matches(element) && document.activeElement.textContent?.trim() === wanted,
    {},
    words,
    selector,
  );

describe('by keyboard alone a person', () => {
  beforeAll(async () => {
    await page.evaluate(() => localStorage.clear());
    await open('/auth', 'Sign in to your account');
  });

  it('signs in', async () => {
    await tabTo('Email');
    await page.keyboard.type(account.email);
    await tabTo('Password');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await waitForPath(page, '/');
    await waitForText(page, 'Welcome back!', 'Quick Actions');
  });

  it('skips the sidebar', async () => {
    await page.reload();
    await waitForText(page, 'Quick Actions');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await tabTo('Create Content');
  });

  it('opens the menu of a narrow window, stays in it, and comes back to its button', async () => {
    await page.setViewport({ width: 375, height: 700 });
    await tabTo('Open menu');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=dialog]');
    for (let stops = 0; stops < 16; stops += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await waitForFocusOn('button', 'Open menu');
  });
});
