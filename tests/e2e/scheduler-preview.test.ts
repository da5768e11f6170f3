import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

const HOUR_MS = 3_600_000;
const CAPTION = `Why your loaf stays flat\n\n${'Let the dough double, then wait. '.repeat(9)}\n\nRead https://example.com/bread 🍞`;

type NewContent = Database['public']['Tables']['generated_content']['Insert'];

let agent: TestAgent;
let browser: TestBrowser;
let member: Client;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await openSignedIn(browser, agent, account, '/scheduler');
  await agent.admin
    .from('social_accounts')
    .insert({ platform: 'instagram', account_label: 'IG_Bakery' })
    .throwOnError();
  const picture = Buffer.from(await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 100 } }));
  for (const path of ['1.png', '2.png', '3.png']) {
    const { error } = await member.storage.from(MEDIA_BUCKET).upload(path, picture, { contentType: 'image/png' });
    if (error) throw error;
  }
});
beforeEach(async () => {
  await page.setViewport({ width: 1440, height: 900 });
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  await agent.admin.from('content_bin').delete().not('id', 'is', null).throwOnError();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

const press = (name: string) => byRole(page, 'button', name).click();
const choose = (tab: string) => byRole(page, 'tab', tab).click();
const slide = (path: string) => ({ path, url: '', kind: 'image' as const, width: 80, height: 100 });

async function add(content: Partial<NewContent>): Promise<string> {
  const row: NewContent = { content_type: 'image', caption: CAPTION, media: [slide('1.png')], ...content };
  return (await agent.admin.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
}
async function open(id: string) {
  await page.goto(new URL(`/scheduler?preview=${id}`, agent.url).href);
  await page.waitForSelector('[role=tab]');
}
/** The width by the height of the pictures' place. */
/** Width by height of the place of the active tab's pictures, once they have an address. */
async function mediaRatio(): Promise<number> {
  const picture = await page.waitForSelector('[role=tabpanel][data-state=active] article img');
  if (!picture) throw new Error('The preview shows no picture.');
  return picture.evaluate((image) => {
    const { width, height } = image.closest('.aspect-4\\/5, [style]')?.getBoundingClientRect() ?? new DOMRect();
    return Math.round((width / height) * 100) / 100;
  });
}

describe('the preview', () => {
  it("opens from the post, shows each platform's text as it folds and counts it, and gives the focus back", async () => {
    const twitter = { caption: 'Let the dough double.', hashtags: ['#bread'] };
    await add({ platforms: ['instagram', 'twitter', 'linkedin'], hashtags: ['#bread'], alternatives: { twitter } });
    await page.goto(new URL('/scheduler', agent.url).href);
    await press('Preview this post');
    await waitForText(page, 'Roughly how this post will look', 'IG_Bakery', 'Text 366 / 2,200', 'Fits');
    await waitForText(page, 'Uses the main text.', 'Links in the text are not clickable on Instagram.');
    expect(await pageText(page)).toMatch(
      /IG_Bakery Why your loaf stays flat Let the dough.* … more Uses the main text/,
    );
    await press('… more');
    await waitForText(page, 'Read https://example.com/bread 🍞 #bread Show less');

    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Preview this post');
  });

  it('is used by the arrow keys, each platform with its own text and proportions', async () => {
    const twitter = { caption: 'Let the dough double.', hashtags: ['#bread'] };
    await open(await add({ platforms: ['instagram', 'twitter', 'linkedin'], alternatives: { twitter } }));
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'tab');
    await page.waitForSelector('[role=tabpanel] article img');
    expect(await mediaRatio()).toBe(0.8);
    await page.keyboard.press('ArrowRight');
    await waitForText(
      page,
      'Text 29 / 280',
      'Custom text for this platform.',
      'Your account Now Let the dough double. #bread',
    );
    await page.keyboard.press('ArrowRight');
    await waitForText(page, 'Text 358 / 3,000', '… more');
    await page.keyboard.press('ArrowRight');
    await waitForText(page, 'Text 358 / 2,200');
  });

  it('shows and counts a post as Bluesky and Mastodon do', async () => {
    const text = 'Rise and shine 👩‍👩‍👧‍👦 https://www.allrecipes.com/recipe/sourdough-bread-for-beginners';
    const media = [slide('1.png'), slide('2.png')];
    await open(await add({ platforms: ['bluesky', 'mastodon'], caption: `${text} @ada@mastodon.social`, media }));
    await waitForText(page, 'Text 101 / 300', 'Fits', 'An emoji counts as 1 character.');
    expect(await mediaRatio()).toBe(2);
    await choose('Mastodon');
    await waitForText(page, 'Text 45 / 500', 'Fits', 'Mastodon counts a link as 23 characters');
    expect(await mediaRatio()).toBe(1.5);
    const marks = () =>
      page.$$eval('[role=tabpanel] article .text-primary', (all) => all.map((one) => one.textContent));
    expect(await marks()).toEqual([expect.stringContaining('https://'), '@ada@mastodon.social']);
  });

  it('says what a platform refuses, and what to do about it', async () => {
    const media = [slide('1.png'), slide('2.png'), slide('3.png')];
    const platforms = ['twitter' as const, 'tiktok' as const, 'youtube_shorts' as const];
    const id = await add({ platforms, media, hashtags: ['#a', '#b', '#c'], caption: CAPTION });
    await open(id);
    await waitForText(
      page,
      '83 characters too long for X/Twitter. Shorten it, or write a shorter custom text for X/Twitter.',
      'X/Twitter allows 2 hashtags, so the last one is left out.',
    );
    expect(await mediaRatio()).toBe(1.78);
    await choose('TikTok does not fit');
    await waitForText(
      page,
      'TikTok only accepts videos, and this post has none.',
      'Your account Why your loaf stays flat … more',
    );
    await choose('YouTube Shorts does not fit');
    await waitForText(page, 'Title 24 / 100', 'Why your loaf stays flat #a #b #c', 'Description Let the dough double');

    await press('Edit');
    await waitForPath(page, `/compose/${id}`);
    await waitForText(page, 'Post to', 'Hashtags');
  });

  it('opens from the timeline too, and of a post without a platform shows all', async () => {
    const content_id = await add({ status: 'scheduled', platforms: [] });
    const scheduled_time = new Date(Date.now() + HOUR_MS).toISOString();
    await agent.admin.from('scheduled_posts').insert({ content_id, scheduled_time }).throwOnError();
    await page.goto(new URL('/scheduler', agent.url).href);
    await page.locator('#timeline li [aria-haspopup=menu]').click();
    await byRole(page, 'menuitem', 'Preview…').click();
    await waitForText(page, 'No platform is selected for this post, so all are shown.');
    expect(await page.$$('[role=tab]')).toHaveLength(PLATFORM_IDS.length);
  });

  it('sets a text from right to left as such', async () => {
    await open(
      await add({ platforms: ['facebook'], caption: 'الخبز يحتاج إلى وقت 🍞', hashtags: ['#خبز'], media: [] }),
    );
    await waitForText(page, 'Text 28 / 63,206');
    const direction = await page.$eval('article p[dir=auto]', (text) => getComputedStyle(text).direction);
    expect(direction).toBe('rtl');
  });

  it('says that a post is gone, and why it cannot be loaded', async () => {
    await page.goto(new URL(`/scheduler?preview=${crypto.randomUUID()}`, agent.url).href);
    await waitForText(page, 'Post not found', 'It has been deleted.');
    endFault = await failRequests(page, /^GET .*generated_content.*alternatives/, {
      status: 500,
      body: { message: 'Broken.' },
    });
    const id = await add({ platforms: ['facebook'] });
    await page.goto(new URL(`/scheduler?preview=${id}`, agent.url).href);
    await waitForText(page, 'Could not load the preview', 'Broken.');
    await endFault();
    endFault = undefined;
    await press('Try again');
    await waitForText(page, 'Fits');
  });

  it.each(['light', 'dark'])('fits a phone, and axe finds nothing serious in the %s theme', async (theme) => {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.setViewport({ width: 360, height: 780 });
    await open(await add({ platforms: ['instagram', 'youtube_shorts', 'twitter'] }));
    for (const tab of ['Instagram', 'YouTube Shorts does not fit', 'X/Twitter does not fit']) {
      await choose(tab);
      await page.waitForSelector('[role=tabpanel] article img');
      expect(await axeViolations(page), tab).toEqual([]);
    }
    const [post, tabs] = await page.$$eval('[role=tabpanel][data-state=active] article, [role=tablist]', (all) => {
      const top = (selector: string) => all.find((one) => one.matches(selector))?.getBoundingClientRect().top ?? 0;
      return [top('article'), top('[role=tablist]')];
    });
    expect(post).toBeLessThan(tabs ?? 0);
    const width = await page.$eval('[role=dialog]', (dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(width).toBe(0);
  });
});

describe('Recently deleted', () => {
  it('is empty at first, then names what was deleted, until when it can be brought back, and brings it back', async () => {
    await page.goto(new URL('/scheduler', agent.url).href);
    await press('Recently deleted');
    await waitForText(page, 'No deleted posts Deleted posts stay here for 24 hours.');
    await page.keyboard.press('Escape');
    const ids = [await add({ caption: 'A loaf in the morning' }), await add({ caption: 'Rye' })];
    await agent.admin.from('generated_content').delete().in('id', ids).throwOnError();
    const deleted_at = new Date(Date.now() - 22.5 * HOUR_MS).toISOString();
    await agent.admin
      .from('content_bin')
      .update({ deleted_at })
      .eq('id', ids[0] ?? '')
      .throwOnError();
    await press('Recently deleted');
    await waitForText(
      page,
      'A loaf in the morning Deleted',
      'Deleted permanently in 2 hours',
      'Deleted permanently in 24 hours',
    );
    expect(await axeViolations(page)).toEqual([]);
    await press('Restore: A loaf in the morning');
    await waitForText(page, 'Restored and saved. It is back in the Scheduler.', 'Generated Content (1)');
    await page.waitForFunction(() => document.querySelectorAll('[role=dialog] li').length === 1);
  });

  it('says why it cannot be loaded', async () => {
    await page.goto(new URL('/scheduler', agent.url).href);
    endFault = await failRequests(page, /^GET .*content_bin/, { status: 500, body: { message: 'Broken.' } });
    await press('Recently deleted');
    await waitForText(page, 'Could not load deleted posts', 'Broken.');
  });
});
