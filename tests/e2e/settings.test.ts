import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../server/supabase/sql/template.ts';
import { pathOfSection, type SettingsSection } from '../../ui/features/settings/sections.ts';
import type { TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, dress, pageText, waitForOptions, waitForText } from '../helpers/browser.ts';
import { databaseOf } from '../helpers/database.ts';
import { everyNth, isFull } from '../helpers/depth.ts';
import { LOOKS } from '../helpers/looks.ts';
import { holdRequests } from '../helpers/request-faults.ts';
import { sharedPage } from '../helpers/shared-page.ts';

const shared = sharedPage();
let agent: TestAgent;
let page: Page;

beforeAll(async () => {
  ({ agent, page } = shared);
  await shared.goTo('/settings');
  await waitForText(page, 'AI Autopilot Mode', 'Save Settings');
});

const stored = async () => (await agent.admin.from('app_settings').select('*').single().throwOnError()).data;

/** Types each entry into the next field of the tab order. */
async function type(...entries: string[]) {
  for (const entry of entries) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(entry);
  }
}

async function toggle(count: number) {
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
  }
}

/** Opens a section. Its heading gets the focus, so that Tab goes to the first field. */
async function goToSection(name: SettingsSection, words: string) {
  await page.click(`a[href="${pathOfSection(name)}"]`);
  await waitForText(page, words);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
}

/** Tabs to "Save Settings", and saves. */
async function save() {
  await waitForText(page, 'Unsaved changes');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.body.textContent.includes('Unsaved changes'));
}

it('saves every kind of setting by keyboard alone, which changes the times on other screens at once', async () => {
  const content = { content_type: 'text', caption: 'Rye', status: 'scheduled' } as const;
  const { data } = await agent.admin.from('generated_content').insert(content).select('id').single().throwOnError();
  const post = { content_id: data.id, scheduled_time: '2031-01-15T14:30:00Z' };
  await agent.admin.from('scheduled_posts').insert(post).throwOnError();
  await byRole(page, 'combobox', 'Timezone')
    .map((field) => (field as HTMLElement).focus())
    .wait();
  await page.keyboard.press('Enter');
  await waitForOptions(page);
  await page.keyboard.type('tok');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Asia/Tokyo'));
  // The suggestion of the browser's own zone, then the hours.
  await type('', '9', '18');
  // Warm-up, deletion, rotation, autopilot.
  await toggle(4);
  // Skips learning, the user's voice, the rest before what worked is posted again, and the link parameters.
  await type('', '', '', '', '');
  const letGo = await holdRequests(page, /^PATCH .*\/rest\/v1\/app_settings/);
  await page.keyboard.press('Enter');
  await waitForText(page, 'Saving...');
  await page.keyboard.press('Enter');
  await letGo();
  await waitForText(page, 'Settings saved successfully', 'Save Settings');
  await goToSection('publishing', 'Late posts');
  // Pausing publishing, collecting metrics, and reading the user's own pages.
  await toggle(3);
  // What to do with late posts, how late they may be, and the unit.
  await type('', '3', '');
  // The brand's colour picker, its hex digits and its reset button; then the handle.
  await type('', '#0A7D5A', '', '@bread.daily');
  await save();
  await goToSection('warm-up', 'Maximum likes');
  await type('6', '9', '5', '12', '2', '8', '20');
  // The ramp-up.
  await toggle(1);
  await save();
  await goToSection('notifications', 'Desktop notifications');
  await toggle(1);
  await save();
  expect(await stored()).toMatchObject({
    timezone: 'Asia/Tokyo',
    posting_hours_start: 9,
    posting_hours_end: 18,
    warmup_enabled: false,
    auto_delete_enabled: false,
    rotation_enabled: true,
    auto_generate_daily: true,
    publishing_paused: true,
    collect_figures: false,
    read_own_pages: true,
    late_posts: 'publish',
    late_grace_minutes: 180,
    brand_color: '#0a7d5a',
    brand_handle: '@bread.daily',
    warmup_minutes_min: 6,
    warmup_minutes_max: 9,
    warmup_posts_min: 5,
    warmup_posts_max: 12,
    warmup_hour_start: 8,
    warmup_hour_end: 20,
    warmup_likes_max: 2,
    warmup_ramp_up: false,
    desktop_notifications: false,
  });
  expect(await pageText(page)).not.toContain('Unsaved changes');
  // The notification that is still shown covers no button. Polled, because Puppeteer may return undefined at first.
  const covered = () =>
    page.evaluate(() => {
      const notice = document.querySelector('li[data-variant]')?.getBoundingClientRect();
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        notice && left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top;
      return [...document.querySelectorAll('main button')]
        .filter((button) => isUnder(button.getBoundingClientRect()))
        .map(({ textContent }) => textContent);
    });
  await expect.poll(covered).toEqual([]);
  await page.click('a[href="/scheduler"]');
  await waitForText(page, 'Jan 15, 2031, 11:30 PM GMT+9');
  expect(shared.faults).toEqual([]);
});

it.runIf(isFull)('may be any time zone that the browser lists: the database knows them all', async () => {
  await shared.goTo('/settings');
  await byRole(page, 'combobox', 'Timezone').click();
  await waitForOptions(page);
  const zones = await page.$$eval('[role=option] > span:first-child', (all) => all.map((one) => one.textContent));
  expect(zones.length).toBeGreaterThan(400);
  const database = databaseOf(agent.dataDir);
  for (const timezone of zones) await database.run(sql`update app_settings set timezone = ${timezone}`);
  await database.close();
});

describe('a section', () => {
  beforeAll(() => shared.goTo('/settings'));

  // The other sections are covered by shell-looks.test.ts.
  const SHOWN = (
    [
      ['publishing', 'Late posts'],
      ['warm-up', 'Maximum likes'],
      ['notifications', 'Desktop notifications'],
      ['backups', 'Back up now'],
    ] as const
  ).map(([name, words], index) => ({ name, words, ...(LOOKS[index] ?? LOOKS[0]) }));
  it.each(everyNth(SHOWN, 3))(
    '$name fits $width px in the $colorScheme theme, and axe finds nothing serious',
    async ({ name, words, ...look }) => {
      await dress(page, look);
      await page.waitForSelector(`a[href="${pathOfSection(name)}"]`);
      await goToSection(name, words);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    },
  );
});
