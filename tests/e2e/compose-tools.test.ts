import type { Page } from 'puppeteer';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  dress,
  LOOKS,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { startLinkWeb } from '../helpers/link-web.ts';
import { PNG } from '../helpers/media-screen.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let pages: ReusablePage;
let web: Awaited<ReturnType<typeof startLinkWeb>>;
let page: Page;

beforeAll(async () => {
  web = await startLinkWeb();
  [agent, browser] = await Promise.all([startTestAgent({}, { links: web.reader }), openBrowser()]);
  account = await agent.addMember();
  pages = reusablePage(browser, agent);
  const row = { platform: 'twitter' as const, account_label: 'bakery_x' };
  await agent.admin.from('social_accounts').insert(row).throwOnError();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), web?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  page = await pages.open(account, '/compose');
  await waitForText(page, 'Post to', 'bakery_x');
});
afterEach(() => pages.empty());

const press = (name: string, on = page) => byRole(on, 'button', name).click();
const stored = async () =>
  (await agent.admin.from('generated_content').select('*, scheduled_posts(*)').throwOnError()).data;
const text = (on = page) => on.$eval('textarea', ({ value }) => value);
const tiles = (count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('[data-tile]').length === wanted, {}, count);

async function write(words: string, on = page) {
  await on.bringToFront();
  await on.locator('textarea').click();
  await on.$eval('textarea', (field) => field.setSelectionRange(field.value.length, field.value.length));
  await on.keyboard.type(words);
}

async function upload() {
  await page.$eval(
    'input[type=file]',
    (input, bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'loaf.png', { type: 'image/png' }));
      (input as HTMLInputElement).files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [...PNG],
  );
  await tiles(1);
}

it('two windows on one post do not overwrite each other unasked', async () => {
  await write('Bread');
  await waitForText(page, 'Saved');
  const other = await page.browserContext().newPage();
  await other.goto(page.url());
  await waitForText(other, 'Post to', 'bakery_x');
  expect(await text(other)).toBe('Bread');
  const mine = `Bread of mine${'\nloaf'.repeat(12)}`;
  await write(mine.slice('Bread'.length), other);
  await waitForText(other, 'Saved');
  await write(' of yours');
  await waitForText(page, 'This post was changed in another window', 'Their text: Bread of mine');
  expect(await pageText(page)).not.toContain('One moment…');
  // A long text of theirs scrolls.
  expect(await axeViolations(page)).toEqual([]);
  expect((await stored()).map(({ caption }) => caption)).toEqual([mine]);
  await press('Take theirs');
  await page.waitForFunction((words) => document.querySelector('textarea')?.value === words, {}, mine);
  await write('!');
  await waitForText(page, 'Saved');
  expect((await stored()).map(({ caption }) => caption)).toEqual([`${mine}!`]);
});

it('a picture is cropped into a file of its own, and the original is found in the library', async () => {
  await upload();
  await waitForText(page, 'Saved');
  const [original] = (await stored()).flatMap(({ media }) => media);
  await press('Actions for picture 1 of 1');
  await byRole(page, 'menuitem', 'Crop…').click();
  await waitForText(page, 'The original stays in the Media Library.', 'Square 1:1');
  await press('Square 1:1');
  await press('Crop');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await expect
    .poll(async () => (await stored()).flatMap(({ media }) => media.map(({ path }) => path)), { timeout: 30_000 })
    .not.toEqual([original?.path]);

  await press('Add from library');
  await byRole(page, 'searchbox', 'Search by name or tag').fill('loaf');
  await press('loaf.png');
  await press('Add 1 file');
  await tiles(2);
  await expect
    .poll(async () => (await stored())[0]?.media.map(({ path }) => path).at(-1), { timeout: 30_000 })
    .toBe(original?.path);
});

it('goes to the next free slot, and back with Undo', async () => {
  await press('bakery_x (X/Twitter)');
  await write('Bread');
  await waitForText(page, 'Next free slot: ');
  await press('Schedule');
  await waitForPath(page, '/scheduler');
  await waitForText(page, 'Scheduled for');
  expect(await stored()).toMatchObject([{ status: 'scheduled', scheduled_posts: [{ status: 'scheduled' }] }]);
  await press('Undo');
  await waitForText(page, 'The post is a draft again');
  expect(await stored()).toMatchObject([{ status: 'draft', scheduled_posts: [] }]);
});

it('is published now, once somebody has said so', async () => {
  await press('bakery_x (X/Twitter)');
  await write('Bread');
  await press('Now');
  await press('Publish now…');
  await waitForText(page, 'Publish now?', 'It goes out to bakery_x right away.');
  await press('Not yet');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  expect((await stored()).flatMap((post) => post.scheduled_posts)).toEqual([]);
  await press('Publish now…');
  await press('Publish');
  await waitForPath(page, '/scheduler');
  await waitForText(page, 'Publishing now');
  expect((await stored()).flatMap((post) => post.scheduled_posts)).toHaveLength(1);
});

it('shortens the text and adds hashtags without a model, each with Undo', async () => {
  const whole = 'Bread takes time. Flour waits overnight. The oven heats at dawn. Loaves bake for an hour. They cool.';
  const becomes = (words: string) =>
    page.waitForFunction((wanted) => document.querySelector('textarea')?.value === wanted, {}, words);
  const hashtags = () => page.$eval('input[placeholder^="#"]', ({ value }) => value);
  await write(whole);
  await press('Writer');
  await byRole(page, 'menuitem', 'Shorten').click();
  await waitForText(page, 'Text rewritten', 'Shortened to whole sentences by the built-in writer.');
  await becomes('Bread takes time. Flour waits overnight.');
  await press('Undo');
  await becomes(whole);

  await press('Writer');
  await byRole(page, 'menuitem', 'Suggest hashtags').click();
  await waitForText(page, 'Hashtags added', 'Chosen from the words of the text by the built-in writer.');
  await expect.poll(hashtags).toMatch(/^#/);
  expect(await text()).toBe(whole);
});

it('is duplicated with its unsaved changes, which a scheduled post itself is spared', async () => {
  const row = {
    content_type: 'text' as const,
    platforms: ['twitter' as const],
    caption: 'Bread',
    template_name: 'Loaf',
  };
  const post = { ...row, status: 'scheduled' as const };
  const { data } = await agent.admin.from('generated_content').insert(post).select('id').single().throwOnError();
  const time = { content_id: data.id, scheduled_time: '2031-01-16T08:30:00Z' };
  await agent.admin.from('scheduled_posts').insert(time).throwOnError();
  await page.goto(new URL(`/compose/${data.id}`, agent.url).href);
  await waitForText(page, 'Post to', 'bakery_x', 'Edit post');
  await write(' ha');
  await waitForText(page, 'Unsaved changes');
  await press('Duplicate');
  await waitForText(page, 'Post duplicated', 'New post', 'Saved');
  expect(await text()).toBe('Bread ha');
  const byStatus = Object.fromEntries((await stored()).map((content) => [content.status, content]));
  expect(byStatus).toMatchObject({
    scheduled: { id: data.id, caption: 'Bread' },
    draft: { caption: 'Bread ha', template_name: 'Loaf', scheduled_posts: [] },
  });
  // They are still there for the scheduled post.
  await page.goBack();
  await waitForText(page, 'Your unsaved changes were restored.', 'Unsaved changes');
});

it('is fetched as soon as somebody points at a link to it', async () => {
  await page.goto(new URL('/scheduler', agent.url).href);
  const chunk = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('compose-screen')));
  await waitForText(page, 'New post');
  expect(await chunk()).toBe(false);
  await byRole(page, 'link', 'New post').hover();
  await expect.poll(chunk, { timeout: 30_000 }).toBe(true);
});

describe('a post that repeats', () => {
  const series = async () =>
    (await agent.admin.from('post_series').select('id, texts, rule, stopped_at').throwOnError()).data;
  beforeEach(async () => {
    await agent.admin.from('post_series').delete().not('id', 'is', null).throwOnError();
  });

  it('is made to from the composer, with the changes that were not saved, and stops there', async () => {
    const start = Temporal.Now.instant().add({ hours: 48 }).toString();
    const row = { content_type: 'text' as const, platforms: ['twitter' as const], caption: 'Bread' };
    const post = { ...row, status: 'scheduled' as const };
    const { data } = await agent.admin.from('generated_content').insert(post).select('id').single().throwOnError();
    const place = { content_id: data.id, scheduled_time: start };
    await agent.admin.from('scheduled_posts').insert(place).throwOnError();
    await page.goto(new URL(`/compose/${data.id}`, agent.url).href);
    await waitForText(page, 'Post to', 'bakery_x', 'Edit post');
    await write(' again');
    await press('Repeat…');
    await waitForText(page, 'Repeat this post', 'Your changes are saved first.', 'Some platforms refuse a text');
    for (const { width, colorScheme } of LOOKS) {
      await dress(page, { width, colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await press('Repeat');
    await waitForText(page, 'This post now repeats. Scheduled', 'Stop repeating…');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    expect(await series()).toMatchObject([{ texts: ['Bread again'], stopped_at: null }]);
    expect((await stored()).every(({ caption }) => caption === 'Bread again')).toBe(true);
    const made = (await stored()).length - 1;
    expect(made).toBeGreaterThanOrEqual(4);
    // It can be written on.
    await write('!');
    await press('Save changes');
    await waitForPath(page, '/scheduler');
    expect((await stored()).find(({ id }) => id === data.id)?.caption).toBe('Bread again!');

    await page.goto(new URL(`/compose/${data.id}`, agent.url).href);
    await press('Stop repeating…');
    await press('Stop');
    await waitForText(page, `This post no longer repeats. Deleted ${made} posts.`, 'Repeat…');
    expect((await stored()).map(({ id }) => id)).toEqual([data.id]);
  });

  it('is made to right after it was scheduled; one that the series made goes when it stops', async () => {
    await press('bakery_x (X/Twitter)');
    await write('Bread');
    expect(await pageText(page)).not.toContain('Repeat…');
    await press('Schedule');
    await waitForPath(page, '/scheduler');
    await press('Repeat…');
    await waitForText(page, 'Repeat this post', 'Every week');
    await press('Repeat');
    await waitForText(page, 'This post now repeats. Scheduled');
    const first = new URL(page.url()).pathname.split('/').at(-1);
    const made = (await stored()).find(({ id }) => id !== first);
    await page.goto(new URL(`/compose/${made?.id}`, agent.url).href);
    await press('Stop repeating…');
    await press('Stop');
    await waitForPath(page, '/scheduler');
    expect((await stored()).map(({ id }) => id)).toEqual([first]);
  });
});

it('shows the card of a link for Bluesky and LinkedIn, which can be changed, left out and brought back', async () => {
  const link = web.at('/bread');
  const row = { content_type: 'text' as const, caption: `Warm: ${link}`, saved_at: '2031-01-01T00:00:00Z' };
  const { data } = await agent.admin
    .from('generated_content')
    .insert({ ...row, platforms: ['bluesky', 'linkedin', 'twitter'] })
    .select('id')
    .single()
    .throwOnError();
  const cardOf = async () =>
    (await agent.admin.from('generated_content').select('link_card').eq('id', data.id).single().throwOnError()).data
      .link_card;
  const preview = (platform: string) =>
    page.locator(`section[aria-label="Preview"] button[aria-label="${platform}"]`).click();
  const shown = () => page.$eval('article', (article) => article.textContent ?? '');
  await page.goto(new URL(`/compose/${data.id}`, agent.url).href);
  await preview('Bluesky');
  await waitForText(page, 'Bread at home', 'Four things and some time.', 'bread.example', 'Edit card', 'Remove card');
  await page.waitForSelector('article img[src^="data:image/jpeg"]');
  for (const { width, colorScheme } of LOOKS) {
    await dress(page, { width, colorScheme });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await dress(page, {});

  await preview('LinkedIn');
  await waitForText(page, 'Bread at home');
  expect(await shown()).not.toContain('Four things and some time.');
  await preview('X/Twitter');
  await page.waitForFunction(() => !document.querySelector('article')?.textContent?.includes('Bread at home'));

  await preview('Bluesky');
  await press('Edit card');
  await waitForText(page, 'Link card', 'Show the picture of the page');
  expect(await axeViolations(page)).toEqual([]);
  await byRole(page, 'textbox', 'Title').click({ count: 3 });
  await page.keyboard.press('Backspace');
  await press('Save');
  await waitForText(page, 'Write a title.');
  await byRole(page, 'textbox', 'Title').fill('My bread');
  await byRole(page, 'checkbox', 'Show the picture of the page').click();
  await page.keyboard.press('Tab');
  await press('Save');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await waitForText(page, 'My bread', 'Four things and some time.');
  expect(await page.$('article img')).toBeNull();
  const own = { url: link, title: 'My bread', description: 'Four things and some time.', image: null };
  await expect.poll(cardOf).toEqual(own);

  await press('Remove card');
  await waitForText(page, 'The link goes out without a card.', 'Show the card again');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Show the card again');
  await expect.poll(cardOf).toEqual({ off: true });
  await press('Show the card again');
  await waitForText(page, 'My bread');
  await expect.poll(cardOf).toEqual(own);
  await press('Edit card');
  await press('Use the words of the page');
  await waitForText(page, 'Bread at home');
  await expect.poll(cardOf).toBeNull();
});

it('says why a link has no card, and reads its page again when asked', async () => {
  const row = { content_type: 'text' as const, caption: `Warm: ${web.at('/later')}`, platforms: ['bluesky' as const] };
  const saved = { ...row, saved_at: '2031-01-01T00:00:00Z' };
  const { data } = await agent.admin.from('generated_content').insert(saved).select('id').single().throwOnError();
  await page.goto(new URL(`/compose/${data.id}`, agent.url).href);
  await waitForText(page, 'The link has no card: The page does not exist on bread.example', 'Write a card');
  web.served['/later'] = '<title>Later</title>';
  await press('Try again');
  await waitForText(page, 'Later', 'Edit card');
});
