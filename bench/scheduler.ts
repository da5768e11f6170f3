import type { Page } from 'puppeteer';
import { sql } from '../server/supabase/sql/template.ts';
import { signIn, waitForText } from '../tests/helpers/browser.ts';
import { withBenchPage } from './bench-page.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { BENCH_EMAIL, BENCH_PASSWORD } from './workspace.ts';

const ROWS = byDepth(10_000, 500);
const OPEN_AIM_MS = 1000;
const LONG_TASK_AIM_MS = 50;
/** Further pages of each list that are loaded before scrolling. */
const PAGES = byDepth(8, 2);
/** Distance of one scroll step, and number of steps. */
const STEP_PX = 400;
const STEPS = byDepth(200, 20);

type Measured = { what: string; ms: number; aimMs: number };

/** What the page records, in milliseconds since it started. */
declare global {
  interface Window {
    longTasks: { start: number; duration: number }[];
    shownAt: number | null;
  }
}

/**
 * The Scheduler with 10,000 generated and 10,000 scheduled rows: the time from the last response to the frame that
 * shows the posts, and the longest task while scrolling.
 */
export async function benchScheduler(): Promise<Record<string, string>[]> {
  return withBenchPage(async ({ dataDir, url, page }) => {
    await seedPosts(dataDir);
    await signIn(page, url, { email: BENCH_EMAIL, password: BENCH_PASSWORD });
    await page.evaluateOnNewDocument(observeLongTasks);
    await page.evaluateOnNewDocument(observe);
    const rows = [
      ...(await open(page, url, 'list')),
      await scroll(page, 'list, first pages'),
      await scrollPages(page),
      await search(page),
      ...(await open(page, url, 'month')),
      await scroll(page, 'month'),
    ];
    return rows.map(({ what, ms, aimMs }) => ({
      what,
      'measured (ms)': ms.toFixed(0),
      'aim (ms)': String(aimMs),
    }));
  });
}

/** Seeds rows like those of a generation, 27 a day before and after now, directly in the agent's Postgres. */
export async function seedPosts(dataDir: string): Promise<void> {
  const database = openDatabase(dataDir);
  try {
    await database.rows(sql`
      with made as (
        insert into public.generated_content (created_at, content_type, status, platforms, caption, hashtags)
        select now() - n * interval '1 minute', 'text', 'scheduled', array['instagram', 'facebook', 'twitter'],
          'Post ' || n || '. ' || repeat('Bread takes time, and a cool kitchen gives it. ', 12), array['#bread', '#time', '#baking']
        from generate_series(1, ${ROWS}) n
        returning id, created_at
      ), numbered as (select id, row_number() over (order by created_at) as n from made)
      insert into public.scheduled_posts (content_id, scheduled_time, status)
      select id, now() + (n - ${ROWS / 2}) * interval '53 minutes', case when n < ${ROWS / 2} then 'published' else 'scheduled' end
      from numbered`);
    await database.rows(sql`analyze`);
  } finally {
    await database.close();
  }
}

/** Runs in the page before its own scripts: records long tasks. */
export function observeLongTasks(): void {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ start: startTime, duration });
  }).observe({ entryTypes: ['longtask'] });
}

/** The longest task of over 50 ms since `longTasks` was emptied, in milliseconds; 0 if there was none. */
export async function longestTask(page: Page): Promise<number> {
  // Entries arrive after their frame.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return page.evaluate(() => Math.max(0, ...window.longTasks.map(({ duration }) => duration)));
}

/** Runs in the page before its own scripts: records the frame in which the posts are shown. */
function observe(): void {
  window.shownAt = null;
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#posts-title')?.textContent.includes('(')) return;
    if (!document.querySelector('li[data-post], [data-chip]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shownAt = performance.now())));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

async function open(page: Page, url: string, view: 'list' | 'month'): Promise<Measured[]> {
  await page.evaluate((choice) => localStorage.setItem('scheduler.view', choice), view);
  await page.goto(new URL('/scheduler', url).href);
  await page.waitForFunction(() => window.shownAt !== null, { polling: 50 });
  const { afterData, longest } = await page.evaluate(() => {
    const shownAt = window.shownAt ?? Number.NaN;
    const answers = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/rest/v1/'))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
      .filter((end) => end <= shownAt);
    const arrivedAt = Math.max(...answers);
    const tasks = window.longTasks.filter(({ start, duration }) => start + duration > arrivedAt);
    return { afterData: shownAt - arrivedAt, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
  });
  return [
    { what: `${view}: from the last answer to the screen`, ms: afterData, aimMs: OPEN_AIM_MS },
    { what: `${view}: longest task since that answer`, ms: longest, aimMs: LONG_TASK_AIM_MS },
  ];
}

async function scroll(page: Page, what: string): Promise<Measured> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    window.longTasks = [];
  });
  for (let step = 0; step < STEPS; step++) await page.mouse.wheel({ deltaY: step < STEPS / 2 ? STEP_PX : -STEP_PX });
  const longest = await longestTask(page);
  return { what: `${what}: longest task over 50 ms while scrolling (0 = none)`, ms: longest, aimMs: LONG_TASK_AIM_MS };
}

/** Loads several more pages of the list, then scrolls. */
async function scrollPages(page: Page): Promise<Measured> {
  for (let read = 1; read <= PAGES; read++) {
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent.startsWith('Show more'))?.click();
    });
    await page.waitForFunction(
      (count) => document.querySelectorAll('li[data-post]').length === count,
      { polling: 50 },
      (read + 1) * 50,
    );
  }
  return scroll(page, `list, ${(PAGES + 1) * 50} rows`);
}

/** Searches all posts for words that every post contains. */
async function search(page: Page): Promise<Measured> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    window.longTasks = [];
  });
  await page.locator('input[type=search]').fill('cool kitchen');
  await waitForText(page, `Found (${ROWS.toLocaleString('en')})`);
  const longest = await longestTask(page);
  return { what: 'search: longest task over 50 ms (0 = none)', ms: longest, aimMs: LONG_TASK_AIM_MS };
}
