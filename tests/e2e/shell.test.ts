import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  byRole,
  openBrowser,
  type PageOptions,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** §2: the sidebar's order, with the heading of the screen that each item leads to. */
const SCREENS = [
  ['Dashboard', '/', 'Welcome to Local Agent'],
  ['Content Creator', '/create', 'AI Content Creator'],
  ['Scheduler', '/scheduler', 'Content Scheduler'],
  ['Media Library', '/media', 'Media Library'],
  ['Accounts', '/accounts', 'Social Media Accounts'],
  ['Scripts', '/scripts', 'Scripts'],
  ['Content Templates', '/templates', 'Content Style Templates'],
  ['Settings', '/settings', 'Settings'],
] as const;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;
let reusable: ReusablePage;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  reusable = reusablePage(browser, agent);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
afterEach(() => reusable.empty());

async function signedIn(path = '/', options?: PageOptions) {
  page = await reusable.open(account, path, options);
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

describe('the sidebar', () => {
  it('lists the screens in order and marks the current one, Dashboard only on exactly /', async () => {
    await signedIn();
    await waitForText(page, 'Logout');
    const labels = await page.$$eval('nav[aria-label="Main"] a', (links) => links.map((link) => link.textContent));
    expect(labels).toEqual(SCREENS.map(([label]) => label));
    for (const [label, path, heading] of SCREENS) {
      await byRole(page, 'link', label).click();
      await waitForPath(page, path);
      await byRole(page, 'heading', heading).wait();
      const current = await page.$$eval('a[aria-current="page"]', (links) => links.map((link) => link.textContent));
      expect(current).toEqual([label]);
    }
  });

  it('is 16rem wide, 3rem as icons, toggled by Ctrl+B and by its button, and remembered for 7 days', async () => {
    await signedIn('/media');
    await waitForText(page, 'No media assets yet');
    await waitForWidth(16 * 16);
    await pressToggle();
    await waitForWidth(3 * 16);

    const cookies = await page.browserContext().cookies();
    const cookie = cookies.find(({ name }) => name === 'sidebar_state');
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

  it('names its icons in tooltips 4 px away, by pointer and by keyboard', async () => {
    await signedIn('/media');
    await waitForText(page, 'No media assets yet');
    await pressToggle();
    await page.waitForSelector('aside[data-state="collapsed"]');
    await page.hover('a[href="/scheduler"]');
    const tooltip = await page.waitForSelector('[data-slot="tooltip-content"]');
    expect(await tooltip?.evaluate((element) => element.firstChild?.textContent)).toBe('Scheduler');
    await page.waitForFunction(() => {
      const row = document.querySelector('a[href="/scheduler"]')?.getBoundingClientRect().right ?? 0;
      const tip = document.querySelector('[data-slot="tooltip-content"]')?.getBoundingClientRect().left ?? 0;
      return Math.round(tip - row) === 4;
    });
    await page.mouse.move(900, 500);
    await page.waitForSelector('[data-slot="tooltip-content"]', { hidden: true });
    await page.focus('a[href="/accounts"]');
    await page.waitForFunction(
      () => document.querySelector('[data-slot="tooltip-content"]')?.firstChild?.textContent === 'Accounts',
    );
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-slot="tooltip-content"]', { hidden: true });
  });

  it('is a sheet of 18rem below 768 px', async () => {
    await signedIn('/media', { width: 767, height: 800 });
    await waitForText(page, 'No media assets yet');
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
});

describe('the theme', () => {
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));

  it("is the system's, light or dark, and is there before anything is drawn", async () => {
    await signedIn('/', { colorScheme: 'dark' });
    await waitForText(page, 'Quick Actions');
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
});

describe('moving by keyboard', () => {
  it('skips the sidebar, goes through it in order, and lands on the heading of the next screen', async () => {
    await signedIn('/media');
    await waitForText(page, 'No media assets yet');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

    await page.focus('a[href="#content"]');
    const visited: string[] = [];
    for (let press = 0; press < SCREENS.length + 1; press += 1) {
      await page.keyboard.press('Tab');
      visited.push(await focused());
    }
    expect(visited).toEqual(['Collapse sidebar', ...SCREENS.map(([label]) => label)]);

    await page.keyboard.press('Enter');
    await waitForPath(page, '/settings');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await focused()).toBe('Settings');
    expect(await page.title()).toBe('Settings · Local Agent');
  });
});

describe('what goes wrong', () => {
  it('is said on the 404 page, which leads home and writes the path to the console', async () => {
    page = await reusable.open(null, '/icon.svg');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(new URL('/no/such/page', agent.url).href);
    await waitForText(page, 'Oops! Page not found', 'Return to Home');
    expect(logged.some((line) => line.includes('/no/such/page'))).toBe(true);
    await byRole(page, 'link', 'Return to Home').click();
    await waitForPath(page, '/auth');
  });

  it('is said, with the remedy, when the agent does not answer; trying again goes on', async () => {
    page = await reusable.open(null, '/icon.svg');
    const end = await failRequests(page, /config\.json/, 'no connection');
    await page.goto(new URL('/auth', agent.url).href);
    await waitForText(page, 'Local Agent is not responding', 'npx local-agent start');
    await end();
    await byRole(page, 'button', 'Try again').click();
    await waitForText(page, 'Sign in to your account');
  });

  it('stays within one screen when its code cannot be loaded', async () => {
    // A process of its own: another may keep the code of a screen that was open before.
    const fresh = await openSignedIn(browser, agent, account, '/media');
    await waitForText(fresh, 'No media assets yet');
    await failRequests(fresh, /settings-screen.*\.js/, 'no connection');
    await byRole(fresh, 'link', 'Settings').click();
    await waitForText(fresh, 'Something went wrong on this screen', 'Reload');
    await byRole(fresh, 'link', 'Accounts').click();
    await waitForText(fresh, 'No accounts connected yet');
    await fresh.browserContext().close();
  });

  it.each([
    ['/accounts', /\/rest\/v1\/social_accounts/, ['Error loading accounts', 'The database is full.']],
    ['/templates', /\/rest\/v1\/content_style_templates/, ['Error', 'The database is full.']],
    ['/scripts', /\/rest\/v1\/puppeteer_scripts/, ['Error loading scripts', 'The database is full.']],
    ['/settings', /\/rest\/v1\/app_settings/, ['Failed to load settings']],
  ] as const)('is said on %s, with a retry', async (path, request, words) => {
    await signedIn('/media');
    await waitForText(page, 'No media assets yet');
    const end = await failRequests(page, request, { status: 500, body: { message: 'The database is full.' } });
    await page.click(`a[href="${path}"]`);
    await waitForText(page, ...words);
    await page.waitForSelector('[data-slot="error-state"]');
    await end();
    await byRole(page, 'button', 'Try again').click();
    await page.waitForSelector('[data-slot="error-state"]', { hidden: true });
    expect(await pageText(page)).not.toContain('Try again');
  });
});
