import type { HTTPRequest, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { slowNotice } from '../../ui/app/messages.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { dress, openBrowser, pageText, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { holdClock } from '../helpers/page-clock.ts';
import { PNG } from '../helpers/png.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** Half of the limit for a good cumulative layout shift, which is 0.1. */
const MOST_SHIFT = 0.05;
const PHONE = { width: 390, height: 844 };
/** The delay until a screen says that loading takes longer than usual. The test holds the clock, so it is exact. */
const SLOW_AFTER_MS = 4000;

/** Each screen with its heading, and a text that it shows once every request is answered. */
const SCREENS = [
  ['/', 'Welcome to', 'Post scheduled'],
  ['/create', 'AI Content Creator', 'Create New Content Project'],
  ['/scheduler', 'Content Scheduler', 'Scheduled Posts Timeline (8)'],
  ['/media', 'Media Library', 'Night.png'],
  ['/accounts', 'Social Media Accounts', 'No accounts connected yet'],
  ['/scripts', 'Scripts', 'Morning'],
  ['/templates', 'Content Style Templates', 'Motivational Quotes'],
  ['/settings', 'Settings', 'AI Autopilot Mode'],
] as const;

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
}

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const captions = Array.from(
    { length: 8 },
    (_, index) => `Loaf ${index}. ${'Flour, water, salt and time. '.repeat(4)}`,
  );
  const { data } = await agent.admin
    .from('generated_content')
    .insert(captions.map((caption) => ({ content_type: 'text' as const, status: 'scheduled' as const, caption })))
    .select('id')
    .throwOnError();
  const posts = data.map(({ id }, index) => ({ content_id: id, scheduled_time: `2031-01-1${index}T14:30:00Z` }));
  await agent.admin.from('scheduled_posts').insert(posts).throwOnError();
  const scripts = ['Morning', 'Noon', 'Night'].map((name) => ({ name, code: 'log(1);' }));
  await agent.admin.from('puppeteer_scripts').insert(scripts).throwOnError();
  for (const { name } of scripts) {
    const { error } = await agent.admin.storage
      .from('media-assets')
      .upload(`${name}.png`, PNG, { contentType: 'image/png' });
    expect(error).toBeNull();
  }
  page = await openSignedIn(browser, agent, await agent.addMember(), '/icon.svg');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

/** Runs in the page before its own scripts: records layout shifts that no user input caused. */
function noteShifts() {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`);
      if (!hadRecentInput) window.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Replaces the tab, because its screen may still send requests. Returns the clock of the new page. */
async function openTab() {
  const before = page;
  page = await before.browserContext().newPage();
  await before.close();
  await page.bringToFront();
  await dress(page, PHONE);
  await page.evaluateOnNewDocument(noteShifts);
  const clock = await holdClock(page, SLOW_AFTER_MS);
  await page.setRequestInterception(true);
  return clock;
}

/** Waits for two frames, until changes are painted and their layout shifts reported. */
const painted = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Resolves once the request has been answered or aborted. */
const ended = (request: HTTPRequest) =>
  new Promise<void>((resolve) => {
    // The page may have aborted it while it was held.
    if (request.failure()) resolve();
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event, (other) => other === request && resolve());
    }
  });

it.each(SCREENS)(
  'on a phone nothing jumps on %s, where answers take long and come one by one, the last question first',
  async (path, heading, shown) => {
    const clock = await openTab();
    const held: HTTPRequest[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) held.push(request);
      else void request.continue();
    });
    await page.goto(new URL(path, agent.url).href);
    await waitForText(page, heading);
    // Lazily loaded parts of the screen send their requests later.
    await vi.waitFor(() => expect(held).not.toEqual([]), { timeout: 20_000 });
    await painted();
    await clock.runTimers();
    await waitForText(page, slowNotice);
    while (!(await pageText(page)).includes(shown) || held.length > 0) {
      await painted();
      const request = held.pop();
      if (!request) continue;
      const answer = ended(request);
      await request.continue();
      await answer;
    }
    await painted();
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(MOST_SHIFT);
  },
);
