import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WARMUP_POLL_MS } from '../../shared/warmup.ts';
import { accountsTable, hoursAgo } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, openBrowser, pageText, type TestBrowser, waitForPath, waitForText } from '../helpers/browser.ts';
import { holdClock, type PageClock } from '../helpers/page-clock.ts';
import type { Fault } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { finished, imitateWarmups, RUNNING } from '../helpers/warmup-imitation.ts';

const HOUR_MS = 3_600_000;

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let clock: PageClock;
let accounts: ReturnType<typeof accountsTable>;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  accounts = accountsTable(agent.admin);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/accounts');
  clock = await holdClock(page, WARMUP_POLL_MS);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await accounts.clear();
});

async function openAccounts() {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, 'IG_Main Instagram');
}
const press = (name: string) => byRole(page, 'button', name).click();

/** Lets five seconds after five seconds pass until the page shows these words. They run notifications out as well, so wait for what stays. */
async function tickUntil(words: string) {
  await vi.waitFor(
    async () => {
      await clock.runTimers();
      expect(await pageText(page)).toContain(words);
    },
    { timeout: 20_000, interval: 100 },
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
  await waitForText(page, 'Next warmup in 2h On Cooldown');
  await clock.moveOn(0.6 * HOUR_MS);
  await waitForText(page, 'Next warmup in 1h On Cooldown');
  await clock.moveOn(HOUR_MS);
  await waitForText(page, 'Warm Up');
  expect(await pageText(page)).not.toContain('Next warmup');
});

describe('a warm-up', () => {
  let endImitation: (() => Promise<void>) | undefined;

  afterEach(async () => {
    await endImitation?.();
  });

  async function imitate(answers?: Parameters<typeof imitateWarmups>[1]) {
    const imitation = await imitateWarmups(page, answers);
    endImitation = imitation.end;
    return imitation;
  }

  it('is in progress from the press on, is asked for every five seconds, and ends with a reload', async () => {
    const { id } = await accounts.insert({ is_logged_in: true });
    let answer: Fault = RUNNING;
    const { starts, asked } = await imitate({ status: () => answer });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started Instagram warmup is running in the background', 'Warming Up...');
    await page.waitForSelector('[role=img][aria-label="Warm-up running"]');
    expect(starts).toEqual([{ accountId: id }]);
    answer = 'no connection';
    await tickUntil('The agent cannot say how it goes. Still asking... Cancel Warming Up...');
    expect(await pageText(page)).not.toContain('Error');
    answer = RUNNING;
    await tickUntil('Never warmed up It runs on another machine, which alone knows how it goes. Cancel Warming Up...');
    await accounts.change(id, { warmup_status: 'success', last_warmup_at: new Date().toISOString() });
    answer = finished('success');
    await tickUntil('Next warmup in 24h On Cooldown');
    expect(new Set(asked)).toEqual(new Set([id]));
    const count = asked.length;
    await tick();
    expect(asked).toHaveLength(count);
  });

  it('that was running when the screen was opened is followed too, once', async () => {
    const { id } = await accounts.insert({ is_logged_in: true, warmup_status: 'running' });
    const { asked } = await imitate({ status: () => finished('failed') });
    await openAccounts();
    await waitForText(page, 'Warmup failed Check the backend logs for details');
    await accounts.change(id, { warmup_status: 'failed' });
    await page.reload();
    await page.waitForSelector('[role=img][aria-label="Last warm-up failed"]');
    await waitForText(page, 'Warm Up');
    expect(asked).toEqual([id]);
  });

  it('is not asked for while another screen is open, and goes on with the screen', async () => {
    await accounts.insert({ is_logged_in: true });
    let answer: Fault = RUNNING;
    const { asked } = await imitate({ status: () => answer });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started');
    await byRole(page, 'link', 'Dashboard').click();
    await waitForPath(page, '/');
    await waitForText(page, 'Quick Actions');
    const count = asked.length;
    await tick();
    expect(asked).toHaveLength(count);
    await byRole(page, 'link', 'Accounts').click();
    await waitForText(page, 'Warming Up...');
    answer = finished('success');
    await tickUntil('Never warmed up Warm Up');
  });

  it('that the agent does not know says so, and can be tried again', async () => {
    await accounts.insert({ is_logged_in: true });
    const error = 'There is nothing at this address.';
    const { starts } = await imitate({ start: { status: 404, body: { error, code: 'not_found' } } });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, `Error starting warmup ${error}`, 'Warm Up');
    await press('Warm Up');
    await vi.waitFor(() => expect(starts).toHaveLength(2));
  });

  it('that is refused shows what changed meanwhile', async () => {
    const { id } = await accounts.insert({ is_logged_in: true });
    await imitate({ start: { status: 429, body: { error: 'Try again tomorrow.', code: 'warmup_cooldown' } } });
    await openAccounts();
    await accounts.change(id, { warmup_status: 'success', last_warmup_at: hoursAgo(3) });
    await press('Warm Up');
    await waitForText(page, 'Warmup on cooldown Try again tomorrow.', 'Next warmup in 21h On Cooldown');
  });

  it('of an account that was deleted elsewhere says so, and the row goes', async () => {
    const { id } = await accounts.insert({ is_logged_in: true });
    const { starts } = await imitate();
    await openAccounts();
    await accounts.remove(id);
    await press('Warm Up');
    await waitForText(
      page,
      'Error starting warmup This account has been deleted elsewhere',
      'No accounts connected yet',
    );
    expect(starts).toEqual([]);
  });
});
