import type { KeyInput, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { openBrowser, type TestBrowser, waitForOptions, waitForPath, waitForText } from '../helpers/browser.ts';

/** More presses of Tab than any screen of an empty workspace has stops. */
const MOST_STOPS = 80;

const ITEMS = [
  ['Content Creator', '/create', 'AI Content Creator'],
  ['Scheduler', '/scheduler', 'Content Scheduler'],
  ['Media Library', '/media', 'Media Library'],
  ['Accounts', '/accounts', 'Social Media Accounts'],
  ['Scripts', '/scripts', 'Scripts'],
  ['Content Templates', '/templates', 'Content Style Templates'],
  ['Settings', '/settings', 'Settings'],
  ['Dashboard', '/', 'Welcome to Local Agent'],
] as const;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  page = await browser.newPage();
  await page.goto(new URL('/auth', agent.url).href);
  await waitForText(page, 'Sign in to your account');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

const press = (key: KeyInput) => page.keyboard.press(key);

/** What has the focus: its label, or else its own words. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const named = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    return named.replace(/\s+/g, ' ').trim();
  });

/** Goes on by Tab until this has the focus, and checks that the eye sees where it is. */
async function tabTo(name: string) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await press('Tab');
    if ((await focused()) === name) return expectVisibleFocus();
  }
  throw new Error(`Tab does not lead to ${JSON.stringify(name)}; the last stop is ${JSON.stringify(await focused())}.`);
}

/** The focused control, or what stands for it (a radio's label), has an outline. */
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

describe('the whole product by keyboard alone', () => {
  it('signs in', async () => {
    await tabTo('Email');
    await page.keyboard.type(account.email);
    await tabTo('Password');
    await page.keyboard.type(account.password);
    await press('Enter');
    await waitForPath(page, '/');
    await waitForText(page, 'Welcome back!', 'Quick Actions');
  });

  it('goes to a notification by F8 and dismisses it', async () => {
    await press('F8');
    await tabTo('Dismiss');
    await press('Enter');
    await page.waitForSelector('li[data-state=open][data-variant]', { hidden: true });
  });

  it('skips the sidebar', async () => {
    await page.reload();
    await waitForText(page, 'Quick Actions');
    await press('Tab');
    expect(await focused()).toBe('Skip to content');
    await press('Enter');
    await tabTo('Create Content');
  });

  it.each(ITEMS)('opens %s from the sidebar and begins at its heading', async (item, path, heading) => {
    await tabTo(item);
    await press('Enter');
    await waitForPath(page, path);
    await waitForFocusOn('h1', heading);
  });

  it('fills the Content Creator', async () => {
    await tabTo('Content Creator');
    await press('Enter');
    await waitForFocusOn('h1', 'AI Content Creator');
    await tabTo('Niche Name *');
    await page.keyboard.type('Home baking');
    await tabTo('Posts Per Day *');
    await press('Enter');
    await waitForOptions(page);
    await press('Home');
    await press('Enter');
    await waitForText(page, '1 post per day');
    await tabTo('Instagram');
    await press('Space');
    await tabTo('Generate & Schedule');
    await press('Enter');
    await waitForText(page, 'Missing Information');
  });

  it('changes the theme', async () => {
    await tabTo('System');
    await press('ArrowLeft');
    await page.waitForSelector('html.dark');
    await press('ArrowLeft');
    await page.waitForSelector('html:not(.dark)');
  });

  it('opens the menu of a narrow window, stays in it, and comes back to its button', async () => {
    await page.setViewport({ width: 375, height: 700 });
    // Without the notification, which Escape would dismiss first.
    await page.reload();
    await waitForText(page, 'AI Content Creator');
    await tabTo('Open menu');
    await press('Enter');
    await page.waitForSelector('[role=dialog]');
    for (let stops = 0; stops < 16; stops += 1) {
      await press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    }
    await press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await waitForFocusOn('button', 'Open menu');
  });

  it('signs out', async () => {
    await page.setViewport({ width: 1440, height: 900 });
    await page.waitForSelector('aside');
    await tabTo('Logout');
    await press('Enter');
    await waitForPath(page, '/auth');
    await waitForText(page, 'Signed out', 'Successfully logged out');
  });
});
