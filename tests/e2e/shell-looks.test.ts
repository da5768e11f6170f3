import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  dress,
  LOOKS,
  openBrowser,
  signIn,
  type TestBrowser,
  waitForText,
} from '../helpers/browser.ts';
import { everyNth } from '../helpers/depth.ts';
import { openSignedIn, putSession } from '../helpers/signed-in-page.ts';

/** Each address with words that stand on it once it has loaded. */
const PAGES = [
  ['/', 'No activity yet'],
  ['/create', 'Create New Content Project'],
  ['/scheduler', 'No scheduled posts yet'],
  ['/media', 'No media assets yet'],
  ['/accounts', 'No accounts connected yet'],
  ['/scripts', 'No script selected'],
  ['/templates', 'Motivational Quotes'],
  ['/settings', 'AI Autopilot Mode'],
  ['/nowhere', 'Oops! Page not found'],
] as const;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url);
  return gzipSync(Buffer.from(await response.arrayBuffer())).byteLength;
}

const open = (page: Page, path: string) => page.goto(new URL(path, agent.url).href);

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (colorScheme, first) => {
  let page: Page;

  beforeAll(async () => {
    page = await browser.newPage({ colorScheme });
    await open(page, '/auth');
    await waitForText(page, 'Sign in to your account');
  });

  it('axe finds nothing serious on the sign-in screen', async () => {
    expect(await axeViolations(page)).toEqual([]);
    await putSession(page, agent, account);
  });

  it.each(everyNth(PAGES, 2, first))(
    'axe finds nothing serious on %s, and at 360 px nothing is cut off',
    async (path, words) => {
      for (const [width, height] of [
        [1440, 900],
        [360, 740],
      ] as const) {
        await page.setViewport({ width, height });
        await open(page, path);
        await waitForText(page, words);
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    },
  );
});

describe('the first load', () => {
  it.each([
    ['/auth', 'Sign in to your account', 185],
    ['/', 'No activity yet', 198],
  ])('of %s stays in its budget of gzipped JavaScript', async (path, words, budgetKb) => {
    const page = await openSignedIn(browser, agent, path === '/' ? account : null, path);
    await waitForText(page, words);
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    );
    const sizes = await Promise.all([...new Set(scripts)].map(gzippedSize));
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budgetKb * 1000);
  });

  it('runs under the content security policy without a complaint', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    await signIn(page, agent.url, account);
    for (const [path, words] of PAGES) {
      await open(page, path);
      await waitForText(page, words);
    }
    expect(complaints).toEqual([]);
  });
});

describe('accounts that need the person, with long names, and what connects one', () => {
  const LONG = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100);
  let page: Page;

  beforeAll(async () => {
    const held = { warmup_held_reason: 'rate_limited', warmup_held_at: '2026-01-01T10:00:00Z' } as const;
    const accounts = accountsTable(agent.admin);
    await accounts.insert({ is_logged_in: true, ...held });
    await accounts.insert({ account_label: LONG, is_logged_in: true, is_established: false });
    await accounts.insert({ platform: 'bluesky', account_label: 'Sky' });
    await agent.admin.from('generated_content').insert({ content_type: 'text', caption: LONG }).throwOnError();
    page = await openSignedIn(browser, agent, account, '/icon.svg');
  });

  it.each(LOOKS)('have nothing serious and nothing cut off at $width px in the $colorScheme theme', async (look) => {
    const expectFit = async () => {
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    };
    await dress(page, look);
    await open(page, '/');
    await waitForText(page, 'Needs your attention');
    await expectFit();
    await open(page, '/accounts');
    await waitForText(page, 'Lift the hold', 'Day 1 of 14');
    await expectFit();
    await byRole(page, 'button', 'Connect for posting: Sky').click();
    await waitForText(page, 'Cost: Nothing.');
    await expectFit();
  });
});
