import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import { COMMON_TIMEZONES } from '../../shared/workspace/settings.ts';
import { byRole, pageText, waitForOptions, waitForText } from '../helpers/browser.ts';
import { settingsScreen } from '../helpers/settings-screen.ts';

const screen = settingsScreen();
const { openWith, stored, press, toggle, type, hours, zone } = screen;

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
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, words);
    await press('Save Settings');
    await screen.page.waitForFunction(() => document.activeElement?.matches('input[aria-invalid=true]'));
    expect(await hours()).toEqual([text, '22']);
    expect(await stored()).toMatchObject(DEFAULT_SETTINGS);
    await screen.page.reload();
    await waitForText(screen.page, words, 'Unsaved changes');
  });

  it.each([
    ['8', '22', 'Posts go out from 08:00 until just before 22:00, every day.'],
    ['22', '6', 'These hours run over midnight: posts go out from 22:00 until just before 06:00 on the next day.'],
    ['0', '0', 'Start and end are the same, so posts go out around the clock'],
  ])('%s to %s are explained', async (start, end, words) => {
    await openWith();
    await type('Start Hour', start);
    await type('End Hour', end);
    await waitForText(screen.page, words);
  });
});

describe('the limits of a warm-up', () => {
  it('are explained, refused where they do not fit together, and saved where they do', async () => {
    await openWith();
    const words = 'A warm-up takes 8 to 15 minutes, looks at 10 to 20 posts and likes nothing.';
    await waitForText(screen.page, 'Instagram warm-up', words, 'Automatic warm-ups start between 07:00 and 22:00');
    await type('Maximum minutes', '6');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Enter 8 or more: this cannot be below “Minimum minutes”.');
    expect(await stored()).toMatchObject({ warmup_minutes_max: 15 });
    await screen.page.reload();
    await waitForText(screen.page, 'Enter 8 or more', 'Unsaved changes');
    await type('Maximum minutes', '10');
    await waitForText(screen.page, 'takes 8 to 10 minutes');
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ warmup_minutes_min: 8, warmup_minutes_max: 10 });
    // The notification that is still there covers no button.
    const covered = await screen.page.evaluate(() => {
      const notice = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect();
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        notice && left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top;
      return [...document.querySelectorAll('main button')].filter((button) => isUnder(button.getBoundingClientRect()))
        .length;
    });
    expect(covered).toBe(0);
  });

  it('that meet another window’s say so beside the field', async () => {
    await openWith();
    await type('Maximum likes', '3');
    await screen.agent.admin.from('app_settings').update({ warmup_likes_max: 1 }).not('id', 'is', null).throwOnError();
    await press('Save Settings');
    await waitForText(screen.page, 'Another window changed this to 1. Saving replaces it with your value.');
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ warmup_likes_max: 3 });
  });
});

describe('the time zone', () => {
  beforeEach(() => openWith());

  it("lists §9's nine first, then all others, each with its offset", async () => {
    await byRole(screen.page, 'combobox', 'Timezone').click();
    await waitForOptions(screen.page);
    const options = await screen.page.$$eval('[role=option]', (all) => all.map((option) => option.textContent ?? ''));
    expect(options.slice(0, 9).map((option) => option.replace(/UTC[+−].*/, ''))).toEqual([...COMMON_TIMEZONES]);
    expect(options).toContain('Asia/TokyoUTC+9');
    expect(options).toContain('America/Port-au-PrinceUTC−5');
    expect(options.length).toBeGreaterThan(400);
  });

  it('is found by arrows too, and Escape leaves it as it was', async () => {
    await byRole(screen.page, 'combobox', 'Timezone').click();
    await waitForOptions(screen.page);
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('Escape');
    await screen.page.waitForSelector('[role=option]', { hidden: true });
    expect(await zone()).toBe('UTC');
    await screen.page.keyboard.press('Enter');
    await waitForOptions(screen.page);
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('ArrowUp');
    await screen.page.keyboard.press('Enter');
    await screen.page.waitForFunction(() => document.activeElement?.textContent?.startsWith('America/New_York'));
  });

  it('says when a search finds nothing', async () => {
    await byRole(screen.page, 'combobox', 'Timezone').click();
    await waitForOptions(screen.page);
    await screen.page.keyboard.type('atlantis');
    await waitForText(screen.page, 'No time zone matches “atlantis”.');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'No time zone matches “atlantis”.');
    await screen.page.keyboard.press('Escape');
  });

  it("takes the browser's own with one click", async () => {
    await press('Use this browser’s zone: Europe/Berlin (UTC+1)');
    expect(await zone()).toBe('Europe/Berlin');
    expect(await pageText(screen.page)).not.toContain('Use this browser’s zone');
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ timezone: 'Europe/Berlin' });
  });

  it('may be any that the browser lists: the database knows them all', async () => {
    await byRole(screen.page, 'combobox', 'Timezone').click();
    await waitForOptions(screen.page);
    const zones = await screen.page.$$eval('[role=option] > span:first-child', (all) =>
      all.map((one) => one.textContent),
    );
    const refused: (string | null)[] = [];
    for (const timezone of zones) {
      const { error } = await screen.agent.admin
        .from('app_settings')
        .update({ timezone: timezone ?? '' })
        .not('id', 'is', null);
      if (error) refused.push(timezone);
    }
    expect(refused).toEqual([]);
  });
});
