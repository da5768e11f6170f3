import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  dress,
  fill,
  LOOKS,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { PNG } from '../helpers/media-screen.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';

const SAVE = /^POST .*\/rpc\/save_content/;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let pages: ReusablePage;
let page: Page;
let accounts: { instagram: string; twitter: string };

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  pages = reusablePage(browser, agent);
  await agent.admin.from('app_settings').insert({ timezone: 'Europe/Paris' }).throwOnError();
  const rows = [
    { platform: 'instagram' as const, account_label: 'bakery' },
    { platform: 'twitter' as const, account_label: 'bakery_x' },
  ];
  const { data } = await agent.admin.from('social_accounts').insert(rows).select('id, platform').throwOnError();
  const idOf = (platform: string) => data.find((row) => row.platform === platform)?.id ?? '';
  accounts = { instagram: idOf('instagram'), twitter: idOf('twitter') };
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
});
afterEach(() => pages.empty());

const press = (name: string, on = page) => byRole(on, 'button', name).click();
const stored = async () =>
  (await agent.admin.from('generated_content').select('*, scheduled_posts(*)').throwOnError()).data;
const text = (on = page) => on.$eval('textarea', ({ value }) => value);
const idOf = (on: Page) => new URL(on.url()).pathname.split('/').at(-1) ?? '';

async function open(path: string, options = {}) {
  page = await pages.open(account, path, options);
  await waitForText(page, 'Post to', 'bakery');
}

async function add(content: object) {
  const row = { content_type: 'text' as const, platforms: ['twitter' as const], ...content };
  return (await agent.admin.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
}

/** As a picker of dates does: React listens to the event, and to the native setter. */
const setField = (selector: string, value: string) =>
  page.$eval(
    selector,
    (field, next) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, next);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    value,
  );

async function write(words: string, on = page) {
  await on.locator('textarea').click();
  await on.keyboard.type(words);
}

describe('a new post', () => {
  it('is begun in the Scheduler, saves itself, follows what is typed, and is scheduled', async () => {
    page = await pages.open(account, '/scheduler');
    const faults = watchFaults(page);
    await byRole(page, 'link', 'New post').click();
    await waitForText(page, 'Nothing to save yet', 'Post to');
    await press('bakery (Instagram)');
    await press('bakery_x (X/Twitter)');
    await write('Bread takes time, @anna.');
    await waitForText(page, 'Saved', '24/2,200', '24/280', 'Instagram needs a picture or a video.');
    await fill(page, 'Hashtags', 'bread #home');
    const chooser = await page.$('input[type=file]');
    const file = { name: 'loaf.png', mimeType: 'image/png', buffer: PNG };
    await page.evaluate(
      (input, name, bytes) => {
        const transfer = new DataTransfer();
        for (const number of ['1', '2'])
          transfer.items.add(new File([new Uint8Array(bytes)], number + name, { type: 'image/png' }));
        (input as HTMLInputElement).files = transfer.files;
        input?.dispatchEvent(new Event('change', { bubbles: true }));
      },
      chooser,
      file.name,
      [...file.buffer],
    );
    await page.waitForFunction(() => document.querySelectorAll('[data-tile]').length === 2);
    await waitForText(page, '1 of 2', 'Ready for every platform.');
    for (const { width, colorScheme } of LOOKS) {
      await dress(page, { width, colorScheme });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }

    // One text for all, until a platform's is changed.
    await press('X/Twitter 38/280');
    await waitForText(page, 'X/Twitter uses the shared text. Type here to customize it.');
    await page.locator('textarea').fill('Bread!');
    await waitForText(page, 'Custom text for X/Twitter.', '20/280');
    await page.waitForFunction(() =>
      document.querySelector('section[aria-label=Preview]')?.textContent?.includes('Bread!'),
    );

    await press('At a time');
    await setField('input[type=date]', '2031-01-16');
    await setField('input[type=time]', '09:30');
    await press('Schedule');
    await waitForPath(page, '/scheduler');
    await waitForText(page, 'Scheduled for Jan 16, 2031, 9:30 AM GMT+1');
    const [post] = await stored();
    expect(post).toMatchObject({
      writer: 'by-hand',
      status: 'scheduled',
      content_type: 'carousel',
      caption: 'Bread takes time, @anna.',
      hashtags: ['#bread', '#home'],
      platforms: ['instagram', 'twitter'],
      account_ids: expect.arrayContaining(Object.values(accounts)),
      alternatives: { twitter: { caption: 'Bread!', hashtags: ['#bread', '#home'] } },
      scheduled_posts: [{ scheduled_time: '2031-01-16T08:30:00+00:00' }],
    });
    expect(faults).toEqual([]);
  });

  it('begins in an empty hour of the calendar with its time, and is written by keyboard alone at 360 px', async () => {
    page = await pages.open(account, '/scheduler?date=2031-01-15');
    await byRole(page, 'button', 'Week').click();
    await page.locator('[data-drop="2031-01-16"][data-hour="9"]').click();
    await waitForText(page, 'Post to', 'In Europe/Paris.');
    expect(await page.$eval('input[type=date]', ({ value }) => value)).toBe('2031-01-16');
    expect(await page.$eval('input[type=time]', ({ value }) => value)).toBe('09:00');

    await page.setViewport({ width: 360, height: 740 });
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('Good morning ');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForText(page, '😀');
    await page.waitForSelector('input[aria-label="Search emoji"]:focus');
    await page.keyboard.type('loaf bread');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Emoji');
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[aria-label="Search emoji"]:focus');
    await page.keyboard.type('bread');
    await page.waitForSelector('button[aria-label=bread]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Good morning 🍞');
    await waitForText(page, 'Saved');
    expect((await stored())[0]?.caption).toBe('Good morning 🍞');
  });

  it('takes the emoji of the last letter typed, however soon the arrow follows it', async () => {
    await open('/compose');
    await press('Emoji');
    await page.locator('input[aria-label="Search emoji"]').fill('brea');
    await page.waitForFunction(
      (list) => document.querySelector(list)?.querySelector('button')?.ariaLabel === 'breast-feeding',
      {},
      'fieldset[aria-label="Choose an emoji"]',
    );
    await page.$eval('input[aria-label="Search emoji"]', (field) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'bread');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      (document.activeElement as HTMLElement).click();
    });
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '🍞');
  });
});

describe('what is written is not lost', () => {
  it('by a crash of the tab: it is offered where a new post is begun, and continues', async () => {
    await open('/compose');
    const endFault = await failRequests(page, SAVE, 'no connection');
    await write('Half a thought');
    await waitForText(page, 'Not saved:', 'Your changes are kept in this browser.');
    const crashed = page;
    const next = await crashed.browserContext().newPage();
    await crashed.close({ runBeforeUnload: false });
    await endFault().catch(() => undefined);
    page = next;
    await page.goto(new URL('/compose', agent.url).href);
    await waitForText(page, 'You have an unsaved post', '“Half a thought”, written');
    await press('Continue writing');
    await waitForText(page, 'Saved');
    expect(await text()).toBe('Half a thought');
    expect((await stored()).map(({ caption }) => caption)).toEqual(['Half a thought']);
  });

  it('by a lost session, nor by an agent that does not answer for a while', async () => {
    await open('/compose');
    let endFault = await failRequests(page, SAVE, 'no connection');
    await write('Half a thought');
    await waitForText(page, 'Not saved:');
    await endFault();
    // Tried again by itself.
    await waitForText(page, 'Saved');
    endFault = await failRequests(page, SAVE, 'no connection');
    await write(' more');
    await waitForText(page, 'Not saved:');
    await page.evaluate(() => localStorage.removeItem('sb-127-auth-token'));
    await page.reload();
    await waitForText(page, 'Sign in to your account');
    await endFault();
    await fill(page, 'Email', account.email);
    await fill(page, 'Password', account.password);
    await press('Sign In');
    await waitForText(page, 'Saved', 'Post to');
    expect(await text()).toBe('Half a thought more');
    expect((await stored())[0]?.caption).toBe('Half a thought more');
  });

  it('by another window: both see what differs, and one decides', async () => {
    const id = await add({ caption: 'Both', saved_at: '2031-01-01T00:00:00Z' });
    await open(`/compose/${id}`);
    await agent.admin.from('generated_content').update({ caption: 'Theirs' }).eq('id', id).throwOnError();
    await write(' mine');
    await waitForText(page, 'This post was changed in another window', 'The text differs.', 'Their text: Theirs');
    expect(await axeViolations(page)).toEqual([]);
    expect((await stored())[0]?.caption).toBe('Theirs');
    await press('Keep mine');
    await waitForText(page, 'Saved');
    expect((await stored())[0]?.caption).toContain('mine');

    await agent.admin.from('generated_content').update({ caption: 'Theirs again' }).eq('id', id).throwOnError();
    await write('!');
    await press('Take theirs');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Theirs again');
    // A change that leaves the post's own fields alone is none.
    await agent.admin.from('generated_content').update({ saved_at: null }).eq('id', id).throwOnError();
    await write('?');
    await waitForText(page, 'Saved');
    expect((await stored())[0]?.caption).toContain('?');
  });
});

describe('a post that is there already', () => {
  it('that is scheduled waits for "Save changes", and is not changed before', async () => {
    const id = await add({ caption: 'Bread', status: 'scheduled' });
    const time = { content_id: id, scheduled_time: '2031-01-16T08:30:00Z' };
    await agent.admin.from('scheduled_posts').insert(time).throwOnError();
    await open(`/compose/${id}`);
    await write('!');
    await waitForText(page, 'Unsaved changes');
    await byRole(page, 'link', 'Media Library').click();
    await waitForText(page, 'Leave without saving?');
    await press('Keep editing');
    expect(idOf(page)).toBe(id);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await waitForText(page, 'Your unsaved changes were restored.', 'Unsaved changes');
    expect((await stored())[0]?.caption).toBe('Bread');
    // Left and opened again in the same window: nothing is lost.
    await byRole(page, 'link', 'Media Library').click();
    await press('Leave');
    await waitForPath(page, '/media');
    await page.goBack();
    await waitForText(page, 'Your unsaved changes were restored.', 'Unsaved changes');
    expect(await text()).toContain('!');
    await press('Save changes');
    await waitForPath(page, '/scheduler');
    expect((await stored())[0]?.caption).toContain('!');
  });

  it('that is published is shown, and can be posted again, with what platforms say to that', async () => {
    const id = await add({ caption: 'Bread', status: 'published' });
    await open(`/compose/${id}`);
    await waitForText(page, 'This post is published and can no longer be changed.');
    expect(await page.$eval('textarea', ({ readOnly }) => readOnly)).toBe(true);
    await press('Post again');
    await waitForText(page, 'You have posted this text before.', 'X/Twitter refuses a text that you posted recently.');
    expect(idOf(page)).not.toBe(id);
    expect((await stored()).map(({ status }) => status).sort()).toEqual(['draft', 'published']);
  });

  it('that is gone says so', async () => {
    page = await pages.open(account, '/compose/00000000-0000-4000-8000-000000000000');
    await waitForText(page, 'Post not found', 'Open the Scheduler');
    expect(await pageText(page)).not.toContain('Post to');
  });
});
