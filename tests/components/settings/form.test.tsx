import { screen, waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { settingsInDocument, switches, zone } from '../../helpers/component/settings.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { NOTICES } from '../../helpers/notices.ts';

const SETTINGS = /\/rest\/v1\/app_settings/;
const SAVE = /^PATCH .*\/rest\/v1\/app_settings/;
const NEW_ROW = [true, true, false, false];

/** What is entered is judged in tests/ui/settings; each field is saved in tests/e2e/settings.test.ts. */
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
  const SECTIONS = [
    ['Publishing & pictures', 'publishing', 'Brand colour'],
    ['AI Writer', 'ai', 'Save AI Settings'],
    ['Instagram warm-up', 'warm-up', 'Automatic warm-ups start between 07:00 and 22:00'],
    ['Notifications', 'notifications', 'Desktop notifications'],
    ['Jobs', 'jobs', 'Pause all'],
    ['Backups', 'backups', 'Back up now'],
    ['Members & assistants', 'members', 'New token'],
    ['Posting', 'posting', 'Posting times'],
  ] as const;
  const current = () => document.querySelector('[aria-label="Sections of Settings"] [aria-current=page]')?.textContent;
  const focused = () => document.activeElement?.textContent;

  it('have an address each, mark the current one, and take the focus to its heading', async () => {
    await openWith();
    expect([current(), document.title]).toEqual(['Posting', 'Settings · Local Agent']);
    for (const [label, path, words] of everyNth(SECTIONS, SECTIONS.length)) {
      await press(label, { role: 'link' });
      await says(words);
      await waitFor(() => expect([current(), location.pathname]).toEqual([label, `/settings/${path}`]));
      await waitFor(() => expect([focused(), document.title]).toEqual([label, `${label} · Settings · Local Agent`]));
    }
    await app.open('/settings/nowhere');
    await says('AI Autopilot Mode');
    expect(location.pathname).toBe('/settings');
  });

  it.runIf(isFull)('each keep what is unsaved in them, which the list marks, and save only that', async () => {
    await openWith({}, 'ai');
    await app.choose('Written by', 'OpenAI');
    await app.fill('Monthly cap', '7');
    await press('Posting', { role: 'link' });
    await type('End Hour', '25');
    await press('Publishing & pictures', { role: 'link' });
    await app.fill('Handle', '@rye');
    const list = screen.getByRole('navigation', { name: 'Sections of Settings' });
    await waitFor(() => expect(list.textContent).toContain('PostingUnsaved changesPublishing'));
    await save();
    expect(await stored()).toMatchObject({ brand_handle: '@rye', posting_hours_end: 22 });
    await press(/^AI Writer/, { role: 'link' });
    await says('Unsaved changes');
    expect((await screen.findByLabelText<HTMLInputElement>('Monthly cap')).value).toBe('7');
    await press('Discard');
    await says('Built-in writer (no AI)');
    expect(focused()).toContain('Built-in writer');
    expect(list.textContent).toContain('PostingUnsaved changesPublishing & picturesAI WriterInstagram');
  });
});

describe('unsaved changes', () => {
  it('stay when the screen is left, are brought back by Undo, and leave alone what another window saved', async () => {
    await openWith();
    await toggle('AI Autopilot Mode');
    await type('End Hour', '20');
    await says('Unsaved changes', 'Posts go out from 08:00 until just before 20:00, every day.');
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

  it.runIf(isFull)('that meet those of another window are saved at the second try, once both were seen', async () => {
    await openWith();
    await type('End Hour', '3');
    await app.change({ posting_hours_end: 1 });
    await press('Save Settings');
    await says('Not saved: another window changed the same setting.');
    await says('Another window changed this to 1. Saving replaces it with your value.');
    expect(await stored()).toMatchObject({ posting_hours_end: 1 });
    await save();
    expect(await stored()).toMatchObject({ posting_hours_end: 3 });
    await saysNoMore('Another window changed');
  });
});

it.runIf(isFull)(
  'links get UTM parameters on the sites and with the names that were chosen, as the example shows',
  async () => {
    await openWith();
    await toggle('Add UTM parameters to links');
    await says('https://example.com/?utm_source=instagram&utm_medium=social');
    await app.fill('Campaign', '{project} 1');
    await app.fill('Instagram', 'ig');
    await says('https://example.com/?utm_source=ig&utm_medium=social&utm_campaign=my-project%201');
    await press('Only links to my sites', { role: 'radio' });
    await press('Save Settings');
    await says('Enter a site, such as example.com.');
    await app.fill('My sites', 'e.com\nnothing');
    await press('Save Settings');
    await says('“nothing” is not a site.');
    await app.fill('My sites', 'e.com shop.test');
    await save();
    expect((await stored()).link_tags).toEqual({
      isOn: true,
      medium: 'social',
      campaign: '{project} 1',
      sources: { instagram: 'ig' },
      domains: ['e.com', 'shop.test'],
    });
  },
);
