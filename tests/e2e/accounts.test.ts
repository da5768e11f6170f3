import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { WARMUP_START_PATH } from '../helpers/agent-paths.ts';
import { byRole, pageText, waitForPath, waitForText } from '../helpers/browser.ts';
import { isFull } from '../helpers/depth.ts';
import { fastClock } from '../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { PASSWORD } from '../helpers/instagram/log-in.ts';
import { addLoggedIn } from '../helpers/logged-in-account.ts';
import { sharedPage } from '../helpers/shared-page.ts';

declare global {
  interface Window {
    shown: { title: string; click(): void }[];
  }
}

/** What a warm-up may do here: as little as there is. */
const SHORT = { warmup_minutes_min: 5, warmup_minutes_max: 6, warmup_posts_min: 2, warmup_posts_max: 3 };

let instagram: Instagram;
/** The log-in window that was opened last. */
let loginWindow: Page | undefined;
const shared = sharedPage(async () => {
  instagram = await startInstagram();
  const person = (window: Page) => {
    loginWindow = window;
  };
  const warmup = { clock: fastClock(), patienceMs: 4_000 };
  return startTestAgent({ instagramUrl: instagram.origin }, { person, warmup });
});
afterAll(() => instagram?.close());
const { goTo, press } = shared;
let agent: TestAgent;
let page: Page;
let accounts: ReturnType<typeof accountsTable>;

beforeAll(async () => {
  ({ agent, page } = shared);
  accounts = accountsTable(agent.admin);
  await agent.admin.from('app_settings').insert(SHORT).throwOnError();
});
afterEach(async () => {
  instagram.reset();
  await accounts.clear();
});

it.runIf(isFull)('logs an account in in a window of its own', async () => {
  await accounts.insert({ warmup_status: 'failed', warmup_held_reason: 'challenge' });
  await goTo('/accounts');
  await waitForText(page, 'Automatic warm-ups are paused. Instagram wants to make sure it’s you.');
  await press('Log in again: IG_Main');
  await waitForText(page, 'Log in using the window that opened.');
  await vi.waitUntil(() => loginWindow, { timeout: 20_000 });
  await loginWindow?.locator('input[name=username]').fill('bakery');
  await loginWindow?.locator('input[name=password]').fill(PASSWORD);
  await loginWindow?.keyboard.press('Enter');
  await waitForText(page, 'IG_Main is logged in on this machine', 'Posting works without it. Logged in');
  expect(await pageText(page)).not.toContain('paused');
  expect(shared.faults).toEqual([]);
});

/** Opens what an account's last warm-up came to, with what it saw last. */
async function seeLastWarmup(label: string, ...words: string[]) {
  await press(`More actions for ${label}`);
  await byRole(page, 'menuitem', 'Warm-ups and history').click();
  await page.locator('[role=dialog] li > button').click();
  await waitForText(page, ...words, 'Last screenshot of the warm-up');
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth);
  await page.keyboard.press('Escape');
  // A dialog that a menu opened gives the focus back to the menu's button.
  await page.waitForFunction((button) => document.activeElement?.ariaLabel === button, {}, `More actions for ${label}`);
}

it.runIf(isFull)('warms an account up, and shows what the warm-up saw', async () => {
  await addLoggedIn(agent, instagram);
  await goTo('/accounts');
  await press('Warm Up');
  await waitForText(page, 'Warmup started');
  await waitForText(page, 'Next warmup in 24h On Cooldown');
  await seeLastWarmup('IG_Main', 'Completed');
  expect(shared.faults).toEqual([]);
});

it('tells of an account that needs the person by a notification of the browser, whose click opens Accounts, and shows what the warm-up saw', async () => {
  await page.evaluateOnNewDocument(() => {
    window.shown = [];
    class Shown {
      static permission = 'default';
      static async requestPermission() {
        Shown.permission = 'granted';
      }
      onclick = () => undefined;
      close = () => undefined;
      constructor(title: string) {
        window.shown.push({ title, click: () => this.onclick() });
      }
    }
    Object.assign(window, { Notification: Shown });
  });
  await goTo('/settings/notifications');
  await waitForText(page, 'Desktop notifications', 'Allow in this browser');
  const following = page.waitForResponse((response) => response.url().endsWith('/api/notifications'));
  await press('Allow in this browser');
  await waitForText(page, 'Shown by this browser while Local Agent is open in it');
  await following;
  instagram.set({ stop: { by: 'too_many_requests', after: 0 } });
  const { id } = await addLoggedIn(agent, instagram, { account_label: 'IG_Stopped' });
  await agent.call(WARMUP_START_PATH, { body: { accountId: id } });
  await page.waitForFunction(() => window.shown.length > 0);
  expect(await page.evaluate(() => window.shown.map(({ title }) => title))).toEqual(['IG_Stopped needs you']);
  await page.evaluate(() => window.shown[0]?.click());
  await waitForPath(page, '/accounts');
  await waitForText(page, 'IG_Stopped', 'Automatic warm-ups are paused.');
  await seeLastWarmup('IG_Stopped', 'Failed');
  expect(shared.faults).toEqual([]);
});
