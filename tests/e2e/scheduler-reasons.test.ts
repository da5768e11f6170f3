import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DryRun, PlannedDestination } from '../../shared/posts/dry-run.ts';
import type { PostReasons } from '../../shared/posts/post-reasons.ts';
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
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** Why each post is as it is, and what the autopilot would make in the coming week (§2 Scheduler). */
const FUNCTION = /^POST .*\/functions\/v1\/auto-generate-content/;
const REASONS: PostReasons = {
  trigger: 'autopilot',
  project: { name: 'Home baking', choice: 'lacking', date: '2026-11-21', had: 0, wanted: 2 },
  template: { choice: 'weekday', name: 'Calm Saturday', weekday: 6, among: 1, lastUsedAt: null },
  time: {
    at: '2026-11-21T01:10:00Z',
    timezone: 'Asia/Tokyo',
    startHour: 10,
    endHour: 18,
    nth: 1,
    of: 1,
    later: null,
    keptApart: false,
  },
};

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  page = await openSignedIn(browser, agent, account, '/scheduler');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

async function openScheduler() {
  await page.goto(new URL('/scheduler', agent.url).href);
  await waitForText(page, 'Content Scheduler', 'Generated Content (');
}

async function openPreview(fault?: Fault) {
  await openScheduler();
  if (fault) endFault = await failRequests(page, FUNCTION, fault);
  await byRole(page, 'button', 'Preview the coming week').click();
}

const inTheme = (theme: string) =>
  page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
const widthOfPage = () => page.evaluate(() => document.documentElement.scrollWidth);
describe('the preview of the coming week', () => {
  it('asks for a project first where there is none, and leads there', async () => {
    await openPreview();
    await waitForText(page, 'No content project yet');
    expect(await pageText(page)).toContain('The coming week Nothing is made while the AI Autopilot is off.');
    await byRole(page, 'link', 'Create Content').click();
    await waitForPath(page, '/create');
  });

  it('shows seven days with their posts and reasons, makes none, and gives the focus back', async () => {
    // The first screen has made the row.
    await agent.admin.rpc('create_first_settings', { zone: 'Asia/Tokyo' }).throwOnError();
    await agent.admin
      .from('app_settings')
      .update({ timezone: 'Asia/Tokyo', posting_hours_start: 10, posting_hours_end: 18, auto_generate_daily: true })
      .not('id', 'is', null)
      .throwOnError();
    await agent.admin
      .from('content_projects')
      .insert({
        niche_name: 'Home baking',
        source_url_1: 'http://127.0.0.1/a',
        source_url_2: 'http://127.0.0.1/b',
        platforms: ['instagram'],
      })
      .throwOnError();
    await openScheduler();
    await page.focus('::-p-aria([role="button"][name="Preview the coming week"])');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Nothing has been made yet. This is what the AI Autopilot will do if nothing changes.');
    expect(await page.$$eval('[role=dialog] li', (days) => days.length)).toBe(7);
    const text = await pageText(page);
    expect(text).toContain('Times in Asia/Tokyo.');
    expect(text).toContain('Today, ');
    expect(text.match(/10:10 AM Home baking · /g)?.length).toBeGreaterThanOrEqual(5);
    await page.$eval('[role=dialog] li:last-child summary', (summary) => (summary as HTMLElement).click());
    await waitForText(page, 'Home baking, the only project: it had 0 of 3 posts for ');
    await waitForText(page, 'the first free time in the posting hours from 10:00 to 18:00 (Asia/Tokyo).');

    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Preview the coming week');
    const { count } = await agent.admin.from('generated_content').select('id', { count: 'exact', head: true });
    expect(count).toBe(0);
  });

  it('says what happens on each day, in so many words', async () => {
    const post = { outcome: 'post', runsAt: '2026-11-21T01:00:00Z', reasons: REASONS } as const;
    const destinations: PlannedDestination[] = [
      { platform: 'bluesky', account: 'Ada', isDirect: true },
      { platform: 'instagram', account: 'Bread daily', isDirect: false },
      { platform: 'linkedin', account: null, isDirect: false },
    ];
    const later = { ...REASONS, time: { ...REASONS.time, at: '2026-11-24T01:00:00Z', later: 'full' as const } };
    const week: DryRun = {
      timezone: 'Asia/Tokyo',
      autopilot: 'paused',
      paused: [],
      days: [
        { ...post, date: '2026-11-21', isLate: true, destinations: [] },
        { ...post, date: '2026-11-22', isLate: false, reasons: later, destinations },
        { outcome: 'no_free_time', date: '2026-11-23', runsAt: '2026-11-23T01:00:00Z', isLate: false },
        { outcome: 'made', date: '2026-11-24', result: 'Made 1 post with the template Tips.' },
        { outcome: 'failed', date: '2026-11-25', result: null },
      ],
    };
    await openPreview({ status: 200, body: week });
    await waitForText(
      page,
      'Nothing is made while automation is paused. This is what the AI Autopilot would do otherwise.',
    );
    expect(await pageText(page)).toContain(
      [
        'Today, Sat, Nov 21 10:10 AM Home baking · Calm Saturday Its time today has passed, so it would run at once. Why on Sat, Nov 21',
        'Sun, Nov 22 Tue, Nov 24, 10:00 AM Home baking · Calm Saturday Goes to Bluesky (Ada). By hand: Instagram (Bread daily), LinkedIn. Why on Sun, Nov 22',
        'Mon, Nov 23 No post: every posting time of the coming year is taken.',
        'Tue, Nov 24 The AI Autopilot has run today. Made 1 post with the template Tips.',
        'Wed, Nov 25 The AI Autopilot has failed today.',
      ].join(' '),
    );
  });

  it('shows that it is at work, and why it could not', async () => {
    await openScheduler();
    const release = await holdRequests(page, FUNCTION);
    await byRole(page, 'button', 'Preview the coming week').click();
    await waitForText(page, 'Planning the coming week...');
    await release();
    await waitForText(page, 'Nothing has been made yet.');

    await openPreview({ status: 409, body: { error: 'The time zone “PST” is unknown.', code: 'conflict' } });
    await waitForText(page, 'Could not plan the coming week', 'The time zone “PST” is unknown.');
    await endFault?.();
    endFault = undefined;
    await byRole(page, 'button', 'Try again').click();
    await waitForText(page, 'Nothing has been made yet.');
  });

  it.each(['light', 'dark'])('fits a phone, and axe finds nothing serious in the %s theme', async (theme) => {
    await inTheme(theme);
    await page.setViewport({ width: 360, height: 800 });
    await openPreview();
    await waitForText(page, 'Nothing has been made yet.');
    await page.$eval('[role=dialog] summary', (summary) => (summary as HTMLElement).click());
    expect(await axeViolations(page)).toEqual([]);
    expect(await widthOfPage()).toBeLessThanOrEqual(360);
    await page.setViewport({ width: 1440, height: 900 });
  });
});

describe('"Why this post?"', () => {
  const WHY = [
    'Started by The AI Autopilot, which makes one post a day.',
    'Project Home baking, the newest project that lacked posts: it had 0 of 2 posts for Nov 21, 2026.',
    'Template Calm Saturday, the template for Saturday.',
    'Planned for Nov 21, 2026, 10:10 AM GMT+9, the first free time in the posting hours from 10:00 to 18:00 (Asia/Tokyo).',
    'Writer gpt-5-mini (OpenAI), for about $0.0021 (1,204 tokens read, 310 written).',
  ].join(' ');

  it('is answered on a post that keeps its reasons, and not asked on one that keeps none or others', async () => {
    const unknown = { trigger: 'magic' } as unknown as PostReasons;
    await agent.admin
      .from('generated_content')
      .insert([
        {
          content_type: 'text',
          caption: 'With reasons',
          reasons: REASONS,
          writer: 'openai:gpt-5-mini',
          input_tokens: 1204,
          output_tokens: 310,
          cost_usd: 0.0021,
        },
        { content_type: 'text', caption: 'From before', reasons: null, writer: 'built-in' },
        { content_type: 'text', caption: 'From a later version', reasons: unknown, writer: 'built-in' },
      ])
      .throwOnError();
    await openScheduler();
    await waitForText(page, 'With reasons', 'From before', 'From a later version');
    expect((await pageText(page)).match(/Why this post\?/g)).toHaveLength(1);
    await page.locator('article summary').click();
    await waitForText(page, WHY);
  });

  it.each(['light', 'dark'])('fits a phone, and axe finds nothing serious in the %s theme', async (theme) => {
    await inTheme(theme);
    await page.setViewport({ width: 360, height: 800 });
    await openScheduler();
    await page.locator('article summary').click();
    await waitForText(page, WHY);
    expect(await axeViolations(page)).toEqual([]);
    expect(await widthOfPage()).toBeLessThanOrEqual(360);
    await page.setViewport({ width: 1440, height: 900 });
  });
});
