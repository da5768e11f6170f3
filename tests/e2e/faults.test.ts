import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, fill, openBrowser, pageText, type TestBrowser, waitForPath, waitForText } from '../helpers/browser.ts';
import { everyNth } from '../helpers/depth.ts';
import { holdRequests } from '../helpers/request-faults.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';
import { spoilSession } from '../helpers/signed-in-page.ts';

/**
 * Each screen that reads something: its item in the sidebar, what it says when that fails, and what it shows when it
 * does not.
 */
const SCREENS = [
  ['Dashboard', '/', 'Posts Scheduled – Not available', 'Posts Scheduled 0'],
  ['Scheduler', '/scheduler', 'Failed to load content', 'No content generated yet'],
  ['Media Library', '/media', 'Could not load media', 'No media assets yet'],
  ['Accounts', '/accounts', 'Error loading accounts', 'No accounts connected yet'],
  ['Scripts', '/scripts', 'Error loading scripts', 'No script selected'],
  ['Content Templates', '/templates', 'Error', 'Motivational Quotes'],
  ['Settings', '/settings', 'Failed to load settings', 'AI Autopilot Mode'],
] as const;

const UNREACHABLE = 'The backend could not be reached. Make sure the agent is running, then try again.';
const ENDED = 'Your session has ended. Sign in again to continue.';
const SLOW = 'This is taking longer than usual.';

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;
let reusable: ReusablePage;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  reusable = reusablePage(browser, agent);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

/** What is asked for on every screen. */
const SIDEBAR_READS = ['status=in.%28needs_review', 'warmup_held_reason=not.is.null'];

async function open(path = '/') {
  page = await reusable.open(account, path);
  await waitForText(page, 'Logout');
  // What the sidebar counts and the Creator offers is known: no later answer says that the session is over. The page's
  // own list, as puppeteer's count of open requests stays wrong where one was broken off.
  await page.waitForFunction(
    (reads) => {
      const answered = performance.getEntriesByType('resource').map(({ name }) => name);
      return reads.every((read) => answered.some((name) => name.includes(read)));
    },
    { polling: 50 },
    [...SIDEBAR_READS, ...(path === '/create' ? ['/rest/v1/channels?'] : [])],
  );
}
const go = (item: string) => byRole(page, 'link', item).click();

async function signInAgain() {
  await fill(page, 'Email', account.email);
  await fill(page, 'Password', account.password);
  await byRole(page, 'button', 'Sign In').click();
}

const CREATOR = { 'Niche Name *': 'Night trains', 'Source URL 1 *': 'https://example.com/a', 'Source URL 2 *': 'b' };

async function fillCreator() {
  await waitForText(page, 'Create New Content Project');
  for (const [label, value] of Object.entries(CREATOR)) await fill(page, label, value);
  await byRole(page, 'checkbox', 'LinkedIn').click();
  // The last that the form asks the backend for: no later answer says that the session is over.
  await waitForText(page, 'LinkedIn: No account Your turn');
}

/** What the Creator's form holds: its text fields, then the chosen platforms. */
const creatorEntries = () =>
  page.$eval('form', (form) => [
    ...[...form.querySelectorAll<HTMLInputElement>('input[data-slot=input]')].map(({ value }) => value),
    ...[...form.querySelectorAll('[role=checkbox][aria-checked=true]')].map((box) => box.closest('label')?.textContent),
  ]);
const ENTERED = [...Object.values(CREATOR), 'LinkedIn'];

describe('a session that ends in mid-work', () => {
  afterEach(() => reusable.empty());

  it.each(everyNth(SCREENS, 2))('leads from %s to /auth, which says why, and back', async (item, path, _, shown) => {
    await open('/create');
    await waitForText(page, 'Create New Content Project');
    await spoilSession(page, { refresh: 'refused' });
    await go(item);
    await waitForPath(page, '/auth');
    await waitForText(page, ENDED, 'Sign in to your account');
    await signInAgain();
    await waitForPath(page, path);
    await waitForText(page, shown);
  });

  it('keeps what was entered in the Content Creator', async () => {
    await open('/create');
    await fillCreator();
    await fill(page, 'Source URL 2 *', 'https://example.com/b');
    await spoilSession(page, { refresh: 'refused' });
    await byRole(page, 'button', 'Generate & Schedule').click();
    await waitForPath(page, '/auth');
    await waitForText(page, `Error ${ENDED}`);
    await signInAgain();
    await waitForPath(page, '/create');
    await waitForText(page, 'Create New Content Project');
    expect(await creatorEntries()).toEqual(ENTERED.with(2, 'https://example.com/b'));
  });

  it('says that a chosen video has to be chosen again', async () => {
    await open('/create');
    await fillCreator();
    const input = await page.$('input[type=file]');
    await input?.uploadFile(new URL('../../ui/public/icon.svg', import.meta.url).pathname);
    await waitForText(page, '"icon.svg" is not an MP4 video.');
    await page.reload();
    await waitForText(page, 'Your other entries were kept, but you need to choose "icon.svg" again.');
    expect(await creatorEntries()).toEqual(ENTERED);
  });

  it('shows the sign-in also where its end is said again while that screen still loads', async () => {
    await open('/create');
    await waitForText(page, 'Create New Content Project');
    await spoilSession(page, { refresh: 'refused' });
    const release = await holdRequests(page, /GET .*\/api\/setup$/);
    await go('Accounts');
    await waitForPath(page, '/auth');
    await page.evaluate(async (key) => {
      const heard = new Promise((resolve) => new BroadcastChannel(key).addEventListener('message', resolve));
      new BroadcastChannel(key).postMessage({ event: 'SIGNED_OUT', session: null });
      await heard;
    }, 'sb-127-auth-token');
    await release();
    await waitForText(page, ENDED, 'Sign in to your account');
  });

  it('that this browser has lost offers the sign-in, too', async () => {
    await open('/create');
    await waitForText(page, 'Create New Content Project');
    await page.evaluate(() => localStorage.clear());
    await go('Accounts');
    await waitForPath(page, '/auth');
    await waitForText(page, ENDED, 'Sign in to your account');
    await signInAgain();
    await waitForPath(page, '/accounts');
    await waitForText(page, 'No accounts connected yet');
  });

  it('is noticed when its time is up, too', async () => {
    await open('/create');
    await spoilSession(page, { refresh: 'refused', expired: true });
    // It may be noticed before anything is clicked.
    await Promise.race([go('Accounts').catch(() => undefined), waitForPath(page, '/auth')]);
    await waitForPath(page, '/auth');
    await waitForText(page, ENDED);
  });

  it('is not over while it can be renewed: nobody notices', async () => {
    await open('/create');
    await spoilSession(page, { refresh: 'good' });
    await go('Accounts');
    await waitForText(page, 'No accounts connected yet');
    await waitForPath(page, '/accounts');
    expect(await pageText(page)).not.toContain('Error');
  });

  it("keeps nothing for the next person: Logout forgets, and so does another's sign-in", async () => {
    const other = await agent.addMember('other@example.com');
    await open('/create');
    await fillCreator();
    await spoilSession(page, { refresh: 'refused' });
    await go('Accounts');
    await waitForPath(page, '/auth');
    await fill(page, 'Email', other.email);
    await fill(page, 'Password', other.password);
    await byRole(page, 'button', 'Sign In').click();
    await waitForPath(page, '/accounts');
    await go('Content Creator');
    await waitForText(page, 'Create New Content Project');
    expect(await creatorEntries()).toEqual(['', '', '']);

    await fillCreator();
    await byRole(page, 'button', 'Logout').click();
    await waitForPath(page, '/auth');
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('create')))).toEqual([]);
  });
});

describe('a slow network', () => {
  afterEach(() => reusable.empty());

  it.each(everyNth(SCREENS, 2, 1))('is said quietly on %s, until the answer is there', async (item, path, _, shown) => {
    await open('/create');
    const release = await holdRequests(page, /\/rest\/v1\//);
    await go(item);
    await waitForPath(page, path);
    await waitForText(page, SLOW);
    await release();
    await waitForText(page, shown);
    await page.waitForFunction((words: string) => !document.body.textContent?.includes(words), {}, SLOW);
  });
});

describe('an agent that stops and comes back', () => {
  beforeAll(async () => {
    await open('/create');
    await fillCreator();
    // Each screen's code, as from an earlier visit: an agent that is gone cannot hand it out.
    const visitor = await page.browserContext().newPage();
    for (const [, path, , shown] of SCREENS) {
      await visitor.goto(new URL(path, agent.url).href);
      await waitForText(visitor, shown);
    }
    await visitor.close();
    await page.bringToFront();
    await agent.agent.close();
  });
  afterAll(() => page.browserContext().close());

  it('costs nothing that was entered in the Content Creator', async () => {
    await fill(page, 'Source URL 2 *', 'https://example.com/b');
    await byRole(page, 'button', 'Generate & Schedule').click();
    await waitForText(page, `Error ${UNREACHABLE}`, 'Generate & Schedule');
    expect(await creatorEntries()).toEqual(ENTERED.with(2, 'https://example.com/b'));
  });

  it.each(SCREENS)('is said on %s, in the words of §8', async (item, path, failed) => {
    await go(item);
    await waitForPath(page, path);
    await waitForText(page, failed);
  });

  describe('then', () => {
    beforeAll(async () => {
      agent = await startTestAgent({ dataDir: agent.dataDir, port: agent.port });
    });
    beforeEach(() => page.bringToFront());

    it.each(everyNth(SCREENS, 2))('%s recovers when it is tried again', async (item, path, _, shown) => {
      await go(item);
      await waitForPath(page, path);
      await page.waitForSelector('h1');
      // In one step, since a screen that has just been opened may recover by itself at any moment.
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-slot=error-state] button')?.click());
      await waitForText(page, shown);
    });
  });
});
