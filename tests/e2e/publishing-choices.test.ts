import { describe, expect, it } from 'vitest';
import { axeViolations, byRole, fill, pageText, waitForOptions, waitForText } from '../helpers/browser.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { publishingScreen } from '../helpers/publishing-screen.ts';

/** Which accounts posts go to, what goes out next, and what becomes of late posts. */
const screen = publishingScreen();
const press = (name: string) => byRole(screen.page, 'button', name).click();
/** The accounts and platforms that the composer shows as chosen. */
const chosen = () =>
  screen.page.$$eval('fieldset [aria-pressed=true][title]', (chips) =>
    chips.flatMap((chip) => (chip.getAttribute('title')?.includes(': ') ? chip.ariaLabel : [])),
  );
const choose = (label: string) => screen.page.locator(`label ::-p-text(${label})`).click();
const accountsOf = async (id: string) =>
  (await screen.agent.admin.from('generated_content').select('account_ids').eq('id', id).single().throwOnError()).data
    .account_ids;

/** Looks at the page as it stands in both themes, on a phone and on a desk. */
async function expectGoodLooks() {
  const { page } = screen;
  for (const theme of ['light', 'dark']) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    for (const width of [360, 1440]) {
      await page.setViewport({ width, height: 900 });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
}

describe('the accounts of a post', () => {
  it('are every connected one, or those that are chosen', async () => {
    const ada = await screen.addAccount('twitter', '@ada', true);
    await screen.addAccount('twitter', '@bread', true);
    await screen.addAccount('instagram', 'IG_Main');
    const { content_id } = await screen.addPost({ content: { platforms: ['twitter', 'instagram'] } });
    const faults = watchFaults(screen.page);
    await screen.goto(`/compose/${content_id}`);
    await waitForText(screen.page, 'Post to', '@ada', '@bread', 'IG_Main');
    expect(await chosen()).toEqual(['@ada (X/Twitter)', '@bread (X/Twitter)', 'IG_Main (Instagram)']);
    await expectGoodLooks();
    await press('@bread (X/Twitter)');
    await press('IG_Main (Instagram)');
    expect(await chosen()).toEqual(['@ada (X/Twitter)']);
    await press('Save changes');
    await waitForText(screen.page, 'Changes saved');
    expect(await accountsOf(content_id)).toEqual([ada]);
    expect(faults).toEqual([]);
  });

  it('are chosen for a project as well, and leave with their platform', async () => {
    const ada = await screen.addAccount('twitter', '@ada', true);
    await screen.addAccount('linkedin', 'Ada L.', true);
    await screen.goto('/create');
    await fill(screen.page, 'Niche Name *', 'Bread');
    await fill(screen.page, 'Source URL 1 *', 'http://127.0.0.1:9/a');
    await fill(screen.page, 'Source URL 2 *', 'http://127.0.0.1:9/b');
    await byRole(screen.page, 'checkbox', 'X/Twitter').click();
    await byRole(screen.page, 'checkbox', 'LinkedIn').click();
    await choose('Only these accounts');
    await waitForText(screen.page, '@ada Direct', 'Ada L. Direct');
    await expectGoodLooks();
    await byRole(screen.page, 'checkbox', 'LinkedIn').click();
    await screen.page.waitForSelector('::-p-text(Ada L.)', { hidden: true });
    await screen.fail(/auto-generate-content/, { status: 200, body: { success: false, created: 0, message: 'None.' } });
    await press('Generate & Schedule');
    await waitForText(screen.page, 'Project Created');
    const { data } = await screen.agent.admin.from('content_projects').select('account_ids').single().throwOnError();
    expect(data.account_ids).toEqual([ada]);
  });
});

describe('the queue', () => {
  it('says what goes out in the next 24 hours, hour by hour, where, and how', async () => {
    const ada = await screen.addAccount('twitter', '@ada', true);
    await screen.addAccount('instagram', 'IG_Main');
    await screen.addPost({
      inHours: 3,
      content: { caption: 'Rye', platforms: ['twitter', 'instagram'] },
      problems: [{ platform: 'twitter', accountId: ada, text: 'Too long.', isWarning: false, mend: null, media: null }],
    });
    await screen.addPost({ inHours: 30, content: { caption: 'Tomorrow’s loaf' } });
    await screen.addPost({
      status: 'needs_review',
      inHours: -1,
      content: { caption: 'Wheat' },
      deliveries: [{ platform: 'twitter', account_id: ada, state: 'waiting', waits_for: 'late' }],
    });
    const faults = watchFaults(screen.page);
    await screen.goto('/scheduler');
    await press('Queue');
    await waitForText(screen.page, 'Next 24 hours · Times in UTC', 'Needs your attention 1 post', '@ada Direct');
    const text = (await screen.page.$eval('#timeline', (card) => card.textContent)) ?? '';
    expect(text.indexOf('Wheat')).toBeLessThan(text.indexOf('Rye'));
    expect(text).toContain('Too long.');
    expect(text).not.toContain('Tomorrow’s loaf');
    await expectGoodLooks();
    expect(faults).toEqual([]);
  });

  it('says when it is empty, and is still there after a reload', async () => {
    await screen.page.evaluate(() => localStorage.setItem('scheduler.view', 'queue'));
    await screen.goto('/scheduler');
    await waitForText(screen.page, 'Nothing goes out in the next 24 hours');
    await screen.page.evaluate(() => localStorage.removeItem('scheduler.view'));
  });
});

describe('the Publishing card of Settings', () => {
  const stored = async () => (await screen.agent.admin.from('app_settings').select('*').single().throwOnError()).data;

  it('pauses publishing, and says what becomes of late posts', async () => {
    await screen.goto('/settings');
    await waitForText(screen.page, 'Late posts', 'After that, you are asked.');
    const grace = byRole(screen.page, 'spinbutton', 'Grace period');
    await grace.fill('5');
    await byRole(screen.page, 'combobox', 'Unit of the grace period').click();
    await waitForOptions(screen.page);
    await byRole(screen.page, 'option', 'minutes').click();
    await press('Save Settings');
    await waitForText(screen.page, 'Enter a time from 10 minutes to 24 hours.');
    await grace.fill('45');
    await byRole(screen.page, 'switch', 'Pause publishing').click();
    await press('Save Settings');
    await waitForText(screen.page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ publishing_paused: true, late_posts: 'publish', late_grace_minutes: 45 });
    await choose('Move to the next free time');
    await press('Save Settings');
    await screen.page.waitForFunction(() => !document.querySelector('fieldset:disabled, [aria-busy=true]'));
    await waitForText(screen.page, 'Save Settings');
    expect(await pageText(screen.page)).not.toContain('Grace period');
    await expect.poll(async () => (await stored()).late_posts).toBe('next_slot');
  });
});
