import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/default-settings.ts';
import { COMMON_TIMEZONES, type Settings } from '../../shared/settings.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForOptions,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';

const SETTINGS = /\/rest\/v1\/app_settings/;
const SAVE = /^PATCH .*\/rest\/v1\/app_settings/;
const FULL = { status: 500, body: { message: 'The database is full.' } };

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  page = await browser.newPage();
  await page.emulateTimezone('Europe/Berlin');
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
afterEach(letGo);

async function letGo() {
  await endFault?.();
  endFault = undefined;
}

const removeRow = () => agent.admin.from('app_settings').delete().not('id', 'is', null).throwOnError();
const elsewhere = (fields: Partial<Settings>) =>
  agent.admin.from('app_settings').update(fields).not('id', 'is', null).throwOnError();
const stored = async () => (await agent.admin.from('app_settings').select('*').single().throwOnError()).data;

/** Leaves this one row in the workspace and opens the screen, without a draft. */
async function openWith(fields: Partial<Settings> = {}) {
  await removeRow();
  await agent.admin
    .from('app_settings')
    .insert({ ...DEFAULT_SETTINGS, ...fields })
    .throwOnError();
  await page.evaluate(() => sessionStorage.clear());
  await open();
}

async function open() {
  await page.goto(new URL('/settings', agent.url).href);
  await waitForText(page, 'AI Autopilot Mode', 'Save Settings');
}

const press = (name: string) => byRole(page, 'button', name).click();
const toggle = (name: string) => byRole(page, 'switch', name).click();
const numbers = () => page.$$eval('input[type=number]', (all) => all.map((input) => input.value));
/** The posting hours, which come first. */
const hours = async () => (await numbers()).slice(0, 2);
const switches = () => page.$$eval('[role=switch]', (all) => all.map((one) => one.ariaChecked));
const zone = () =>
  byRole(page, 'combobox', 'Timezone')
    .map((field) => field.firstElementChild?.textContent)
    .wait();

async function type(label: string, text: string) {
  await byRole(page, 'spinbutton', label).click({ count: 3 });
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text);
}

async function chooseZone(search: string) {
  await byRole(page, 'combobox', 'Timezone').click();
  await waitForOptions(page);
  await page.keyboard.type(search);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role=option]', { hidden: true });
}

describe('opening the screen', () => {
  it('shows a skeleton, then creates the first row with the defaults (§4)', async () => {
    await removeRow();
    endFault = await holdRequests(page, SETTINGS);
    await page.goto(new URL('/settings', agent.url).href, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('main [data-slot=skeleton]');
    await letGo();
    await waitForText(page, 'Posting Schedule', 'Automation Settings', 'Content Automation', 'Save Settings');
    expect(await stored()).toMatchObject(DEFAULT_SETTINGS);
    expect([await zone(), await hours()]).toEqual(['UTC', ['8', '22']]);
    expect(await switches()).toEqual(['true', 'true', 'false', 'false']);
    expect(await pageText(page)).not.toContain('Unsaved changes');
  });

  it('shows a stored false as false (the quirk of §9 is mended)', async () => {
    await openWith({ warmup_enabled: false, auto_delete_enabled: false });
    expect(await switches()).toEqual(['false', 'false', 'false', 'false']);
  });
});

describe('"Save Settings"', () => {
  it('by keyboard alone saves every kind of setting and says so', async () => {
    await openWith();
    await byRole(page, 'combobox', 'Timezone')
      .map((field) => (field as HTMLElement).focus())
      .wait();
    await page.keyboard.press('Enter');
    await waitForOptions(page);
    await page.keyboard.type('tok');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Asia/Tokyo'));
    // The suggestion of the browser's own zone, then the hours.
    for (const _ of ['suggestion', 'start']) await page.keyboard.press('Tab');
    await page.keyboard.type('9');
    await page.keyboard.press('Tab');
    await page.keyboard.type('18');
    for (const _ of ['warm-up', 'delete', 'rotation', 'autopilot']) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
    }
    // The picker of the brand's colour, its digits, the way back to none; then the handle.
    for (const brand of ['', '#0A7D5A', '', '@bread.daily']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(brand);
    }
    for (const limit of ['6', '9', '5', '12', '2', '8', '20']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(limit);
    }
    await page.keyboard.press('Tab');
    endFault = await holdRequests(page, SAVE);
    await page.keyboard.press('Enter');
    await waitForText(page, 'Saving...');
    await page.keyboard.press('Enter');
    await letGo();
    await waitForText(page, 'Settings saved successfully', 'Save Settings');
    expect(await stored()).toMatchObject({
      timezone: 'Asia/Tokyo',
      posting_hours_start: 9,
      posting_hours_end: 18,
      warmup_enabled: false,
      auto_delete_enabled: false,
      rotation_enabled: true,
      auto_generate_daily: true,
      brand_color: '#0a7d5a',
      brand_handle: '@bread.daily',
      warmup_minutes_min: 6,
      warmup_minutes_max: 9,
      warmup_posts_min: 5,
      warmup_posts_max: 12,
      warmup_hour_start: 8,
      warmup_hour_end: 20,
      warmup_likes_max: 2,
    });
    expect(await pageText(page)).not.toContain('Unsaved changes');
  });

  it('changes the times on other screens at once', async () => {
    const { admin } = agent;
    const post = admin.from('generated_content').insert({ content_type: 'text', caption: 'Rye', status: 'scheduled' });
    const { data } = await post.select('id').single().throwOnError();
    await admin
      .from('scheduled_posts')
      .insert({ content_id: data.id, scheduled_time: '2031-01-15T14:30:00Z' })
      .throwOnError();
    await openWith();
    await chooseZone('new york');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    await page.click('a[href="/scheduler"]');
    await waitForText(page, 'Jan 15, 2031, 9:30 AM EST');
  });

  it('keeps everything when it fails', async () => {
    await openWith();
    await toggle('Content Rotation');
    endFault = await failRequests(page, SAVE, FULL);
    await press('Save Settings');
    await waitForText(page, 'Failed to save settings', 'Unsaved changes');
    expect(await switches()).toEqual(['true', 'true', 'true', 'false']);
  });

  it('makes the row again when it was deleted elsewhere', async () => {
    await openWith();
    await removeRow();
    await type('Start Hour', '10');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ ...DEFAULT_SETTINGS, posting_hours_start: 10 });
  });
});

describe('the hours', () => {
  it.each([
    ['-1', 'An hour cannot be below 0, which is midnight.'],
    ['24', 'The last hour of a day is 23. For midnight enter 0.'],
    ['7.5', 'Enter a whole hour from 0 to 23, without minutes.'],
    ['', 'Enter an hour from 0 to 23.'],
  ])('refuse %j with a word about it, and save nothing', async (text, words) => {
    await openWith();
    await toggle('Content Rotation');
    await type('Start Hour', text);
    await page.keyboard.press('Enter');
    await waitForText(page, words);
    await press('Save Settings');
    await page.waitForFunction(() => document.activeElement?.matches('input[aria-invalid=true]'));
    expect(await hours()).toEqual([text, '22']);
    expect(await stored()).toMatchObject(DEFAULT_SETTINGS);
    await page.reload();
    await waitForText(page, words, 'Unsaved changes');
  });

  it.each([
    ['8', '22', 'Posts go out from 08:00 until just before 22:00, every day.'],
    ['22', '6', 'These hours run over midnight: posts go out from 22:00 until just before 06:00 on the next day.'],
    ['0', '0', 'Start and end are the same, so posts go out around the clock'],
  ])('%s to %s are explained', async (start, end, words) => {
    await openWith();
    await type('Start Hour', start);
    await type('End Hour', end);
    await waitForText(page, words);
  });
});

describe('the limits of a warm-up', () => {
  it('are explained, refused where they do not fit together, and saved where they do', async () => {
    await openWith();
    const words = 'A warm-up takes 8 to 15 minutes, looks at 10 to 20 posts and likes nothing.';
    await waitForText(page, 'Instagram warm-up', words, 'Automatic ones start from 07:00 until just before 22:00');
    await type('Minutes at most', '6');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Enter 8 or more: this cannot be below “Minutes at least”.');
    expect(await stored()).toMatchObject({ warmup_minutes_max: 15 });
    await page.reload();
    await waitForText(page, 'Enter 8 or more', 'Unsaved changes');
    await type('Minutes at most', '10');
    await waitForText(page, 'takes 8 to 10 minutes');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ warmup_minutes_min: 8, warmup_minutes_max: 10 });
  });

  it('that meet another window’s say so beside the field', async () => {
    await openWith();
    await type('Likes at most', '3');
    await agent.admin.from('app_settings').update({ warmup_likes_max: 1 }).not('id', 'is', null).throwOnError();
    await press('Save Settings');
    await waitForText(page, 'Another window changed this to 1 meanwhile.');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ warmup_likes_max: 3 });
  });
});

describe('the time zone', () => {
  beforeEach(() => openWith());

  it("lists §9's nine first, then all others, each with its offset", async () => {
    await byRole(page, 'combobox', 'Timezone').click();
    await waitForOptions(page);
    const options = await page.$$eval('[role=option]', (all) => all.map((option) => option.textContent ?? ''));
    expect(options.slice(0, 9).map((option) => option.replace(/UTC[+−].*/, ''))).toEqual([...COMMON_TIMEZONES]);
    expect(options).toContain('Asia/TokyoUTC+9');
    expect(options).toContain('America/Port-au-PrinceUTC−5');
    expect(options.length).toBeGreaterThan(400);
  });

  it('is found by arrows too, and Escape leaves it as it was', async () => {
    await byRole(page, 'combobox', 'Timezone').click();
    await waitForOptions(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=option]', { hidden: true });
    expect(await zone()).toBe('UTC');
    await page.keyboard.press('Enter');
    await waitForOptions(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('America/New_York'));
  });

  it('says when a search finds nothing', async () => {
    await byRole(page, 'combobox', 'Timezone').click();
    await waitForOptions(page);
    await page.keyboard.type('atlantis');
    await waitForText(page, 'No time zone matches “atlantis”.');
    await page.keyboard.press('Enter');
    await waitForText(page, 'No time zone matches “atlantis”.');
    await page.keyboard.press('Escape');
  });

  it("takes the browser's own with one click", async () => {
    await press('Use this browser’s zone: Europe/Berlin (UTC+1)');
    expect(await zone()).toBe('Europe/Berlin');
    expect(await pageText(page)).not.toContain('Use this browser’s zone');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ timezone: 'Europe/Berlin' });
  });

  it('may be any that the browser lists: the database knows them all', async () => {
    await byRole(page, 'combobox', 'Timezone').click();
    await waitForOptions(page);
    const zones = await page.$$eval('[role=option] > span:first-child', (all) => all.map((one) => one.textContent));
    const refused: (string | null)[] = [];
    for (const timezone of zones) {
      const { error } = await agent.admin
        .from('app_settings')
        .update({ timezone: timezone ?? '' })
        .not('id', 'is', null);
      if (error) refused.push(timezone);
    }
    expect(refused).toEqual([]);
  });
});

describe('unsaved changes', () => {
  beforeEach(async () => {
    await openWith();
    await toggle('AI Autopilot Mode');
    await type('End Hour', '20');
    await waitForText(page, 'Unsaved changes');
  });

  it('stay when the screen is left', async () => {
    await page.click('a[href="/media"]');
    await waitForText(page, 'Media Library');
    await page.click('a[href="/settings"]');
    await waitForText(page, 'Unsaved changes');
    expect(await hours()).toEqual(['8', '20']);
    expect(await switches()).toEqual(['true', 'true', 'false', 'true']);
  });

  it('are discarded on request, and brought back by Undo', async () => {
    await press('Discard');
    await waitForText(page, 'Changes discarded');
    expect(await hours()).toEqual(['8', '22']);
    await press('Undo');
    await waitForText(page, 'Unsaved changes');
    expect(await hours()).toEqual(['8', '20']);
  });

  it('leave alone what another window saved meanwhile', async () => {
    await elsewhere({ timezone: 'Asia/Tokyo', rotation_enabled: true });
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully', 'Asia/Tokyo');
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
      page,
      'Not saved yet: another window changed the same setting.',
      'Another window changed this to 12 meanwhile. Saving puts your value in its place.',
    );
    expect(await stored()).toMatchObject({ posting_hours_end: 12, auto_generate_daily: false });
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ posting_hours_end: 20, auto_generate_daily: true });
    expect(await pageText(page)).not.toContain('Another window changed');
  });
});

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  it.each([360, 768, 1440])('at %i px axe finds nothing serious, and nothing scrolls sideways', async (width) => {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await openWith();
    await type('Start Hour', '24');
    await page.keyboard.press('Tab');
    await waitForText(page, 'The last hour of a day is 23.');
    expect(await axeViolations(page)).toEqual([]);
    await byRole(page, 'combobox', 'Timezone').click();
    await waitForOptions(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
