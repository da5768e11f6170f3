import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, dress, openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { everyNth, isFull } from '../helpers/depth.ts';
import { BOTH, expectFit } from '../helpers/looks.ts';
import { openSignedIn, putSession } from '../helpers/signed-in-page.ts';

/** Each address with a text that it shows once loaded. The other screens are checked with axe in their own tests. */
const PAGES = [
  ['/', 'No activity yet'],
  ['/create', 'Create New Content Project'],
  ['/insights', 'Nothing published yet'],
  ['/answers', 'No account connected'],
  ['/templates', 'Motivational Quotes'],
  ['/nowhere', 'Oops! Page not found'],
] as const;
const THEMES = ['light', 'dark'] as const;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
/** Shows an empty workspace until the last of these tests; signed in by the test of the first load. */
let page: Page;
let faults: string[];

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  page = await browser.newPage();
  faults = watchFaults(page);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

/** The addresses of the code that the page has loaded so far. */
async function loadedScripts(): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return [...new Set(names.filter((name) => name.endsWith('.js')))];
}

/** A screen must load fewer script files than this. */
const MAX_SCRIPTS = 30;

async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url);
  return gzipSync(Buffer.from(await response.arrayBuffer())).byteLength;
}

const open = (path: string) => page.goto(new URL(path, agent.url).href);

/** Navigates within the page as a link does, because a full page load would double the time of a test, axe included. */
const follow = (path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

describe('the first load', () => {
  it.each([
    ['/auth', 'Sign in to your account', 150],
    ['/', 'No activity yet', 170],
    ...(isFull ? ([['/compose', 'Nothing to save yet', null]] as const) : []),
  ] as const)('of %s stays in its budget of files and of gzipped kilobytes', async (path, words, budgetKb) => {
    if (path === '/') await putSession(page, agent, account);
    await open(path);
    await waitForText(page, words);
    const scripts = await loadedScripts();
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.length).toBeLessThan(MAX_SCRIPTS);
    const sizes = await Promise.all(scripts.map(gzippedSize));
    if (budgetKb) expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budgetKb * 1000);
    if (path === '/auth') await expectFit(page, isFull ? THEMES.map((colorScheme) => ({ colorScheme })) : [{}]);
    expect(faults).toEqual([]);
  });
});

/** Each screen in one of the themes, alternately; in both with `npm run test:full`. */
const SHOWN = PAGES.flatMap(([path, words], index) =>
  THEMES.filter((_, turn) => isFull || turn === index % THEMES.length).map((theme) => [path, theme, words] as const),
);

it.each(SHOWN)(
  'axe finds nothing serious on %s in the %s theme, at 360 px nothing is cut off, and nothing fails: the content security policy lets all of it run',
  async (path, colorScheme, words) => {
    await dress(page, { colorScheme });
    await (isFull ? open : follow)(path);
    await waitForText(page, words);
    if (isFull) expect((await loadedScripts()).length).toBeLessThan(MAX_SCRIPTS);
    await expectFit(page, [{ width: 360, height: 740, colorScheme }]);
    if (isFull) await expectFit(page, [{ colorScheme }]);
    expect(faults).toEqual([]);
  },
);

describe('accounts that need the person, with long names, and what connects one', () => {
  const LONG = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100);

  beforeAll(async () => {
    const held = { warmup_held_reason: 'rate_limited', warmup_held_at: '2026-01-01T10:00:00Z' } as const;
    const accounts = accountsTable(agent.admin);
    await accounts.insert({ is_logged_in: true, ...held });
    await accounts.insert({ account_label: LONG, is_logged_in: true, is_established: false });
    await accounts.insert({ platform: 'bluesky', account_label: 'Sky' });
    await agent.admin.from('generated_content').insert({ content_type: 'text', caption: LONG }).throwOnError();
    // A full page load discards the screens' cached data.
    await open('/nowhere');
    await waitForText(page, 'Oops! Page not found');
  });

  const SHOWING: [string, string[], string | null][] = [
    ['/', ['Instagram stopped the warm-up.'], null],
    ['/accounts', ['Lift the hold', 'Day 1 of 14'], null],
    ['/accounts', ['Cost: Nothing.'], 'Connect for posting: Sky'],
  ];

  it.each(everyNth(SHOWING, SHOWING.length, 1))(
    'have nothing serious and nothing cut off in any look on %s',
    async (path, words, pressed) => {
      await dress(page, {});
      await follow(path);
      if (pressed) await byRole(page, 'button', pressed).click();
      await waitForText(page, ...words);
      await expectFit(page);
    },
  );
});

describe.runIf(isFull)('questions of Scripts and Settings', () => {
  const NAME = `<b>Bold</b> ${'x'.repeat(180)}`;

  beforeAll(async () => {
    page = await openSignedIn(browser, agent, account, '/icon.svg');
    page.on('dialog', (leaving) => void leaving.accept());
    const code = 'const one = 1; // not approved here\n';
    await agent.admin.from('puppeteer_scripts').insert({ name: NAME, code }).throwOnError();
  });
  afterEach(async () => {
    // On this address no script runs that could keep the entries.
    await open('/icon.svg');
    await page.evaluate(() => sessionStorage.clear());
  });

  const press = (name: string) => byRole(page, 'button', name).click();
  const STATES: [string, string, () => Promise<unknown>, string][] = [
    ['a script to delete', '/scripts', () => press(`Delete ${NAME}`), 'Are you sure you want to delete this script?'],
    ['a script to approve', '/scripts', () => press('Run Script'), 'Run this script here?'],
    [
      'a script with unsaved changes',
      '/scripts',
      async () => {
        await byRole(page, 'textbox', 'Script Editor').click();
        await page.keyboard.type('x');
        await waitForText(page, 'Unsaved changes');
        await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/accounts"]')?.click());
      },
      'Save your changes?',
    ],
    ['a new token', '/settings/members', () => press('New token'), 'Make token'],
  ];

  it.each(STATES)('%s has nothing serious', async (_, path, show, words) => {
    await open(path);
    await show();
    await waitForText(page, words);
    await expectFit(page, BOTH);
  });
});
