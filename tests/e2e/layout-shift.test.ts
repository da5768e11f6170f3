import type { HTTPRequest, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { slowNotice } from '../../ui/app/messages.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { dress, openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { holdClock, type PageClock } from '../helpers/page-clock.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** Half of what counts as good (a cumulative layout shift of 0.1). */
const MOST_SHIFT = 0.05;
/** The screens, their headings, and the tables that they ask for. */
const SCREENS = {
  '/': {
    heading: 'Welcome to',
    tables: [
      'scheduled_posts',
      'generated_content',
      'media_files',
      'social_accounts',
      'content_projects',
      'app_settings',
    ],
  },
  '/scheduler': {
    heading: 'Content Scheduler',
    tables: ['app_settings', 'generated_content', 'content_counts', 'scheduled_posts', 'post_counts'],
  },
};
const PHONES = [
  { width: 390, height: 844 },
  { width: 412, height: 823 },
];

/** After how long a screen says that its answers take longer than usual: a busy machine's would move it. */
const SLOW_AFTER_MS = 4000;

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
}

let agent: TestAgent;
let browser: TestBrowser;
let member: Client;
let page: Page;
let clock: PageClock;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await openSignedIn(browser, agent, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

/** Runs in the page, from its beginning on: notes what moved though nobody had touched the page. */
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

/**
 * A new tab in place of the one before. Its screen may still ask: that would be held here, and no event tells that
 * leaving it gave the question up.
 */
async function openTab() {
  const before = page;
  const viewport = before.viewport();
  page = await before.browserContext().newPage();
  await before.close();
  await page.bringToFront();
  await dress(page, viewport ?? {});
  await page.evaluateOnNewDocument(noteShifts);
  clock = await holdClock(page, SLOW_AFTER_MS);
  await page.setRequestInterception(true);
}

/** Two frames: what has changed is painted, and what it moved is reported. */
const painted = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const tableOf = (request: HTTPRequest) => /\/rest\/v1\/(\w+)/.exec(request.url())?.[1] ?? null;

/** Resolves once the request has been answered, or was given up. */
const ended = (request: HTTPRequest) =>
  new Promise<void>((resolve) => {
    // The page may have given it up while it was held.
    if (request.failure()) resolve();
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event, (other) => other === request && resolve());
    }
  });

/**
 * Opens a screen and lets its questions be answered one table after the other, each painted before the next. Answers
 * what moved meanwhile.
 */
async function shiftsOf(path: keyof typeof SCREENS, tables: readonly string[], shown: string) {
  const answered = new Set<string>();
  const held = new Set<HTTPRequest>();
  await openTab();
  page.on('request', (request) => {
    const table = tableOf(request);
    if (table && tables.includes(table) && !answered.has(table)) held.add(request);
    else void request.continue();
  });
  await page.goto(new URL(path, agent.url).href);
  await waitForText(page, SCREENS[path].heading);
  for (const table of tables) {
    await painted();
    answered.add(table);
    const now = [...held].filter((request) => tableOf(request) === table);
    const answers = now.map(ended);
    await Promise.all(now.map((request) => request.continue()));
    await Promise.all(answers);
  }
  await waitForText(page, shown);
  await painted();
  return page.evaluate(() => window.shifts);
}

const sum = (shifts: { value: number }[]) => shifts.reduce((total, { value }) => total + value, 0);

async function expectStill(path: keyof typeof SCREENS, shown: string) {
  const { tables } = SCREENS[path];
  for (const viewport of PHONES) {
    await page.setViewport(viewport);
    for (const order of [tables, [...tables].reverse()]) {
      const shifts = await shiftsOf(path, order, shown);
      expect(sum(shifts), `${viewport.width} px, ${order.join(', ')}: ${JSON.stringify(shifts)}`).toBeLessThan(
        MOST_SHIFT,
      );
    }
  }
}

describe('on a phone, whatever answer comes first, nothing jumps', () => {
  it('when a screen says that its answers take longer than usual, and when they have come', async () => {
    const [viewport] = PHONES;
    if (viewport) await page.setViewport(viewport);
    await openTab();
    const held = new Set<HTTPRequest>();
    let isHeld = true;
    page.on('request', (request) => {
      if (isHeld && tableOf(request)) held.add(request);
      else void request.continue();
    });
    await page.goto(new URL('/scheduler', agent.url).href);
    await waitForText(page, SCREENS['/scheduler'].heading);
    await painted();
    const before = sum(await page.evaluate(() => window.shifts));
    await clock.runTimers();
    await waitForText(page, slowNotice);
    await painted();
    expect(sum(await page.evaluate(() => window.shifts)) - before).toBe(0);
    isHeld = false;
    for (const request of held) void request.continue();
    await waitForText(page, 'No scheduled posts yet');
    await painted();
    expect(sum(await page.evaluate(() => window.shifts))).toBeLessThan(MOST_SHIFT);
  });

  it('on the Dashboard and in the Scheduler of an empty workspace', async () => {
    await expectStill('/', 'No activity yet');
    await expectStill('/scheduler', 'No scheduled posts yet');
  });

  it('on the Dashboard and in the Scheduler once there are posts', async () => {
    const captions = Array.from(
      { length: 8 },
      (_, index) => `Loaf ${index}. ${'Flour, water, salt and time. '.repeat(4)}`,
    );
    const { data } = await member
      .from('generated_content')
      .insert(captions.map((caption) => ({ content_type: 'text' as const, status: 'scheduled' as const, caption })))
      .select('id')
      .throwOnError();
    const posts = data.map(({ id }, index) => ({ content_id: id, scheduled_time: `2031-01-1${index}T14:30:00Z` }));
    await member.from('scheduled_posts').insert(posts).throwOnError();
    await expectStill('/', 'Recent Activity');
    await expectStill('/scheduler', 'Scheduled Posts Timeline (8)');
  });
});
