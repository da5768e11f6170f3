import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, openBrowser, pageText, type TestBrowser, waitForPath, waitForText } from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';

/** Right-to-left, with markup and an emoji. */
const MIXED = 'خبز <b>اليوم</b> 🍞';
const LONG_LINE = 'Sleep your way to Vienna: five things that make a couchette feel like a room in a small hotel';

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let member: Client;
let page: Page;
let reusable: ReusablePage;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  reusable = reusablePage(browser, agent);
  member = agent.supabase(await agent.signIn(account.email, account.password));
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  // A file of ours that runs no code.
  page = await reusable.open(account, '/icon.svg');
});
afterEach(() => reusable.empty());

/** What each stat card says: its label, count and caption. */
const stats = () =>
  page.$eval('main ul', (list) =>
    [...list.children].map((card) => [...card.querySelectorAll('a > span')].map((part) => part.textContent?.trim())),
  );

describe('the dashboard of an empty workspace', () => {
  it('welcomes, counts nothing, and says where to begin', async () => {
    await page.goto(agent.url);
    await waitForText(
      page,
      'Welcome to Local Agent',
      'Your AI-powered content automation platform for social media',
      'No activity yet. Start by creating your first content!',
    );
    await expect.poll(stats).toEqual([
      ['Posts Scheduled', '0', 'Ready to publish'],
      ['Content Created', '0', 'AI-generated pieces'],
      ['Media Assets', '0', 'Images & videos stored'],
      ['Active Accounts', '0', 'Connected platforms'],
    ]);
  });

  it('leads to the Content Creator, and by its cards and quick actions to the rest', async () => {
    await page.goto(agent.url);
    await waitForText(page, 'Generate posts with AI', 'Manage your calendar', 'Add social media profiles');
    const links = await page.$$eval('main a', (all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([
      '/compose',
      '/create',
      '/scheduler',
      '/scheduler',
      '/media',
      '/accounts',
      '/create',
      '/scheduler',
      '/accounts',
    ]);
    await byRole(page, 'link', 'Create Content').click();
    await waitForPath(page, '/create');
  });
});

describe('a dashboard that cannot be loaded', () => {
  it('shows dashes, and claims nothing', async () => {
    await failRequests(page, /\/rest\/v1\//, { status: 500, body: { message: 'The database is full.' } });
    await page.goto(agent.url);
    await waitForText(page, 'Not available');
    expect((await stats()).map(([, count]) => count)).toEqual(Array(4).fill('–Not available'));
    expect(await pageText(page)).not.toContain('No activity yet');
  });
});

describe('the dashboard of a workspace in use', () => {
  beforeAll(async () => {
    await member
      .from('content_projects')
      .insert({
        niche_name: 'Night trains',
        source_url_1: 'https://example.com/a',
        source_url_2: 'https://example.com/b',
        platforms: ['instagram'],
      })
      .throwOnError();
    const { data: contents } = await member
      .from('generated_content')
      .insert([
        { content_type: 'text', caption: `${LONG_LINE}\n\nSecond paragraph` },
        { content_type: 'text', caption: MIXED },
      ])
      .select('id')
      .throwOnError();
    await member
      .from('scheduled_posts')
      .insert({ content_id: contents[0]?.id ?? '', scheduled_time: '2031-01-15T14:30:00Z' })
      .throwOnError();
    await member
      .from('social_accounts')
      .insert({ platform: 'instagram', account_label: 'IG_Main', is_logged_in: false })
      .throwOnError();
    await member.from('app_settings').delete().not('id', 'is', null).throwOnError();
    await member.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  });

  it('counts what is there', async () => {
    await page.goto(agent.url);
    await waitForText(page, 'Night trains');
    expect((await stats()).map(([, count]) => count)).toEqual(['1', '2', '0', '0']);
    expect((await stats()).at(-1)?.at(-1)).toBe('1 not logged in or connected');
  });

  it('tells what happened lately, newest first, with times in the configured zone', async () => {
    await page.goto(agent.url);
    await waitForText(page, 'Night trains', 'Post scheduled for Jan 15, 2031, 9:30 AM EST');
    const entries = await page.$$eval('main section:last-of-type li', (items) =>
      items.map((item) => item.querySelector('span > span')?.textContent),
    );
    expect(entries).toHaveLength(4);
    expect(entries.slice(0, 3)).toEqual(['IG_Main', LONG_LINE, MIXED]);
    expect(entries.at(-1)).toBe('Night trains');
    await page.setViewport({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('does not call ready what is overdue or what a platform would refuse', async () => {
    const caption = async () => (await stats())[0]?.at(-1);
    const posts = () => member.from('scheduled_posts');
    const time = (scheduled_time: string) => posts().update({ scheduled_time }).not('id', 'is', null).throwOnError();
    await page.goto(agent.url);
    await waitForText(page, 'Ready to publish');
    await time('2026-01-15T14:30:00Z');
    await page.reload();
    await waitForText(page, '1 needs your attention', 'Post overdue since Jan 15, 2026, 9:30 AM EST');
    expect(await caption()).toBe('1 needs your attention');
    await time('2031-01-15T14:30:00Z');
  });
});
