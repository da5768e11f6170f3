import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  dress,
  LOOKS,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForText,
} from '../helpers/browser.ts';
import { PNG } from '../helpers/media-screen.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';
import { words } from '../server/features/publishing/hostile-media.ts';

let agent: TestAgent;
let browser: TestBrowser;
let sources: SourceServer;
let account: { email: string; password: string };
let page: Page;

beforeAll(async () => {
  [agent, browser, sources] = await Promise.all([startTestAgent(), openBrowser(), startSourceServer()]);
  account = await agent.addMember();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), sources?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
});
afterEach(() => page?.browserContext().close());

const press = (name: string) => byRole(page, 'button', name).click();
const mediaOf = async (id: string) =>
  (await agent.admin.from('generated_content').select('media').eq('id', id).single().throwOnError()).data.media;
const deletedFiles = async () => {
  const files = agent.admin.from('media_objects').select('path').not('deleted_at', 'is', null);
  return (await files.order('path').throwOnError()).data.map(({ path }) => path);
};

async function add(media: MediaItem[], content: object = {}) {
  const row = { content_type: 'carousel' as const, platforms: ['instagram' as const], caption: 'Bread', ...content };
  const saved = { ...row, media, saved_at: '2031-01-01T00:00:00Z' };
  return (await agent.admin.from('generated_content').insert(saved).select('id').single().throwOnError()).data.id;
}

async function openPost(id: string) {
  page = await openSignedIn(browser, agent, account, `/compose/${id}`);
  await waitForText(page, 'Post to');
  await page.waitForSelector('[data-tile] img');
  // Above the bar that stays at the bottom.
  await page.$eval('[data-tile]', (tile) => tile.scrollIntoView({ block: 'center' }));
}

/** A generated carousel of the project that the sources are about. */
async function generate(): Promise<string> {
  const project = {
    niche_name: 'Home baking',
    source_url_1: `${sources.origin}/sourdough.html`,
    source_url_2: `${sources.origin}/night-trains.html`,
    platforms: ['instagram' as const],
    posts_per_day: 5,
  };
  await agent.admin.from('content_projects').insert(project).throwOnError();
  const answer = await agent.call('/api/generation', { body: { count: 5 } });
  expect(answer.status).toBe(200);
  const posts = (await agent.admin.from('generated_content').select('id, media').throwOnError()).data;
  expect(posts.flatMap(({ media }) => media).every(({ card }) => card !== undefined)).toBe(true);
  return posts.sort((a, b) => b.media.length - a.media.length)[0]?.id ?? '';
}

async function openDesigns(place: string) {
  await press(`Actions for picture ${place}`);
  await byRole(page, 'menuitem', 'Another design…').click();
  await waitForText(page, 'Choose a design. The words stay the same.');
}

const looks = (media: readonly MediaItem[]) => media.map(({ card }) => `${card?.design.style} ${card?.design.theme}`);
const wordsOf = (media: readonly MediaItem[]) => media.map(({ alt, card }) => ({ alt, slide: card?.slide }));

describe('another design', () => {
  it('is drawn for all pictures of a generated post, also after a restart', async () => {
    const id = await generate();
    const [card] = await mediaOf(id);
    if (!card?.card) throw new Error('There is no card.');
    // Two in any case, whatever the writer made of the sources.
    const next: MediaItem = { ...card, path: `${card.path}.next.png`, alt: 'Next' };
    const slides = [card, { ...next, card: { ...card.card, slide: { title: 'Another slide' } } }];
    const { error } = await agent.admin.storage.from(MEDIA_BUCKET).copy(card.path, next.path);
    if (error) throw error;
    await agent.admin.from('generated_content').update({ media: slides }).eq('id', id).throwOnError();
    const before = await mediaOf(id);
    const { port, dataDir } = agent;
    await agent.agent.close();
    agent = await startTestAgent({ port, dataDir });
    await openPost(id);
    await openDesigns('1 of 2');
    await page.waitForFunction(() => document.querySelectorAll('[role=dialog] li img').length === 6);
    expect(await page.$$eval('[role=dialog] li [aria-pressed=true]', (chosen) => chosen.length)).toBe(1);
    for (const { width, colorScheme } of LOOKS) {
      await dress(page, { width, colorScheme });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const [first] = looks(before);
    // The one in use has the focus.
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'));
    expect(focused).toBe('true');
    const [label, look] = first === 'band dark' ? ['Paper, light', 'paper light'] : ['Band, dark', 'band dark'];
    await press(label);
    await press('Use this design');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await waitForText(page, 'Design of 2 pictures changed', 'Unsaved changes');
    // It is scheduled, so it waits for "Save changes".
    expect(await mediaOf(id)).toEqual(before);
    await press('Save changes');
    await expect.poll(async () => looks(await mediaOf(id)), { timeout: 30_000 }).toEqual(before.map(() => look));
    const after = await mediaOf(id);
    expect(wordsOf(after)).toEqual(wordsOf(before));
    expect(await deletedFiles()).toEqual(before.map(({ path }) => path).sort());
    for (const { path } of after) {
      const { data } = await agent.admin.storage.from(MEDIA_BUCKET).download(path);
      expect(data?.type).toBe('image/png');
    }
    // Other posts keep theirs.
    const others = await agent.admin.from('generated_content').select('media').neq('id', id).throwOnError();
    expect(others.data.every(({ media }) => !looks(media).includes('undefined undefined'))).toBe(true);
  });

  it('is drawn for one picture of a draft with its alt text, and taken back with Undo', async () => {
    const id = await generate();
    await agent.admin.from('scheduled_posts').delete().eq('content_id', id).throwOnError();
    const [card] = await mediaOf(id);
    if (!card?.card) throw new Error('There is no card.');
    const media = [
      { ...card, alt: 'My words' },
      { path: 'other.png', url: '/other.png', kind: 'image' as const },
    ];
    const draft = { media, status: 'draft' as const };
    await agent.admin.from('generated_content').update(draft).eq('id', id).throwOnError();
    await openPost(id);
    await openDesigns('1 of 2');
    expect(await pageText(page)).not.toContain('for all');
    const isDark = card.card.design.theme === 'dark';
    await press(isDark ? 'Headline, light' : 'Headline, dark');
    await press('Use this design');
    const wanted = isDark ? 'headline light' : 'headline dark';
    await expect.poll(async () => looks(await mediaOf(id))[0], { timeout: 30_000 }).toBe(wanted);
    expect((await mediaOf(id))[0]?.alt).toBe('My words');
    expect(await deletedFiles()).toContain(card.path);
    await press('Undo');
    await expect.poll(() => mediaOf(id), { timeout: 30_000 }).toEqual(media);
    expect(await deletedFiles()).not.toContain(card.path);
  });

  it('is not offered for a picture of one’s own, and says so where the words are not known', async () => {
    const item = (path: string): MediaItem => ({ path, url: `/${path}`, kind: 'image' });
    for (const path of ['own.png', 'posts/old/1.png']) {
      const { error } = await agent.admin.storage.from(MEDIA_BUCKET).upload(path, PNG, { contentType: 'image/png' });
      if (error) throw error;
    }
    await openPost(await add([item('own.png'), item('posts/old/1.png')]));
    await press('Actions for picture 1 of 2');
    await byRole(page, 'menuitem', 'Crop…').wait();
    expect(await pageText(page)).not.toContain('Another design…');
    await page.keyboard.press('Escape');
    await press('Actions for picture 2 of 2');
    await byRole(page, 'menuitem', 'Another design…').click();
    await waitForText(page, 'The words of this picture are not known, so it cannot be redrawn.');
    expect(await axeViolations(page)).toEqual([]);
    await press('Close');
    await page.waitForSelector('[role=dialog]', { hidden: true });
  });
});

describe('the order of the pictures', () => {
  const NAMES = ['a.png', 'b.png', 'c.png'];
  let id: string;
  const inOrder = (...wanted: string[]) =>
    expect
      .poll(async () => (await mediaOf(id)).map(({ path }) => path), { timeout: 30_000 })
      .toEqual(wanted.map((name) => `${name}.png`));

  beforeEach(async () => {
    for (const path of NAMES) {
      await agent.admin.storage.from(MEDIA_BUCKET).upload(path, PNG, { contentType: 'image/png', upsert: true });
    }
    id = await add(NAMES.map((path) => ({ path, url: `/${path}`, kind: 'image' })));
    await openPost(id);
  });

  async function middleOf(place: number) {
    const box = await (await page.$$('[data-tile]'))[place]?.boundingBox();
    if (!box) throw new Error(`There is no picture ${place}.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  it('is changed with the mouse, and nothing is uploaded by that', async () => {
    const [first, third] = [await middleOf(0), await middleOf(2)];
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x + 8, first.y + 8);
    await page.waitForSelector('body[data-dragging]');
    await page.mouse.move(third.x, third.y);
    await page.waitForSelector('li[data-over]');
    expect(await pageText(page)).not.toContain('Drop to add');
    await page.mouse.up();
    await inOrder('b', 'c', 'a');
    expect(await page.$$('[role=dialog]')).toEqual([]);
    // Let go beside the pictures it stays where it was, and so it does with Escape.
    for (const key of ['Escape', null] as const) {
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      await page.mouse.move(third.x, third.y);
      await page.waitForSelector('li[data-over]');
      if (key) await page.keyboard.press(key);
      else await page.mouse.move(third.x, 5);
      await page.mouse.up();
      await page.waitForSelector('body:not([data-dragging])');
    }
    await inOrder('b', 'c', 'a');
    expect(await page.$$eval('[data-tile]', (tiles) => tiles.length)).toBe(3);
  });

  it('is changed by keyboard alone: Alt with the arrow keys, or the menu; the focus goes along', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.evaluate(() => scrollTo(0, 0));
    await page.focus('input[placeholder^="#"]');
    while ((await focused()) !== 'Picture 1 of 3') await page.keyboard.press('Tab');
    // Not below the bar that stays at the bottom.
    const isSeen = await page.evaluate(() => {
      const tile = document.activeElement;
      const { x, y, width, height } = tile?.getBoundingClientRect() ?? new DOMRect();
      return tile?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ?? false;
    });
    expect(isSeen).toBe(true);
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Alt');
    await inOrder('b', 'a', 'c');
    await expect.poll(focused).toBe('Picture 2 of 3');
    expect(await page.$$eval('[aria-live=polite]', (said) => said.map((each) => each.textContent))).toContain(
      'Picture moved to 2 of 3',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Actions for picture 2 of 3');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=menuitem]:focus');
    const item = () => page.evaluate(() => document.activeElement?.textContent);
    while ((await item()) !== 'Move later') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await inOrder('b', 'c', 'a');
    await expect.poll(focused).toBe('Actions for picture 3 of 3');
    // The last stays the last.
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await expect.poll(focused).toBe('Picture 3 of 3');
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.up('Alt');
    await inOrder('b', 'a', 'c');
  });
});

describe('a picture of a shape that Instagram does not show', () => {
  it('is previewed as it is sent: cut in the middle, or whole with white borders', async () => {
    const name = 'tall.png';
    const file = stripes(180, 320);
    const { error } = await agent.admin.storage.from(MEDIA_BUCKET).upload(name, file, { contentType: 'image/png' });
    if (error) throw error;
    const tall = { path: name, url: '', kind: 'image' as const, width: 180, height: 320 };
    const id = await add([tall], { content_type: 'image', status: 'draft' });
    await openPost(id);
    await waitForText(page, 'Instagram: The picture is cut to a shape that Instagram takes', 'as here.');
    expect(await shown()).toEqual({ ratio: 0.8, fit: 'cover' });
    for (const { width, colorScheme } of LOOKS) {
      await dress(page, { width, colorScheme });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await press('Add white borders');
    await waitForText(page, 'A picture goes to Instagram whole, with white borders, as here.');
    expect(await shown()).toEqual({ ratio: 0.8, fit: 'contain' });
    expect(await pageText(page)).not.toContain('is cut to a shape');
    await expect.poll(() => mediaOf(id), { timeout: 30_000 }).toEqual([{ ...tall, fit: 'pad' }]);
  });

  /** Width by height of the preview's frame, and how the picture fills it. */
  const shown = () =>
    page.$eval('article img', (image) => {
      const { width, height } = image.parentElement?.getBoundingClientRect() ?? new DOMRect();
      return { ratio: Math.round((width / height) * 100) / 100, fit: getComputedStyle(image).objectFit };
    });
});

/** A PNG of grey stripes, with a black one at the top and at the bottom. */
function stripes(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width));
  for (let y = 0; y < height; y++) {
    const isEdge = y < 12 || y >= height - 12;
    rows.fill(isEdge ? 0 : y % 40 < 20 ? 120 : 200, y * (1 + width) + 1, (y + 1) * (1 + width));
  }
  const chunk = (type: string, body: Buffer) => {
    const checked = Buffer.concat([Buffer.from(type), body]);
    return Buffer.concat([words(body.length), checked, words(crc32(checked))]);
  };
  const header = Buffer.concat([words(width, height), Buffer.from([8, 0, 0, 0, 0])]);
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
