import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser, type TestBrowser, waitForPath } from '../browser.ts';
import { type Instagram, startInstagram } from './imitation.ts';
import { PASSWORD } from './log-in.ts';
import { LANGUAGES, LAYOUTS, STOP_PAGES, type Stop } from './switches.ts';
import { WORDS } from './words.ts';

const NAVIGATION = 'a[href="/direct/inbox/"], a[href="/explore/"]';

let instagram: Instagram;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  [instagram, browser] = await Promise.all([startInstagram(), openBrowser()]);
});
afterAll(() => Promise.all([instagram?.close(), browser?.close()]));
beforeEach(async () => {
  instagram.reset();
  page = await browser.newPage({ width: 1280, height: 800 });
  const { hostname } = new URL(instagram.origin);
  await page.browserContext().setCookie({ name: 'sessionid', value: instagram.issue(), domain: hostname, path: '/' });
  return () => page.browserContext().close();
});

const open = (path = '/') => page.goto(instagram.origin + path);
const count = (selector: string) => page.$$eval(selector, (found) => found.length);
/**
 * Turns the wheel until `isThere`. A turn is not waited for: where it meets a page that is just leaving, nobody
 * acknowledges it.
 */
const scrollUntil = (isThere: () => Promise<boolean>) =>
  vi.waitUntil(
    () => {
      page.mouse.wheel({ deltaY: 700 }).catch(() => {});
      return isThere();
    },
    { interval: 50, timeout: 20_000 },
  );

describe('the imitation of Instagram', () => {
  it('shows a stranger the log-in, and the feed to whoever logged in', async () => {
    instagram.forgetAll();
    await open();
    await waitForPath(page, '/accounts/login/?next=%2F');
    expect(await count(NAVIGATION)).toBe(0);
    await page.type('input[name="username"]', 'me');
    await page.type('input[name="password"]', PASSWORD);
    await page.click('button[type="submit"]');
    await waitForPath(page, '/accounts/onetap/?next=%2F');
    await page.locator('#decline').click();
    await page.waitForSelector('main article');
    expect(await count(NAVIGATION)).toBe(2);
  });

  it.each(LAYOUTS)('has the same structure and other words in every language, in layout %s', async (layout) => {
    for (const language of LANGUAGES) {
      instagram.set({ layout, language });
      await open();
      await page.waitForSelector('main article section [role="button"] svg');
      expect(await page.$eval('article section svg', (svg) => svg.ariaLabel)).toBe(WORDS[language].like);
      expect(await count(NAVIGATION)).toBeGreaterThan(0);
      expect(await count('nav')).toBe(layout === 'bar' ? 1 : 0);
      // In one look: the list is still loading.
      const [links, posts] = await page.evaluate(() =>
        ['article a[href^="/p/"], article a[href^="/reel/"]', 'article'].map(
          (selector) => document.querySelectorAll(selector).length,
        ),
      );
      expect(links).toBe(posts);
    }
  });

  it('goes on and on, and keeps little of it in the document', async () => {
    await open();
    const reached = instagram.whenSeen(20).then(() => true);
    await scrollUntil(() => Promise.race([reached, Promise.resolve(false)]));
    expect(await count('article')).toBeLessThan(15);
  });

  it('ends when it has only so many posts, or none', async () => {
    instagram.set({ posts: 4 });
    await open();
    await scrollUntil(() => page.evaluate((words) => document.body.textContent.includes(words), WORDS.en.caughtUp));
    expect(await count('article')).toBe(4);
    instagram.set({ posts: 0, stories: 0 });
    await open();
    await page.waitForFunction((words) => document.body.textContent.includes(words), {}, WORDS.en.noPosts);
    expect(await count('article, [role="menu"] [role="button"]')).toBe(0);
  });

  it('likes at a double click and never takes it back; every change is recorded', async () => {
    await open();
    const picture = await page.waitForSelector('article img');
    for (let times = 0; times < 2; times += 1) await picture?.click({ count: 2 });
    const [follow] = await page.$$('article header [role="button"]');
    await follow?.click();
    await page.waitForNetworkIdle({ idleTime: 50 });
    const paths = instagram.changes().map(({ path }) => path);
    expect(paths).toEqual([
      expect.stringMatching(/^\/api\/v1\/web\/likes\/\w+\/like\/$/),
      expect.stringContaining('/friendships/create/'),
    ]);
  });

  it('covers itself with questions until they are answered, and does not ask again', async () => {
    instagram.set({ dialogs: ['cookies', 'notifications'], language: 'de' });
    await open();
    await page.waitForFunction(() => document.querySelectorAll('[role="dialog"]').length === 2);
    for (const label of ['Jetzt nicht', 'Optionale Cookies ablehnen'])
      await page.locator(`::-p-aria([name="${label}"])`).click();
    await open();
    await page.waitForSelector('article');
    expect(await count('[role="dialog"]')).toBe(0);
    expect(instagram.changes()).toEqual([]);
  });

  it.each(LAYOUTS)('has stories, Reels and Explore in layout %s', async (layout) => {
    instagram.set({ layout, stories: 1 });
    await open();
    await page.locator('[role="menu"] [role="button"], main a[href^="/stories/"]').click();
    await waitForPath(page, '/stories/neighbour1/31/');
    await page.keyboard.press('ArrowRight');
    await waitForPath(page, '/stories/neighbour1/32/');
    await page.keyboard.press('ArrowRight');
    await waitForPath(page, '/');
    await page.locator('a[href="/reels/"]').click();
    await page.waitForFunction(() => /^\/reels\/\w+_20001\//.test(location.pathname));
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => /^\/reels\/\w+_20002\//.test(location.pathname));
    await page.locator('a[href="/explore/"]').click();
    await page.waitForSelector('main a[href^="/p/"] img');
  });

  it.each<Stop>(['challenge', 'feedback_required', 'action_blocked'])(
    'stops whoever comes to the third post: %s',
    async (by) => {
      instagram.set({ stop: { by, after: 3 } });
      const refused: number[] = [];
      page.on('response', (response) => {
        if (response.status() === 400) refused.push(response.status());
      });
      await open();
      await page.waitForSelector('article');
      await scrollUntil(async () => {
        if (by === 'challenge') return page.url().endsWith(STOP_PAGES.challenge);
        return by === 'action_blocked' ? (await count('[role="dialog"]')) > 0 : refused.length > 0;
      });
    },
  );
});
