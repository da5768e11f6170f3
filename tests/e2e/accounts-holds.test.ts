import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WARMUP_START_PATH } from '../../shared/accounts/warmup.ts';
import { accountsTable, hoursAgo } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  dress,
  LOOKS,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { everyNth } from '../helpers/depth.ts';
import { fastClock } from '../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { addLoggedIn } from '../helpers/logged-in-account.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

declare global {
  interface Window {
    shown: { title: string; body?: string | undefined; click(): void }[];
  }
}

let instagram: Instagram;
let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let accounts: ReturnType<typeof accountsTable>;

beforeAll(async () => {
  instagram = await startInstagram();
  const warmup = { clock: fastClock(), patienceMs: 4_000 };
  [agent, browser] = await Promise.all([
    startTestAgent({ instagramUrl: instagram.origin }, { warmup, timeZone: 'UTC' }),
    openBrowser(),
  ]);
  accounts = accountsTable(agent.admin);
  page = await openSignedIn(browser, agent, await agent.addMember());
});
beforeEach(() => accounts.clear());
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
  await instagram?.close();
});

const HELD = { is_logged_in: true, is_established: true, warmup_held_reason: 'rate_limited' } as const;
const DAY_H = 24;

async function open(path: string, ...words: string[]) {
  await page.goto(new URL(path, agent.url).href);
  await waitForText(page, ...words);
}

async function openPanel() {
  await byRole(page, 'button', 'More actions for IG_Main').click();
  await byRole(page, 'menuitem', 'Warm-ups and history').click();
  await waitForText(page, 'Warm-ups for IG_Main');
}

describe('the ramp-up', () => {
  it('is shown on the row with its day, and ends where the account is said to be established', async () => {
    await accounts.insert({ is_logged_in: true, is_established: false, ramp_up_since: hoursAgo(2 * DAY_H + 1) });
    await open('/accounts', 'Day 3 of 14: visits of about 4 minutes');
    await openPanel();
    await byRole(page, 'switch', 'Established account').click();
    await vi.waitUntil(async () => (await accounts.all())[0]?.is_established, { timeout: 20_000 });
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.body.textContent?.includes('of 14: visits'));
  });

  it('is not shown for an account that nobody has logged in to, nor for other platforms', async () => {
    const isNew = { is_established: false };
    await accounts.insert(isNew);
    await accounts.insert({ ...isNew, platform: 'tiktok', account_label: 'TT_Main', is_logged_in: true });
    await accounts.insert({ ...isNew, account_label: 'IG_New', is_logged_in: true });
    await open('/accounts', 'IG_Main', 'TT_Main', 'Day 1 of 14');
    expect((await pageText(page)).match(/of 14/g)).toHaveLength(1);
  });
});

describe('a hold after too many requests', () => {
  it('says from when on it can be lifted', async () => {
    await accounts.insert({ ...HELD, warmup_held_at: '2099-01-01T10:00:00Z' });
    await open('/accounts', 'Automatic warm-ups are paused.', 'You can lift the hold from Jan 3, 2099, 10:00 AM UTC');
    await openPanel();
    await waitForText(page, 'From Jan 3, 2099, 10:00 AM UTC, you can lift the hold here');
    expect(await pageText(page)).not.toContain('leave the account alone for a week');
  });

  it('is lifted from its row after two days, with a word of warning', async () => {
    await accounts.insert({ ...HELD, warmup_held_at: hoursAgo(2 * DAY_H) });
    await open('/accounts', 'You can lift the hold now.');
    await byRole(page, 'button', 'Lift the hold for IG_Main').click();
    await waitForText(page, 'If Instagram complains again, leave the account alone for a week');
    expect(await axeViolations(page)).toEqual([]);
    await byRole(page, 'button', 'Lift the hold').click();
    await waitForText(page, 'Hold lifted', 'Automatic warm-ups have resumed for IG_Main');
    expect((await accounts.all())[0]).toMatchObject({ warmup_held_reason: null, warmup_held_at: null });
  });

  it('cannot be lifted where Instagram asked for something', async () => {
    await accounts.insert({ ...HELD, warmup_held_reason: 'challenge', warmup_held_at: hoursAgo(9 * DAY_H) });
    await open('/accounts', 'Automatic warm-ups are paused.');
    expect(await pageText(page)).not.toContain('Lift the hold');
  });
});

describe('an account that needs the person', () => {
  it('is counted in the sidebar and named on the Dashboard, until it is all right again', async () => {
    const { id } = await accounts.insert({ ...HELD });
    await open('/', 'Needs your attention', 'IG_Main', 'Instagram stopped the warm-up.');
    await page.waitForSelector('nav a[href="/accounts"] ::-p-text(1 needs your attention)');
    expect(await axeViolations(page)).toEqual([]);
    await accounts.change(id, { warmup_held_reason: null });
    const answered = page.waitForResponse((response) => response.url().includes('warmup_held_reason'));
    await open('/', 'Welcome to', 'Account added');
    await answered;
    await byRole(page, 'link', 'Accounts').wait();
    expect(await pageText(page)).not.toContain('Needs your attention');
  });

  it('is shown by this browser once it was allowed to; a click opens Accounts', async () => {
    await page.evaluateOnNewDocument(() => {
      window.shown = [];
      class Shown {
        static permission = 'default';
        static async requestPermission() {
          Shown.permission = 'granted';
        }
        onclick = () => undefined;
        close = () => undefined;
        constructor(title: string, options?: NotificationOptions) {
          window.shown.push({ title, body: options?.body, click: () => this.onclick() });
        }
      }
      Object.assign(window, { Notification: Shown });
    });
    await open('/settings', 'Desktop notifications', 'Allow in this browser');
    const following = page.waitForResponse((response) => response.url().endsWith('/api/notifications'));
    await byRole(page, 'button', 'Allow in this browser').click();
    await waitForText(page, 'Shown by this browser while Local Agent is open in it');
    await following;
    instagram.reset();
    instagram.set({ stop: { by: 'too_many_requests', after: 0 } });
    const { id } = await addLoggedIn(agent, instagram, { account_label: 'IG_Stopped' });
    await agent.call(WARMUP_START_PATH, { body: { accountId: id } });
    await page.waitForFunction(() => window.shown.length > 0);
    expect(await page.evaluate(() => window.shown.map(({ title }) => title))).toEqual(['IG_Stopped needs you']);
    await page.evaluate(() => window.shown[0]?.click());
    await waitForPath(page, '/accounts');
    await waitForText(page, 'IG_Stopped', 'Automatic warm-ups are paused.');
  });
});

describe.each(everyNth(LOOKS, 3))('in the $colorScheme theme at $width px', (look) => {
  it('axe finds nothing serious, and nothing scrolls sideways', async () => {
    const { width, colorScheme } = look;
    await accounts.insert({ ...HELD, warmup_held_at: hoursAgo(3 * DAY_H) });
    await accounts.insert({ account_label: 'IG_New', is_logged_in: true, is_established: false });
    await dress(page, look);
    const check = async (name: string) => {
      expect(await axeViolations(page), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const folder = process.env.SCREENSHOTS;
      if (folder)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: name === 'settings' });
    };
    await open('/', 'Needs your attention');
    await check('dashboard');
    await open('/settings', 'Desktop notifications', 'Jobs');
    await check('settings');
    await open('/accounts', 'Lift the hold', 'Day 1 of 14');
    await check('accounts');
    await openPanel();
    await waitForText(page, 'No warm-ups yet.');
    await check('panel');
  });
});
