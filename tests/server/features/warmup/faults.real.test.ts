import { describe, expect, it } from 'vitest';
import { ENDED } from '../../../../server/features/warmup/messages.ts';
import type { WarmupReason, WarmupRun } from '../../../../shared/accounts/warmup.ts';
import { killChrome } from '../../../helpers/chrome-processes.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { hasSeen } from '../../../helpers/instagram/warmups.ts';
import { FEED_FIRST, warmupAgent } from '../../../helpers/warmup-agent.ts';

const DAY_MS = 86_400_000;

const warmup = warmupAgent({ seed: FEED_FIRST, patienceMs: 1_500, lookLimitMs: 6_000 });

/** Starts a warm-up of a new account and answers the account's id. */
async function begin(): Promise<string> {
  const accountId = await warmup.addAccount();
  await warmup.begin(accountId);
  return accountId;
}

/** Starts a warm-up and answers the account's id once it has seen a post. */
async function beginAndSee(): Promise<string> {
  const accountId = await begin();
  expect(await warmup.until(accountId, hasSeen(1))).toMatchObject({ isRunning: true });
  return accountId;
}

/** A fault is no stop signal: the account may be warmed up again. */
async function expectFailure(accountId: string, reason: WarmupReason): Promise<WarmupRun> {
  expect(await warmup.until(accountId)).toEqual({ isRunning: false, status: 'failed', reason });
  const free = { warmup_status: 'failed', warmup_held_reason: null, last_warmup_at: null, is_logged_in: true };
  expect(await warmup.account(accountId)).toMatchObject(free);
  expect(await processesOn(accountId)).toEqual([]);
  return warmup.newestRun(accountId);
}

describe('a fault on the way fails the warm-up', () => {
  it('the empty feed of who follows nobody', async () => {
    warmup.instagram.set({ posts: 0, stories: 0 });
    await expectFailure(await begin(), 'empty_feed');
  });

  it('a feed that is built in a new way', async () => {
    warmup.instagram.set({ hasArticles: false });
    await expectFailure(await begin(), 'layout_changed');
  });

  it.each([
    ['server_error', 0],
    ['api_error', 0],
    ['server_error', 3],
    ['api_error', 3],
  ] as const)('servers that fail: %s after %i posts', async (by, after) => {
    warmup.instagram.set({ stop: { by, after } });
    const { hasScreenshot, counts } = await expectFailure(await begin(), 'site_trouble');
    expect(hasScreenshot).toBe(true);
    expect(counts.postsSeen > 0).toBe(after > 0);
  });

  it('a page whose script never ends: within the time of a look, with a screenshot and what was seen', async () => {
    warmup.instagram.set({ stop: { by: 'endless_loop', after: 3 } });
    const run = await expectFailure(await begin(), 'page_hangs');
    expect(run.hasScreenshot).toBe(true);
    expect(run.counts.postsSeen).toBeGreaterThan(0);
    expect(run.journal.at(-1)?.text).toBe(ENDED.page_hangs);
  });

  it('no network at the start', async () => {
    warmup.instagram.set({ offline: true });
    await expectFailure(await begin(), 'offline');
  });

  it('the network gone in the middle', async () => {
    const accountId = await beginAndSee();
    warmup.instagram.set({ offline: true });
    await expectFailure(accountId, 'offline');
  });

  // Chrome's processes are found in Linux's /proc.
  it.skipIf(process.platform !== 'linux').each([
    ['a page that crashes', 'renderer', 'page_crashed'],
    ['a browser that is killed', 'browser', 'browser'],
  ] as const)('%s', async (_what, part, reason) => {
    const accountId = await beginAndSee();
    expect(await killChrome(accountId, part)).toBeGreaterThan(0);
    await expectFailure(accountId, reason);
  });
});

describe('a warm-up goes on', () => {
  it('where answers are slow and nobody has stories', async () => {
    warmup.instagram.set({ delayMs: 300, stories: 0, videoEvery: 1 });
    const accountId = await begin();
    expect(await warmup.until(accountId, hasSeen(3))).toMatchObject({ isRunning: true });
    expect((await warmup.cancel(accountId)).status).toBe(200);
    expect(await warmup.status(accountId)).toEqual({ isRunning: false, status: null, reason: 'cancelled' });
  });

  it('and likes as many photos as the settings allow, and does nothing else there', async () => {
    const limits = { warmup_minutes_min: 8, warmup_minutes_max: 8, warmup_posts_min: 8, warmup_posts_max: 10 };
    await warmup.setLimits({ ...limits, warmup_likes_max: 3 });
    const { status, counts } = await warmup.whole(await warmup.addAccount());
    expect(status).toBe('success');
    expect(counts.likes).toBeGreaterThanOrEqual(1);
    expect(counts.likes).toBeLessThanOrEqual(3);
    const paths = warmup.instagram.changes().map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => !/^POST \/api\/v1\/web\/likes\/\w+\/like\/$/.test(path))).toEqual([]);
    expect(paths).toHaveLength(counts.likes);
    expect(new Set(paths).size).toBe(counts.likes);
  });

  it('for a shorter time with a new account, until it has been logged in for two weeks', async () => {
    const accountId = await warmup.addAccount({ is_established: false });
    const { seconds, postsSeen } = (await warmup.whole(accountId)).counts;
    expect(seconds).toBeLessThan(4 * 60);
    expect(postsSeen).toBeLessThanOrEqual(3);
    const since = new Date(Date.now() - 14 * DAY_MS).toISOString();
    await warmup.change(accountId, { ramp_up_since: since, last_warmup_at: null });
    expect((await warmup.whole(accountId)).counts.seconds).toBeGreaterThan(7.5 * 60);
  });
});
