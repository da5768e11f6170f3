import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import type { GeneratedContentRow } from '../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

const GENERATE = /^POST .*\/functions\/v1\/auto-generate-content/;
const CONTENT = /^GET .*\/rest\/v1\/generated_content/;
const TIMELINE = /^GET .*\/rest\/v1\/scheduled_posts/;
const LISTS = /^GET .*\/rest\/v1\/(generated_content|scheduled_posts)/;
const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> &amp; 🍞';
const LONG_WORD = `Donaudampfschifffahrt${'x'.repeat(200)}`;

let agent: TestAgent;
let browser: TestBrowser;
let sources: SourceServer;
let member: Client;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser, sources] = await Promise.all([startTestAgent(), openBrowser(), startSourceServer()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await browser.newPage();
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), sources?.close()]);
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

async function openScheduler() {
  await page.goto(new URL('/scheduler', agent.url).href);
  await waitForText(page, 'Content Scheduler', 'Generated Content (', 'Scheduled Posts Timeline (');
}
const generateNow = () => byRole(page, 'button', 'Generate Content Now').click();
const fail = async (match: RegExp, fault: Fault) => {
  endFault = await failRequests(page, match, fault);
};
const answer = (body: unknown): Fault => ({ status: 200, body });

describe('an empty workspace', () => {
  it('says what §2 says', async () => {
    await openScheduler();
    await waitForText(
      page,
      'AI Autopilot',
      'Generate Content Now',
      'Generated Content (0)',
      'No content generated yet Click "Generate Content Now" to create your first post',
      'Scheduled Posts Timeline (0)',
      'No scheduled posts yet Content will appear here when scheduled',
    );
  });

  it('shows that it is loading', async () => {
    const release = await holdRequests(page, LISTS);
    await page.goto(new URL('/scheduler', agent.url).href, { waitUntil: 'domcontentloaded' });
    await waitForText(page, 'Loading content...', 'Loading the timeline...');
    await release();
    await waitForText(page, 'Generated Content (0)', 'Scheduled Posts Timeline (0)');
  });
});

describe('a load that fails (§8)', () => {
  it.each<[string, RegExp, Fault]>([
    ['the content', CONTENT, { status: 500, body: { message: 'The database is full.' } }],
    ['the timeline', TIMELINE, { status: 500, body: { message: 'The database is full.' } }],
  ])('%s: says so with the reason, and tries again when asked', async (_, match, fault) => {
    await fail(match, fault);
    await page.goto(new URL('/scheduler', agent.url).href);
    const notice = await page.waitForSelector('[data-sonner-toast]');
    expect(await notice?.evaluate((toast) => toast.textContent)).toBe('Failed to load content');
    await waitForText(page, 'Failed to load content', 'The database is full.');
    await endFault?.();
    endFault = undefined;
    await byRole(page, 'button', 'Try again').click();
    await waitForText(page, 'Generated Content (0)', 'Scheduled Posts Timeline (0)');
  });
});

describe('"Generate Content Now" (§8)', () => {
  it.each<[string, Fault, string]>([
    ['no posts, with a message', answer({ success: false, message: 'Both are empty.' }), 'Both are empty.'],
    ['no posts, without a message', answer({ success: false }), 'No content generated'],
    ['a failure', { status: 500, body: {} }, 'Failed to generate content'],
    ['a failure with a reason', { status: 500, body: { error: 'Busy.' } }, 'Failed to generate content Busy.'],
    ['no connection', 'no connection', 'Failed to generate content'],
  ])('%s', async (_, fault, words) => {
    await fail(GENERATE, fault);
    await openScheduler();
    await generateNow();
    await waitForText(page, words, 'Generate Content Now');
  });

  it('without a project says what to do first', async () => {
    await openScheduler();
    await generateNow();
    await page.waitForSelector('[data-sonner-toast][data-type=info]');
    expect(await pageText(page)).toContain('Generated Content (0)');
  });

  it('is busy meanwhile, says which template it used, and reloads the lists', async () => {
    await member
      .from('content_projects')
      .insert({
        niche_name: 'Home baking',
        source_url_1: `${sources.origin}/sourdough.html`,
        source_url_2: `${sources.origin}/strength.html`,
        posts_per_day: 2,
        platforms: ['instagram', 'twitter'],
      })
      .throwOnError();
    await openScheduler();
    const release = await holdRequests(page, GENERATE);
    await generateNow();
    await waitForText(page, 'Generating...', 'Reading your sources', 'Finding times');
    const busy = await page.$$eval('button:disabled', (all) => all.map((button) => button.textContent));
    expect(busy).toEqual(['Generating...']);
    await release();
    const said = await waitForText(page, 'Content generated successfully using ', ' template');
    await waitForText(page, 'Generated Content (2)', 'Scheduled Posts Timeline (2)', 'Generate Content Now');
    const { data } = await member.from('generated_content').select('template_name').limit(1).single().throwOnError();
    const template = data.template_name ?? '';
    expect(said).toContain(`Content generated successfully using ${template} template`);
  });

  it('gives each post a picture that loads', async () => {
    await openScheduler();
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
      return pictures.length === 2 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    });
  });
});

describe('posts of every kind', () => {
  beforeAll(async () => {
    const { data: made } = await member.from('generated_content').select('*').throwOnError();
    const slides = made.flatMap(({ media }) => media);
    await member.from('scheduled_posts').delete().gte('scheduled_time', '2000-01-01').throwOnError();
    await member.from('generated_content').delete().gte('created_at', '2000-01-01').throwOnError();
    const base = { hashtags: [] as string[], platforms: [], media: [], media_url: null, status: 'scheduled' as const };
    const { data } = await member
      .from('generated_content')
      .insert([
        { ...base, created_at: day(1), content_type: 'text', caption: 'Oldest', status: 'draft' },
        { ...base, created_at: day(2), content_type: 'text', caption: LONG_WORD, hashtags: [`#${LONG_WORD}`] },
        { ...base, created_at: day(3), content_type: 'text', caption: MARKUP },
        { ...base, created_at: day(4), content_type: 'text', caption: 'خبز العجين', hashtags: ['#خبز'] },
        {
          ...base,
          created_at: day(5),
          content_type: 'carousel',
          caption: 'First line\n\nThird line',
          hashtags: ['#bread', '#time'],
          platforms: ['instagram', 'youtube_shorts', 'twitter'],
          media: slides,
          media_url: slides[0]?.url ?? null,
        },
      ] satisfies Partial<GeneratedContentRow>[])
      .select('id, caption')
      .throwOnError();
    const idOf = (caption: string) => data.find((row) => row.caption === caption)?.id ?? '';
    await member
      .from('scheduled_posts')
      .insert([
        { content_id: idOf(MARKUP), scheduled_time: '2031-01-16T09:00:00Z', status: 'needs_review' },
        { content_id: idOf('Oldest'), scheduled_time: '2031-01-15T14:30:00Z', status: 'scheduled' },
      ])
      .throwOnError();
    await member
      .from('app_settings')
      .update({ timezone: 'America/New_York' })
      .gte('posting_hours_start', 0)
      .throwOnError();
  });
  beforeEach(openScheduler);

  it('stand newest first, each with what it is and when it was made, in the configured zone', async () => {
    await waitForText(page, 'Created: Jan 1, 2026, 7:00 AM EST');
    const captions = await page.$$eval('article', (all) =>
      all.map((post) => post.querySelector('p[dir]')?.textContent),
    );
    expect(captions).toEqual(['First line\n\nThird line', 'خبز العجين', MARKUP, LONG_WORD, 'Oldest']);
    expect(await page.title()).toContain('Scheduler');
    // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, with its line breaks.
    const [newest, oldest] = await page.$$eval('article', (all) => [all[0]?.innerText, all.at(-1)?.innerText]);
    for (const words of ['carousel', 'scheduled', 'Instagram', 'YouTube Shorts', 'X/Twitter', '#bread #time']) {
      expect(newest).toContain(words);
    }
    expect(newest).toContain('First line\n\nThird line');
    expect(oldest).toContain('draft');
  });

  it('are copied as the caption, a blank line and the hashtags', async () => {
    await page.browserContext().overridePermissions(agent.url, ['clipboard-read', 'clipboard-sanitized-write']);
    await byRole(page, 'button', 'Copy caption and hashtags').click();
    await waitForText(page, 'Copied to clipboard!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('First line\n\nThird line\n\n#bread #time');
  });

  it('say so when the browser does not allow copying', async () => {
    await page.browserContext().overridePermissions(agent.url, []);
    await byRole(page, 'button', 'Copy caption and hashtags').click();
    await waitForText(page, 'Your browser blocked copying. Select the text and copy it manually.');
  });

  it('stand in the timeline earliest first, each with its status and time', async () => {
    await waitForText(page, 'Scheduled Posts Timeline (2)', 'Scheduled for: Jan 15, 2031, 9:30 AM EST');
    // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, with its line breaks.
    const entries = await page.$$eval('#timeline li', (all) => all.map((entry) => entry.innerText.split(/\n+/)));
    expect(entries).toEqual([
      [
        'scheduled',
        'Edit',
        'the post at Jan 15, 2031, 9:30 AM EST',
        'Scheduled for: Jan 15, 2031, 9:30 AM EST',
        'Oldest',
      ],
      [
        'needs review',
        'Edit',
        'the post at Jan 16, 2031, 4:00 AM EST',
        'Scheduled for: Jan 16, 2031, 4:00 AM EST',
        MARKUP,
      ],
    ]);
  });

  it('as a carousel move with the buttons and show each slide', async () => {
    await waitForText(page, '1 of 2');
    await byRole(page, 'button', 'Next slide').click();
    await waitForText(page, '2 of 2');
    await byRole(page, 'button', 'Previous slide').click();
    await waitForText(page, '1 of 2');
  });

  it.each([360, 768, 1024, 1440])('fit at %i px', async (width) => {
    await page.setViewport({ width, height: 900 });
    await waitForText(page, 'Scheduled Posts Timeline (2)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('have the way to the timeline at the top of a narrow window', async () => {
    await page.setViewport({ width: 360, height: 740 });
    await byRole(page, 'link', 'Scheduled Posts Timeline').click();
    await waitForPath(page, '/scheduler#timeline');
    await page.waitForFunction(() => {
      const { top } = document.querySelector('#timeline')?.getBoundingClientRect() ?? { top: -1 };
      return top >= 0 && top < innerHeight;
    });
  });

  it.each(['light', 'dark'])('have nothing serious for axe in the %s theme', async (theme) => {
    await page.setViewport({ width: 1440, height: 900 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    expect(await axeViolations(page)).toEqual([]);
  });
});

/** Noon UTC of a day of January 2026. */
function day(number: number): string {
  return `2026-01-0${number}T12:00:00Z`;
}
