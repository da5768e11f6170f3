import { afterAll, expect, it } from 'vitest';
import { startTestAgent } from '../helpers/agent.ts';
import { WARMUP_START_PATH } from '../helpers/agent-paths.ts';
import { byRole, waitForPath, waitForText } from '../helpers/browser.ts';
import { fastClock } from '../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { addLoggedIn } from '../helpers/logged-in-account.ts';
import { sharedPage } from '../helpers/shared-page.ts';

declare global {
  interface Window {
    shown: { title: string; click(): void }[];
  }
}

/** The shortest warm-up that the settings allow. */
const SHORT = { warmup_minutes_min: 5, warmup_minutes_max: 6, warmup_posts_min: 2, warmup_posts_max: 3 };

let instagram: Instagram;
const shared = sharedPage(async () => {
  instagram = await startInstagram();
  return startTestAgent({ instagramUrl: instagram.origin }, { warmup: { clock: fastClock(), patienceMs: 4_000 } });
});
afterAll(() => instagram?.close());

it('tells of an account that needs the person by a notification of the browser, whose click opens Accounts, and shows what the warm-up saw', async () => {
  const { agent, page, press, goTo } = shared;
  await agent.admin.from('app_settings').insert(SHORT).throwOnError();
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
  await press('More actions for IG_Stopped');
  await byRole(page, 'menuitem', 'Warm-ups and history').click();
  await page.locator('[role=dialog] li > button').click();
  await waitForText(page, 'Failed', 'Last screenshot of the warm-up');
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth);
  await page.keyboard.press('Escape');
  // When a dialog opened from a menu closes, the focus returns to the menu's button.
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'More actions for IG_Stopped');
  expect(shared.faults).toEqual([]);
});
