import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { axeViolations, byRole, dress, waitForPath, waitForText } from '../helpers/browser.ts';
import { everyNth, isFull } from '../helpers/depth.ts';
import { type PostingAgent, startPostingAgent } from '../helpers/posting-agent.ts';
import { sharedPage } from '../helpers/shared-page.ts';

/**
 * The Scheduler in a real browser, up to the live post: dragging, scrolling, pictures and looks, which need layout. Its
 * states, texts and errors are tested in tests/components/scheduler and tests/components/publishing. The tests build on
 * one another.
 */
type NewContent = Partial<Database['public']['Tables']['generated_content']['Insert']>;
type Point = { x: number; y: number };

/** 9:30 AM on that day in the configured zone, America/New_York. */
const THURSDAY = '2031-01-16T14:30:00+00:00';
const cell = (date: string) => `[data-drop="${date}"]`;
const chip = (date: string) => `${cell(date)} [data-chip]`;

let its: PostingAgent;
const shared = sharedPage(async () => {
  its = await startPostingAgent();
  return its.agent;
});
afterAll(() => its?.close());
const { goTo, press } = shared;
let admin: Client;
let page: Page;

beforeAll(async () => {
  ({ admin } = its.agent);
  ({ page } = shared);
  await admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
});
beforeEach(() => dress(page, {}));

/** Schedules new content. Returns the ids of both. */
async function schedule(scheduled_time: string, content: NewContent = {}) {
  const row = { content_type: 'text' as const, status: 'scheduled' as const, caption: 'Sourdough', ...content };
  const made = await admin.from('generated_content').insert(row).select('id').single().throwOnError();
  const place = { content_id: made.data.id, scheduled_time };
  return (await admin.from('scheduled_posts').insert(place).select('id, content_id').single().throwOnError()).data;
}
const timeOf = async (id: string) =>
  (await admin.from('scheduled_posts').select('scheduled_time').eq('id', id).single().throwOnError()).data
    .scheduled_time;
const clear = () => admin.from('generated_content').delete().not('id', 'is', null).throwOnError();

async function openMonth(date: string) {
  await page.evaluate(() => localStorage.setItem('scheduler.view', 'month'));
  await goTo(`/scheduler?date=${date}`);
  await page.waitForSelector(chip(date));
}
async function middleOf(selector: string): Promise<Point> {
  const element = await page.waitForSelector(selector);
  await element?.evaluate((target) => target.scrollIntoView({ block: 'center', inline: 'center' }));
  const box = await element?.boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
/** Starts dragging the post of a day with the mouse. */
async function lift(date: string) {
  const { x, y } = await middleOf(chip(date));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y + 8);
  await page.waitForSelector('body[data-dragging]');
}
describe('the Scheduler', () => {
  it('publishes a post at once and shows where it is live', async () => {
    await schedule(THURSDAY, { platforms: ['bluesky'] });
    await goTo('/scheduler');
    const menu = await page.waitForSelector('li[data-post] [aria-haspopup=menu]');
    await menu?.click();
    await byRole(page, 'menuitem', 'Publish now…').click();
    await waitForText(page, 'Publish this post now?');
    await press('Publish now');
    await waitForText(page, 'Publishing now');
    // Triggers the check that the publishing loop of a started agent does.
    await its.agent.call('/api/publishing/look', { body: { wait: true } });
    await byRole(page, 'button', 'Sent 1').click();
    await waitForText(page, 'Sky Published Open post on Bluesky');
    expect(its.pds.posts.size).toBe(1);
  });

  it('moves a post to another day by mouse, unless Escape ends the drag', async () => {
    await clear();
    const { id } = await schedule(THURSDAY);
    await openMonth('2031-01-16');
    await lift('2031-01-16');
    await page.keyboard.press('Escape');
    await page.waitForSelector('body:not([data-dragging])');
    await page.mouse.up();
    // Releasing the button after Escape is no click on the post, which would open it.
    await lift('2031-01-16');
    const { x, y } = await middleOf(cell('2031-01-22'));
    await page.mouse.move(x, y);
    await page.waitForSelector(`${cell('2031-01-22')}[data-over]`);
    await page.mouse.up();
    await waitForText(page, 'Moved to Jan 22, 2031, 9:30 AM EST');
    expect(await timeOf(id)).toBe('2031-01-22T14:30:00+00:00');
    // Dropping the post is no click on the day below it.
    await waitForPath(page, '/scheduler?date=2031-01-16');
    await press('Undo');
    await waitForText(page, 'Moved back to Jan 16, 2031, 9:30 AM EST');
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it.runIf(isFull)('turns the month while a finger holds the post over an arrow', async () => {
    await clear();
    const { id } = await schedule('2031-02-20T14:30:00Z');
    await page.setViewport({ width: 1440, height: 900, hasTouch: true });
    await openMonth('2031-02-20');
    const { x, y } = await middleOf(chip('2031-02-20'));
    const finger = await page.touchscreen.touchStart(x, y);
    // A long press starts the drag.
    await page.waitForSelector('body[data-dragging]');
    const shown = () => page.$eval('h3[aria-live]', (heading) => heading.textContent);
    const move = async (to: Point) => finger.move(to.x, to.y);
    await move(await middleOf('button[aria-label="Previous month"]'));
    await expect.poll(shown).not.toBe('February 2031');
    // The calendar may have gone back several months, so the month on the screen is read.
    await move(await middleOf('[role=grid]'));
    const date = `${new Date(`1 ${await shown()} UTC`).toISOString().slice(0, 7)}-09`;
    await move(await middleOf(cell(date)));
    await page.waitForSelector(`${cell(date)}[data-over]`);
    await finger.end();
    await waitForText(page, 'Moved to ');
    expect(date < '2031-02').toBe(true);
    await expect.poll(() => timeOf(id)).toMatch(date);
  });

  it.runIf(isFull)('begins the week with its earliest post', async () => {
    await clear();
    await schedule('2031-01-16T08:30:00Z', { caption: 'At night' });
    await page.evaluate(() => localStorage.setItem('scheduler.view', 'week'));
    await goTo('/scheduler?date=2031-01-15');
    await waitForText(page, '3:30 AM scheduled At night');
    await page.waitForFunction(
      (selector) => {
        const post = document.querySelector(selector)?.getBoundingClientRect();
        const area = document.querySelector('section[aria-label="Posts this week"]')?.getBoundingClientRect();
        return post && area && post.top > area.top && post.bottom < area.bottom;
      },
      {},
      chip('2031-01-16'),
    );
  });
});

describe('with posts on the screen', () => {
  let id: string;

  beforeAll(async () => {
    await clear();
    await schedule('2031-01-16T09:00:00Z', {
      caption: `Donaudampfschifffahrt${'x'.repeat(200)}`,
      hashtags: ['#bread'],
    });
    ({ id } = await schedule(THURSDAY, { platforms: ['instagram', 'twitter', 'youtube_shorts'] }));
    const turn = { scheduled_post_id: id, platform: 'instagram', state: 'waiting', waits_for: 'by_hand' } as const;
    await admin.from('post_deliveries').insert(turn).throwOnError();
    await admin.from('scheduled_posts').update({ status: 'needs_review' }).eq('id', id).throwOnError();
    await schedule(new Date(Date.now() + 60 * 60 * 1000).toISOString());
  });

  const LOOKS = [
    { colorScheme: 'light', width: 360, first: 0 },
    { colorScheme: 'dark', width: 1440, first: 6 },
  ] as const;
  it.each(everyNth(LOOKS, LOOKS.length, 1))(
    'axe finds nothing serious in the $colorScheme theme at $width px, and it fits',
    async (look) => {
      await dress(page, look);
      const states = [
        ['list', '?tab=all', null, 'Scheduled for: Jan 16, 2031'],
        ['list', '', 'Preview the coming week', 'Nothing is made while'],
        ['list', '', 'Import posts', 'Choose a CSV file'],
        ['list', '?tab=bin', null, 'Deleted permanently in'],
        ['list', `?post=${id}`, null, 'Post it to Instagram yourself'],
        ['list', '?q=Donau', null, 'Found (1)'],
        ['month', '?date=2031-01-16', null, 'January 2031'],
        ['week', '?date=2031-01-16', null, 'Jan 12 – Jan 18, 2031'],
        ['day', '?date=2031-01-16', null, 'Thursday, January 16, 2031'],
      ] as const;
      for (const [view, query, button, words] of everyNth(states, states.length, look.first)) {
        await page.evaluate((chosen) => localStorage.setItem('scheduler.view', chosen), view);
        await goTo(`/scheduler${query}`);
        if (button) await press(button);
        await waitForText(page, words);
        expect([view, query, button, await axeViolations(page)]).toEqual([view, query, button, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
      }
      expect(shared.faults).toEqual([]);
    },
  );
});
