import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WARMUP_POLL_MS, WARMUP_START_PATH, warmupCancelPath, warmupStatusPath } from '../../shared/accounts/warmup.ts';
import { accountsTable, hoursAgo } from '../helpers/accounts-table.ts';
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
import { fastClock } from '../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { addLoggedIn } from '../helpers/logged-in-account.ts';
import { holdClock, type PageClock } from '../helpers/page-clock.ts';
import { doBefore, failRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

const HOUR_MS = 3_600_000;
/** What cleaning up may take, so that one test does not take the next ones along. */
const CANCEL_LIMIT_MS = 30_000;
/** With this a start begins: the row is read again. */
const FIRST_LOOK = /^GET .*\/rest\/v1\/social_accounts\?select=platform&/;
/** What a warm-up may do here: as little as there is. */
const SHORT = { warmup_minutes_min: 5, warmup_minutes_max: 6, warmup_posts_min: 2, warmup_posts_max: 3 };

let instagram: Instagram;
let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let clock: PageClock;
let accounts: ReturnType<typeof accountsTable>;
/** The time of warm-ups: they stand still while it is stopped. */
const time = fastClock();
/** The accounts whose status the page asked for. */
const asked: string[] = [];

beforeAll(async () => {
  instagram = await startInstagram();
  [agent, browser] = await Promise.all([
    startTestAgent({ instagramUrl: instagram.origin }, { warmup: { clock: time }, person: () => undefined }),
    openBrowser(),
  ]);
  accounts = accountsTable(agent.admin);
  await agent.admin.from('app_settings').insert(SHORT).throwOnError();
  page = await openSignedIn(browser, agent, await agent.addMember(), '/accounts');
  clock = await holdClock(page, WARMUP_POLL_MS);
  // The list is read again every 15 seconds, which nobody waits for here.
  await page.evaluateOnNewDocument(() => {
    const { setInterval: realSetInterval } = window;
    window.setInterval = ((run: TimerHandler, ms?: number) =>
      realSetInterval(run, ms === 15_000 ? 250 : ms)) as typeof setInterval;
  });
  const prefix = new URL(warmupStatusPath(''), agent.url).href;
  page.on('request', (request) => {
    if (request.url().startsWith(prefix)) asked.push(request.url().slice(prefix.length));
  });
});
beforeEach(() => {
  asked.length = 0;
  time.stop();
});
afterEach(async () => {
  time.go();
  const cancels = (await accounts.all()).map(({ id }) => {
    const signal = AbortSignal.timeout(CANCEL_LIMIT_MS);
    return agent.call(warmupCancelPath(id), { method: 'POST', signal });
  });
  const cancelled = await Promise.allSettled(cancels);
  instagram.reset();
  await accounts.clear();
  expect(cancelled.filter(({ status }) => status === 'rejected')).toEqual([]);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), instagram?.close()]);
});

async function openAccounts() {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, 'IG_Main Instagram');
}
const press = (name: string) => byRole(page, 'button', name).click();
/** Presses Warm Up on a page that cannot have seen the change yet. */
async function pressUnknowing(change: () => Promise<unknown>) {
  const end = await doBefore(page, FIRST_LOOK, change);
  const answered = page.waitForResponse((response) => FIRST_LOOK.test(`GET ${response.url()}`));
  await press('Warm Up');
  await answered;
  await end();
}
const rowOf = async (id: string) => (await accounts.all()).find((account) => account.id === id);

/**
 * Lets five seconds after five seconds pass until the page shows these words. They run notifications out as well, so
 * wait for what stays.
 */
async function tickUntil(words: string | RegExp) {
  await vi.waitFor(
    async () => {
      await clock.runTimers();
      expect(await pageText(page)).toMatch(words);
    },
    { timeout: 100_000, interval: 100 },
  );
}
/** Lets five seconds pass, and everything that the page then asks arrive. */
async function tick() {
  await clock.runTimers();
  await page.evaluate(async () => (await fetch('/api/health')).ok);
}

it('the cooldown counts down while it is open, until a warm-up is allowed', async () => {
  await accounts.insert({ is_logged_in: true, last_warmup_at: hoursAgo(22.5) });
  await openAccounts();
  await waitForText(page, 'Next warmup in 2h Connect for posting On Cooldown');
  await clock.moveOn(0.6 * HOUR_MS);
  await waitForText(page, 'Next warmup in 1h Connect for posting On Cooldown');
  await clock.moveOn(HOUR_MS);
  await waitForText(page, 'Warm Up');
  expect(await pageText(page)).not.toContain('Next warmup');
});

describe('a warm-up', () => {
  it('is in progress from the press on, is asked for every five seconds, and ends with a reload', async () => {
    const { id } = await addLoggedIn(agent, instagram);
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started Instagram warmup is running in the background', 'Warming Up...');
    await page.waitForSelector('[role=img][aria-label="Warm-up running"]');
    await tickUntil('0 posts seen');
    expect(await pageText(page)).toMatch(/about \d+ min left Cancel Connect for posting Warming Up\.\.\./);

    const endFault = await failRequests(page, /\/api\/warmup\/status\//, 'no connection');
    await tickUntil('No progress from the agent yet. Still trying... Cancel Connect for posting Warming Up...');
    expect(await pageText(page)).not.toContain('Error');
    await endFault();

    time.go();
    await tickUntil('Next warmup in 24h Connect for posting On Cooldown');
    expect(await rowOf(id)).toMatchObject({ warmup_status: 'success' });
    expect(instagram.changes()).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([id]));
    const count = asked.length;
    await tick();
    expect(asked).toHaveLength(count);

    await press('More actions for IG_Main');
    await byRole(page, 'menuitem', 'Warm-ups and history').click();
    await page.locator('[role=dialog] li > button').click();
    await waitForText(page, 'Completed', 'no likes', 'Opened the feed', 'Last screenshot of the warm-up');
  });

  it('that was running when the screen was opened is followed too, and cancelled', async () => {
    const { id } = await addLoggedIn(agent, instagram);
    await agent.call(WARMUP_START_PATH, { body: { accountId: id } });
    await openAccounts();
    await waitForText(page, '0 posts seen', 'Warming Up...');
    await press('Cancel the warm-up for IG_Main');
    await waitForText(
      page,
      'Warmup cancelled',
      'IG_Main Instagram Logged in Never warmed up Connect for posting Warm Up',
    );
    await press('More actions for IG_Main');
    await byRole(page, 'menuitem', 'Warm-ups and history').click();
    await waitForText(page, 'Cancelled', 'no posts, no stories, no Reels, no likes');
  });

  it('is not asked for while another screen is open, and goes on with the screen', async () => {
    await addLoggedIn(agent, instagram);
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started', '0 posts seen');
    await byRole(page, 'link', 'Dashboard').click();
    await waitForPath(page, '/');
    await waitForText(page, 'Quick Actions');
    const count = asked.length;
    await tick();
    expect(asked).toHaveLength(count);
    await byRole(page, 'link', 'Accounts').click();
    await waitForText(page, 'Warming Up...', '0 posts seen');
  });

  it('that begins elsewhere is seen without a reload, and a third one waits for its turn', async () => {
    const ids: string[] = [];
    for (const account_label of ['IG_Main', 'IG_Two', 'IG_Three']) {
      ids.push((await addLoggedIn(agent, instagram, { account_label })).id);
    }
    await openAccounts();
    await waitForText(page, 'IG_Three Instagram');
    for (const id of ids) await agent.call(WARMUP_START_PATH, { body: { accountId: id } });
    // The list may have been read while a start was just being made: the next look shows that it runs here.
    await tickUntil('Waiting for another warm-up to end Cancel Connect for posting Warming Up...');
    await tickUntil(/IG_Main Instagram Logged in Never warmed up .{0,60}Cancel Connect for posting Warming Up/);
    const status = await agent.call(warmupStatusPath(ids[2] ?? ''));
    expect(await status.json()).toMatchObject({ isRunning: true, progress: { activity: 'waiting' } });
    expect((await pageText(page)).match(/Waiting for another/g)).toHaveLength(1);
    await press('Cancel the warm-up for IG_Main');
    await waitForText(page, 'Warmup cancelled');
    await tickUntil('IG_Main Instagram Logged in Never warmed up Connect for posting Warm Up');
    // "Opening Instagram" may be over before anybody asks.
    await tickUntil(/IG_Three Instagram Logged in Never warmed up (?!Waiting|Connect for posting Warm Up).*Warming Up/);
    expect(await pageText(page)).not.toContain('Waiting for another');
  });

  it('that runs on another machine says so', async () => {
    const { id } = await accounts.insert({ is_logged_in: true, warmup_status: 'running' });
    const lease_until = new Date(Date.now() + HOUR_MS).toISOString();
    await agent.admin
      .from('warmup_runs')
      .insert({ account_id: id, owner: crypto.randomUUID(), lease_until })
      .throwOnError();
    await openAccounts();
    await waitForText(
      page,
      'Running on another machine. Progress and Cancel are available there. Connect for posting Warming Up...',
    );
  });

  it('that Instagram stops is told on the row and in the history, with what to do', async () => {
    const { id } = await addLoggedIn(agent, instagram);
    instagram.set({ stop: { by: 'challenge', after: 1 } });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started');
    time.go();
    await tickUntil('Automatic warm-ups are paused. Instagram wants to make sure it’s you.');
    await waitForText(page, 'IG_Main Instagram Not logged in', 'Log in again Connect for posting Warm Up');
    expect(await rowOf(id)).toMatchObject({ warmup_held_reason: 'challenge', is_logged_in: false });
    await press('More actions for IG_Main');
    await byRole(page, 'menuitem', 'Warm-ups and history').click();
    await page.locator('[role=dialog] li > button').click();
    await waitForText(page, 'Failed', 'Log in again here and complete the check in the window.');
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth);
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await axeViolations(page)).toEqual([]);
    }
  });
});

describe('a start', () => {
  it('of an account without a log-in on this machine says so, and offers one', async () => {
    await accounts.insert({ is_logged_in: true });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Error starting warmup This account is not logged in on this machine.', 'Warm Up');
    await page.locator('li[data-variant] button::-p-text(Log in)').click();
    await waitForText(page, 'Log in using the window that opened.');
    await press('Cancel');
    await waitForText(page, 'IG_Main Instagram Logged in Never warmed up Connect for posting Warm Up');
  });

  it('that is refused shows what changed meanwhile', async () => {
    const { id } = await addLoggedIn(agent, instagram);
    await openAccounts();
    await pressUnknowing(() => accounts.change(id, { warmup_status: 'success', last_warmup_at: hoursAgo(3) }));
    const words = 'Warmup on cooldown This account was warmed up less than 24 hours ago. Try again in 21 hours.';
    await waitForText(page, words, 'Next warmup in 21h Connect for posting On Cooldown');
  });

  it('of an account that was deleted elsewhere says so, and the row goes', async () => {
    const { id } = await accounts.insert({ is_logged_in: true });
    await openAccounts();
    await pressUnknowing(() => accounts.remove(id));
    await waitForText(
      page,
      'Error starting warmup This account has been deleted elsewhere',
      'No accounts connected yet',
    );
  });
});

describe('automatic warm-ups', () => {
  it('are switched off for one account, and say when they are off for all', async () => {
    const { id } = await accounts.insert({ is_logged_in: true });
    await agent.admin.from('app_settings').update({ warmup_enabled: false }).eq('warmup_enabled', true).throwOnError();
    await openAccounts();
    await press('More actions for IG_Main');
    await byRole(page, 'menuitem', 'Warm-ups and history').click();
    await waitForText(page, 'Automatic warm-ups are turned off for all accounts in Settings.', 'No warm-ups yet.');
    await byRole(page, 'switch', 'Automatic warm-ups').click();
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ auto_warmup: false }), { timeout: 20_000 });
    await press('Close');
    await waitForText(page, 'Automatic warm-ups are off');
  });
});
