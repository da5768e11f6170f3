import { randomUUID } from 'node:crypto';
import { copyFile, link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { sql } from '../server/supabase/sql/template.ts';
import { signIn, waitForText } from '../tests/helpers/browser.ts';
import { withBenchPage } from './bench-page.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { BENCH_EMAIL, BENCH_PASSWORD } from './workspace.ts';

const FILES = byDepth(10_000, 500);
const PICTURE = 'docs/creator.png';
const LONG_TASK_AIM_MS = 50;
const ELEMENTS_AIM = 5000;
const STEP_PX = 600;
/** Scroll steps between pauses, during which the next files load. */
const STEPS_AT_ONCE = 5;

/** The Media Library with 10,000 pictures, scrolled from top to bottom: longest tasks and number of elements. */
export async function benchMediaLibrary(): Promise<Record<string, string>[]> {
  return withBenchPage(async ({ dataDir, url, page }) => {
    await seed(dataDir);
    await signIn(page, url, { email: BENCH_EMAIL, password: BENCH_PASSWORD });
    await page.goto(new URL('/media', url).href);
    await waitForText(page, `All ${FILES.toLocaleString('en')}`);
    await noteLongTasks(page);
    const began = performance.now();
    await scrollThrough(page);
    const seconds = (performance.now() - began) / 1000;
    const down = await longTasks(page);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.mouse.wheel({ deltaY: -100 * STEP_PX });
    const up = await longTasks(page);
    await page.$$eval('main [role=checkbox]', (boxes) => (boxes.at(-1) as HTMLElement).click());
    const select = await longTasks(page);
    return [
      { what: `scrolling through all, ${seconds.toFixed(0)} s: longest task`, ...longest(down) },
      { what: 'back up: longest task', ...longest(up) },
      { what: 'selecting a file: longest task', ...longest(select) },
      { what: 'elements at the end', measured: String(elements), aim: String(ELEMENTS_AIM) },
    ];
  });
}

/** Seeds the agent's Postgres and storage folder directly; the files are one picture under many names. */
async function seed(dataDir: string): Promise<void> {
  const versions = Array.from({ length: FILES }, () => randomUUID());
  const [first = '', ...others] = versions.map((version) => join(dataDir, 'storage', version));
  await copyFile(PICTURE, first);
  for (const other of others) await link(first, other);
  const metadata = JSON.stringify({ mimetype: 'image/png', size: (await stat(first)).size });
  const database = openDatabase(dataDir);
  try {
    await database.rows(sql`
      insert into storage.objects (bucket_id, name, version, created_at, metadata)
      select 'media-assets', n || '.png', version, now() - n * interval '1 minute', ${metadata}::jsonb
      from unnest(${versions}::text[]) with ordinality as made (version, n)`);
    await database.rows(sql`
      insert into public.media_details (path, name, width, height)
      select n || '.png', 'Loaf ' || n || '.png', 1080, 1350 from generate_series(1, ${FILES}::integer) n`);
    await database.rows(sql`analyze`);
  } finally {
    await database.close();
  }
}

async function noteLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ start: startTime, duration });
    }).observe({ entryTypes: ['longtask'] });
  });
}

/** Durations of the long tasks since the last call, in milliseconds. */
async function longTasks(page: Page): Promise<number[]> {
  // Entries arrive after their frame.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return page.evaluate(() => window.longTasks.splice(0).map(({ duration }) => duration));
}

/** Scrolls to the end. */
async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  for (;;) {
    for (let step = 0; step < STEPS_AT_ONCE; step++) await page.mouse.wheel({ deltaY: STEP_PX });
    const { isAtEnd, asked } = await page.evaluate(() => ({
      isAtEnd: scrollY + innerHeight >= document.documentElement.scrollHeight - 5,
      asked: document.body.textContent.includes('Show more') || document.body.textContent.includes('Loading more'),
    }));
    if (isAtEnd && !asked) return;
  }
}

function longest(tasks: readonly number[]): { measured: string; aim: string } {
  const most = Math.max(0, ...tasks);
  return { measured: `${most.toFixed(0)} ms (${tasks.length} over 50 ms)`, aim: `${LONG_TASK_AIM_MS} ms` };
}
