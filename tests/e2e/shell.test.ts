import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  byRole,
  openBrowser,
  type PageOptions,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
});
afterEach(() => page.browserContext().close());
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

async function open(path: string, words: string, options?: PageOptions) {
  page = await openSignedIn(browser, agent, account, path, options);
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

it('the sidebar is 16rem wide, 3rem as icons with tooltips 4 px away, and remembered for 7 days', async () => {
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
  await page.waitForSelector('[data-slot="tooltip-content"]', { hidden: true });
  await page.focus('a[href="/accounts"]');
  await page.waitForSelector('[data-slot="tooltip-content"]::-p-text(Accounts)');

  const cookie = (await page.browserContext().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);

  await page.reload();
  await page.waitForSelector('aside[data-state="collapsed"]');
  await byRole(page, 'button', 'Expand sidebar').click();
  await page.waitForSelector('aside[data-state="expanded"]');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Collapse sidebar');
});

it('the sidebar is a sheet of 18rem below 768 px', async () => {
  await open('/media', 'No media assets yet', { width: 767, height: 800 });
  expect(await page.$('aside')).toBeNull();
  await byRole(page, 'button', 'Open menu').click();
  const sheet = await page.waitForSelector('[role="dialog"]');
  expect(await sheet?.evaluate((element) => element.getBoundingClientRect().width)).toBe(18 * 16);
  await byRole(page, 'link', 'Scripts').click();
  await waitForPath(page, '/scripts');
  await page.waitForSelector('[role="dialog"]', { hidden: true });
  await pressToggle();
  await page.waitForFunction(() => document.querySelector('[role="dialog"]')?.contains(document.activeElement));
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role="dialog"]', { hidden: true });
  await page.setViewport({ width: 768, height: 800 });
  await page.waitForSelector('aside');
});

it("the theme is the system's, light or dark, and is there before anything is drawn", async () => {
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
  await page.reload();
  await waitForText(page, 'Quick Actions');

  await page.click('label[title="System"]');
  await page.waitForSelector('html:not(.dark)');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await page.waitForSelector('html.dark');
});

it('stays within one screen when its code cannot be loaded', async () => {
  await open('/media', 'No media assets yet');
  await failRequests(page, /settings-screen.*\.js/, 'no connection');
  await byRole(page, 'link', 'Settings').click();
  await waitForText(page, 'Something went wrong on this screen', 'Reload');
  await byRole(page, 'link', 'Accounts').click();
  await waitForText(page, 'No accounts connected yet');
});
