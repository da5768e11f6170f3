import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import type { Settings } from '../../shared/workspace/settings.ts';
import { axeViolations, byRole, dress, LOOKS, pageText, waitForOptions, waitForText } from '../helpers/browser.ts';
import { everyNth } from '../helpers/depth.ts';
import { settingsScreen } from '../helpers/settings-screen.ts';

const SETTINGS = /\/rest\/v1\/app_settings/;
const SAVE = /^PATCH .*\/rest\/v1\/app_settings/;
const FULL = { status: 500, body: { message: 'The database is full.' } };

const screen = settingsScreen();
const { openWith, removeRow, stored, press, toggle, type, hours, zone, fail, hold, letGo } = screen;

const elsewhere = (fields: Partial<Settings>) =>
  screen.agent.admin.from('app_settings').update(fields).not('id', 'is', null).throwOnError();
const switches = () => screen.page.$$eval('[role=switch]', (all) => all.map((one) => one.ariaChecked));

async function chooseZone(search: string) {
  await byRole(screen.page, 'combobox', 'Timezone').click();
  await waitForOptions(screen.page);
  await screen.page.keyboard.type(search);
  await screen.page.keyboard.press('Enter');
  await screen.page.waitForSelector('[role=option]', { hidden: true });
}

describe('opening the screen', () => {
  it('shows a skeleton, then creates the first row with the defaults (§4), in the time zone of this browser', async () => {
    await removeRow();
    await hold(SETTINGS);
    await screen.page.goto(new URL('/settings', screen.agent.url).href, { waitUntil: 'domcontentloaded' });
    await screen.page.waitForSelector('main [data-slot=skeleton]');
    await letGo();
    await waitForText(screen.page, 'Posting Schedule', 'Automation Settings', 'Content Automation', 'Save Settings');
    expect(await stored()).toMatchObject({ ...DEFAULT_SETTINGS, timezone: 'Europe/Berlin' });
    expect([await zone(), await hours()]).toEqual(['Europe/Berlin', ['8', '22']]);
    expect(await pageText(screen.page)).toContain('A new workspace uses the time zone of the computer');
    expect(await switches()).toEqual(['true', 'true', 'false', 'false', 'false', 'true', 'true']);
    expect(await pageText(screen.page)).not.toContain('Unsaved changes');
  });

  it('shows a stored false as false (the quirk of §9 is mended)', async () => {
    await openWith({ warmup_enabled: false, auto_delete_enabled: false });
    expect(await switches()).toEqual(['false', 'false', 'false', 'false', 'false', 'true', 'true']);
  });
});

it('uses the width of a large screen for two columns, and Tab goes down the first before the second', async () => {
  const columnsAt = async (width: number) => {
    await dress(screen.page, { width });
    return screen.page.$$eval('main form [data-slot=card]', (cards) =>
      cards.map((card) => Math.round(card.getBoundingClientRect().left)),
    );
  };
  await openWith();
  const wide = await columnsAt(1920);
  expect(wide).toEqual([...wide].sort((one, other) => one - other));
  expect(new Set(wide).size).toBe(2);
  expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920);
  expect(await axeViolations(screen.page)).toEqual([]);
  expect(new Set(await columnsAt(1440)).size).toBe(1);
});

describe('"Save Settings"', () => {
  it('by keyboard alone saves every kind of setting and says so', async () => {
    await openWith();
    await byRole(screen.page, 'combobox', 'Timezone')
      .map((field) => (field as HTMLElement).focus())
      .wait();
    await screen.page.keyboard.press('Enter');
    await waitForOptions(screen.page);
    await screen.page.keyboard.type('tok');
    await screen.page.keyboard.press('Enter');
    await screen.page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Asia/Tokyo'));
    // The suggestion of the browser's own zone, then the hours.
    for (const _ of ['suggestion', 'start']) await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.type('9');
    await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.type('18');
    for (const _ of ['warm-up', 'delete', 'rotation', 'autopilot', 'publishing']) {
      await screen.page.keyboard.press('Tab');
      await screen.page.keyboard.press('Space');
    }
    // What becomes of late posts, how late they may be, and its unit.
    for (const late of ['', '3', '']) {
      await screen.page.keyboard.press('Tab');
      await screen.page.keyboard.type(late);
    }
    // The picker of the brand's colour, its digits, the way back to none; then the handle.
    for (const brand of ['', '#0A7D5A', '', '@bread.daily']) {
      await screen.page.keyboard.press('Tab');
      await screen.page.keyboard.type(brand);
    }
    for (const limit of ['6', '9', '5', '12', '2', '8', '20']) {
      await screen.page.keyboard.press('Tab');
      await screen.page.keyboard.type(limit);
    }
    for (const _ of ['ramp-up', 'notifications']) {
      await screen.page.keyboard.press('Tab');
      await screen.page.keyboard.press('Space');
    }
    await screen.page.keyboard.press('Tab');
    await hold(SAVE);
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Saving...');
    await screen.page.keyboard.press('Enter');
    await letGo();
    await waitForText(screen.page, 'Settings saved successfully', 'Save Settings');
    expect(await stored()).toMatchObject({
      timezone: 'Asia/Tokyo',
      posting_hours_start: 9,
      posting_hours_end: 18,
      warmup_enabled: false,
      auto_delete_enabled: false,
      rotation_enabled: true,
      auto_generate_daily: true,
      publishing_paused: true,
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
    expect(await pageText(screen.page)).not.toContain('Unsaved changes');
  });

  it('changes the times on other screens at once', async () => {
    const { admin } = screen.agent;
    const post = admin.from('generated_content').insert({ content_type: 'text', caption: 'Rye', status: 'scheduled' });
    const { data } = await post.select('id').single().throwOnError();
    await admin
      .from('scheduled_posts')
      .insert({ content_id: data.id, scheduled_time: '2031-01-15T14:30:00Z' })
      .throwOnError();
    await openWith();
    await chooseZone('new york');
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    await screen.page.click('a[href="/scheduler"]');
    await waitForText(screen.page, 'Jan 15, 2031, 9:30 AM EST');
  });

  it('keeps everything when it fails', async () => {
    await openWith();
    await toggle('Content Rotation');
    await fail(SAVE, FULL);
    await press('Save Settings');
    await waitForText(screen.page, 'Failed to save settings', 'Unsaved changes');
    expect(await switches()).toEqual(['true', 'true', 'true', 'false', 'false', 'true', 'true']);
  });

  it('makes the row again when it was deleted elsewhere', async () => {
    await openWith();
    await removeRow();
    await type('Start Hour', '10');
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ ...DEFAULT_SETTINGS, timezone: 'Europe/Berlin', posting_hours_start: 10 });
  });
});

describe('unsaved changes', () => {
  beforeEach(async () => {
    await openWith();
    await toggle('AI Autopilot Mode');
    await type('End Hour', '20');
    await waitForText(screen.page, 'Unsaved changes');
  });

  it('stay when the screen is left', async () => {
    await screen.page.click('a[href="/media"]');
    await waitForText(screen.page, 'Media Library');
    await screen.page.click('a[href="/settings"]');
    await waitForText(screen.page, 'Unsaved changes');
    expect(await hours()).toEqual(['8', '20']);
    expect(await switches()).toEqual(['true', 'true', 'false', 'true', 'false', 'true', 'true']);
  });

  it('are discarded on request, and brought back by Undo', async () => {
    await press('Discard');
    await waitForText(screen.page, 'Changes discarded');
    expect(await hours()).toEqual(['8', '22']);
    await press('Undo');
    await waitForText(screen.page, 'Unsaved changes');
    expect(await hours()).toEqual(['8', '20']);
  });

  it('leave alone what another window saved meanwhile', async () => {
    await elsewhere({ timezone: 'Asia/Tokyo', rotation_enabled: true });
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully', 'Asia/Tokyo');
    expect(await stored()).toMatchObject({
      timezone: 'Asia/Tokyo',
      rotation_enabled: true,
      auto_generate_daily: true,
      posting_hours_end: 20,
    });
  });

  it('that meet another window’s are saved at the second try, once both were seen', async () => {
    await elsewhere({ posting_hours_end: 12 });
    await press('Save Settings');
    await waitForText(
      screen.page,
      'Not saved: another window changed the same setting.',
      'Another window changed this to 12. Saving replaces it with your value.',
    );
    expect(await stored()).toMatchObject({ posting_hours_end: 12, auto_generate_daily: false });
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ posting_hours_end: 20, auto_generate_daily: true });
    expect(await pageText(screen.page)).not.toContain('Another window changed');
  });
});

describe.each(everyNth(LOOKS, 3))('in the $colorScheme theme at $width px', (look) => {
  it('axe finds nothing serious, and nothing scrolls sideways', async () => {
    await dress(screen.page, look);
    await openWith();
    await type('Start Hour', '24');
    await screen.page.keyboard.press('Tab');
    await waitForText(screen.page, 'The last hour of a day is 23.');
    expect(await axeViolations(screen.page)).toEqual([]);
    await byRole(screen.page, 'combobox', 'Timezone').click();
    await waitForOptions(screen.page);
    expect(await axeViolations(screen.page)).toEqual([]);
    expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
  });
});
