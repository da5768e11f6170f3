import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { settingsInDocument, switches, zone } from '../../helpers/component/settings.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { isFull } from '../../helpers/depth.ts';
import { NOTICES } from '../../helpers/notices.ts';

const SETTINGS = /\/rest\/v1\/app_settings/;
const SAVE = /^PATCH .*\/rest\/v1\/app_settings/;
const NEW_ROW = [true, true, false, false];

/** Validation is tested in tests/ui/settings, and saving each field in tests/e2e/settings.test.ts. */
const app = settingsInDocument();
const { openWith, stored, press, toggle, type, save, hasHours, goTo } = app;

beforeAll(() => vi.stubEnv('TZ', 'Europe/Berlin'));
afterAll(() => vi.unstubAllEnvs());

const isChosen = (name: string) => waitFor(() => expect(zone()).toBe(name));

describe('opening the screen', () => {
  it('says why it cannot be loaded, shows a skeleton, then creates the first row with the defaults (§4), in the time zone of this browser', async () => {
    await app.removeRow();
    app.fail(SETTINGS);
    await app.open('/settings');
    await says(...SPECIFIED['Settings: load fails'], 'Try again');
    await waitFor(() => expect(document.querySelector(NOTICES)).not.toBeNull());
    app.letGo();
    app.hold(SETTINGS);
    app.reload();
    await says('Loading settings');
    app.letGo();
    await says('Posting Schedule', 'Automation Settings', 'Content Automation', 'Save Settings');
    await says('Posts will be scheduled according to this timezone', 'Earliest posting time', 'Latest posting time');
    await says('A new workspace uses the time zone of the computer');
    expect(await stored()).toMatchObject({ ...DEFAULT_SETTINGS, timezone: 'Europe/Berlin' });
    await hasHours('8', '22');
    expect([zone(), switches()]).toEqual(['Europe/Berlin', NEW_ROW]);
    await saysNoMore('Unsaved changes');
  });
});

describe('"Save Settings"', () => {
  it('keeps everything when it fails, and makes the row again when it was deleted elsewhere', async () => {
    await openWith();
    await toggle('Content Rotation');
    app.fail(SAVE);
    await press('Save Settings');
    await says(...SPECIFIED['Settings: save fails'], 'Unsaved changes');
    expect(switches()).toEqual(NEW_ROW.with(2, true));
    app.letGo();
    await app.removeRow();
    await save();
    const row = { ...DEFAULT_SETTINGS, timezone: 'Europe/Berlin', rotation_enabled: true };
    expect(await stored()).toMatchObject(row);
  });

  it('refuses what is wrong beside the field and saves nothing, also after a reload', async () => {
    await openWith();
    const words = 'Enter a whole hour from 0 to 23, without minutes.';
    await toggle('Content Rotation');
    await type('Start Hour', '7.5');
    await app.user.keyboard('{Enter}');
    await says(words);
    screen.getByRole('button', { name: 'Save Settings' }).focus();
    await press('Save Settings');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(await stored()).toMatchObject({ rotation_enabled: false, posting_hours_start: 8 });
    app.reload();
    await says(words, 'Unsaved changes');
    await type('Start Hour', '10');
    await press(/^Use this browser’s zone: Europe\/Berlin/);
    await save();
    const saved = { timezone: 'Europe/Berlin', rotation_enabled: true, posting_hours_start: 10 };
    expect(await stored()).toMatchObject(saved);
  });
});

describe('the sections', () => {
  const current = () => document.querySelector('[aria-label="Sections of Settings"] [aria-current=page]')?.textContent;
  const focused = () => document.activeElement?.textContent;

  it('have an address each, mark the current one, and take the focus to its heading', async () => {
    await openWith();
    expect([current(), document.title]).toEqual(['Posting', 'Settings · Local Agent']);
    await press('Publishing & pictures', { role: 'link' });
    await says('Brand colour');
    await waitFor(() =>
      expect([current(), location.pathname]).toEqual(['Publishing & pictures', '/settings/publishing']),
    );
    await waitFor(() =>
      expect([focused(), document.title]).toEqual([
        'Publishing & pictures',
        'Publishing & pictures · Settings · Local Agent',
      ]),
    );
    await app.open('/settings/nowhere');
    await says('AI Autopilot Mode');
    expect(location.pathname).toBe('/settings');
  });

  it.runIf(isFull)('each keep what is unsaved in them, which the list marks, and save only that', async () => {
    await openWith();
    await type('End Hour', '25');
    await press('Publishing & pictures', { role: 'link' });
    await app.fill('Handle', '@rye');
    const list = screen.getByRole('navigation', { name: 'Sections of Settings' });
    await waitFor(() => expect(list.textContent).toContain('PostingUnsaved changesPublishing'));
    await save();
    expect(await stored()).toMatchObject({ brand_handle: '@rye', posting_hours_end: 22 });
    await press(/^Posting/, { role: 'link' });
    await hasHours('8', '25');
  });
});

describe('unsaved changes', () => {
  it('stay when the screen is left, are brought back by Undo, and leave alone what another window saved', async () => {
    await openWith();
    await toggle('AI Autopilot Mode');
    await type('End Hour', '20');
    await says('Unsaved changes', 'Posts are published from 08:00 until just before 20:00, every day.');
    await goTo('Media Library');
    await says('No media assets yet');
    await goTo('Settings');
    await says('Unsaved changes');
    await hasHours('8', '20');
    expect(switches()).toEqual(NEW_ROW.with(3, true));
    await press('Discard');
    await says('Changes discarded');
    await hasHours('8', '22');
    await press('Undo');
    await says('Unsaved changes');
    await hasHours('8', '20');
    await app.change({ timezone: 'Asia/Tokyo', rotation_enabled: true });
    await save();
    await isChosen('Asia/Tokyo');
    const saved = { timezone: 'Asia/Tokyo', rotation_enabled: true, auto_generate_daily: true, posting_hours_end: 20 };
    expect(await stored()).toMatchObject(saved);
  });
});

it.runIf(isFull)('links get UTM parameters on the sites that were chosen, as the example shows', async () => {
  await openWith();
  await toggle('Add UTM parameters to links');
  await app.fill('Campaign', '{project} 1');
  await says('https://example.com/?utm_source=instagram&utm_medium=social&utm_campaign=my-project%201');
  await press('Only links to my sites', { role: 'radio' });
  await app.fill('My sites', 'e.com\nnothing');
  await press('Save Settings');
  await says('“nothing” is not a site.');
  await app.fill('My sites', 'e.com shop.test');
  await save();
  expect((await stored()).link_tags).toMatchObject({
    isOn: true,
    campaign: '{project} 1',
    domains: ['e.com', 'shop.test'],
  });
});

describe('the Pictures card', () => {
  const brand = async () => {
    const { brand_color, brand_handle } = await stored();
    return { brand_color, brand_handle };
  };
  /** The texts and backgrounds of the three preview cards. */
  const preview = () => {
    const cards = screen.getByRole('img', { name: 'How cards will look' });
    const colours = [...cards.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.background);
    return `${cards.textContent} ${colours.join(' ')}`;
  };

  it('takes a colour and a handle, typed or picked, shows them at once, and says what is wrong', async () => {
    await openWith({}, 'publishing');
    expect(preview()).toContain('Your niche');
    await app.fill('Brand colour', 'blueish');
    await app.user.tab();
    await says('Enter a colour such as #2f4fc9: a # and six digits from 0 to 9 and a to f.');
    await press('Save Settings');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Brand colour' });
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['blueish', 'true']);
    expect(document.activeElement).toBe(field);
    expect(await brand()).toEqual({ brand_color: null, brand_handle: null });

    await app.fill('Brand colour', '#0A7D5A');
    await app.fill('Handle', ' @bread.daily ');
    expect(preview()).toMatch(/@bread\.daily.*#0a7d5a/);
    expect(preview()).not.toContain('Your niche');
    await save();
    expect(await brand()).toEqual({ brand_color: '#0a7d5a', brand_handle: '@bread.daily' });
    const input = document.querySelector<HTMLInputElement>('input[type=color]');
    expect(input?.value).toBe('#0a7d5a');
    if (input) fireEvent.input(input, { target: { value: '#aa3377' } });
    expect(preview()).toContain('#aa3377');
    await press('Colours by niche');
    expect(preview()).not.toContain('#aa3377');
    await app.fill('Handle', ' ');
    await press('Save Settings');
    await waitFor(async () => expect(await brand()).toEqual({ brand_color: null, brand_handle: null }));
  });
});

describe('posting times', () => {
  async function add(day: string, time: string) {
    fireEvent.change(screen.getByLabelText(`Time on ${day}`), { target: { value: time } });
    await press(`Add the time on ${day}`);
  }
  const has = (times: number[]) => waitFor(async () => expect((await stored()).posting_times).toEqual(times));

  it('are added, refused where too close, removed, and brought back', async () => {
    await openWith({ timezone: 'Europe/Paris', posting_hours_start: 9, posting_hours_end: 17 });
    await says('posts are spread evenly over your posting hours, 09:00 to 17:00');
    await add('Monday', '09:00');
    await has([1980]);
    await says('New posts go to the next free one of these times (Europe/Paris)');
    expect(document.activeElement).toBe(screen.getByLabelText('Time on Monday'));
    await add('Monday', '09:20');
    await says('Posts must be at least half an hour apart, and 09:00 is closer.');
    await add('Monday', '12:30');
    await has([1980, 2190]);

    await press('Remove 09:00 on Monday');
    await has([2190]);
    await press('Remove all times');
    await has([]);
    await press('Undo');
    await has([2190]);
  });

  it.runIf(isFull)('are copied to other days, and an account has its own', async () => {
    const accounts = () => app.agent.admin.from('social_accounts');
    await accounts().insert({ platform: 'bluesky', account_label: 'bakery' }).throwOnError();
    await openWith({ timezone: 'Europe/Paris', posting_times: [1980, 2190] });
    await press('Copy the times of Monday');
    await press('Monday to Friday', { role: 'menuitem' });
    await says('Copied the times of Monday');
    await waitFor(async () => expect((await stored()).posting_times).toHaveLength(10));
    await app.choose('Times for', 'bakery · Bluesky');
    await says('Uses the times of all accounts.');
    await add('Tuesday', '18:00');
    await says('New posts for this account go to the next free one of these times');
    expect((await accounts().select('posting_times').single().throwOnError()).data).toEqual({ posting_times: [3960] });
    await press('Remove its own times');
    await says('Uses the times of all accounts.');
  });
});
