import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDED } from '../../../../server/features/warmup/messages.ts';
import type { WarmupReason } from '../../../../shared/accounts/warmup.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { killChrome } from '../../../helpers/chrome-processes.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { fastClock } from '../../../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { hasSeen, warmupsOf } from '../../../helpers/instagram/warmups.ts';
import { seeded } from '../../../helpers/seeded.ts';

/** With it a session begins with 13 posts of the feed. */
const FEED_FIRST = 4;

let instagram: Instagram;
let test: TestAgent;
let warmups: ReturnType<typeof warmupsOf>;
let random: () => number;

beforeAll(async () => {
  instagram = await startInstagram();
  test = await startTestAgent(
    { instagramUrl: instagram.origin },
    { warmup: { clock: fastClock(), random: () => random(), patienceMs: 1_500, lookLimitMs: 6_000 } },
  );
  warmups = warmupsOf({ ...test, database: test.admin, instagram });
});
beforeEach(() => {
  random = seeded(FEED_FIRST);
});
afterEach(() => instagram.reset());
afterAll(async () => {
  await test?.close();
  await instagram?.close();
});

/** Starts a warm-up of a new account and answers the account's id. */
async function begin(): Promise<string> {
  const accountId = await warmups.addAccount();
  expect((await warmups.start(accountId)).status).toBe(202);
  return accountId;
}

/** Starts a warm-up and answers the account's id once it has seen a post. */
async function beginAndSee(): Promise<string> {
  const accountId = await begin();
  expect(await warmups.until(accountId, hasSeen(1))).toMatchObject({ isRunning: true });
  return accountId;
}

/** A fault is no stop signal: the account may be warmed up again. */
async function expectFailure(accountId: string, reason: WarmupReason): Promise<void> {
  expect(await warmups.until(accountId)).toEqual({ isRunning: false, status: 'failed', reason });
  expect(await warmups.account(accountId)).toMatchObject({
    warmup_status: 'failed',
    warmup_held_reason: null,
    last_warmup_at: null,
  });
  expect(await processesOn(accountId)).toEqual([]);
}

describe('a fault on the way fails the warm-up', () => {
  it('the empty feed of who follows nobody', async () => {
    instagram.set({ posts: 0, stories: 0 });
    await expectFailure(await begin(), 'empty_feed');
  });

  it('a feed that is built in a new way', async () => {
    instagram.set({ hasArticles: false });
    await expectFailure(await begin(), 'layout_changed');
  });

  it.each(['server_error', 'api_error'] as const)('servers that fail from the beginning: %s', async (by) => {
    instagram.set({ stop: { by, after: 0 } });
    const accountId = await begin();
    await expectFailure(accountId, 'site_trouble');
    expect((await warmups.newestRun(accountId)).hasScreenshot).toBe(true);
  });

  it.each(['server_error', 'api_error'] as const)('servers that fail in the middle: %s', async (by) => {
    instagram.set({ stop: { by, after: 3 } });
    const accountId = await begin();
    await expectFailure(accountId, 'site_trouble');
    expect((await warmups.newestRun(accountId)).counts.postsSeen).toBeGreaterThan(0);
  });

  it('a page whose script never ends: within the time of a look, with a screenshot and what was seen', async () => {
    instagram.set({ stop: { by: 'endless_loop', after: 3 } });
    const accountId = await begin();
    await expectFailure(accountId, 'page_hangs');
    const run = await warmups.newestRun(accountId);
    expect(run.hasScreenshot).toBe(true);
    expect(run.counts.postsSeen).toBeGreaterThan(0);
    expect(run.journal.at(-1)?.text).toBe(ENDED.page_hangs);
  });

  it('no network at the start', async () => {
    instagram.set({ offline: true });
    await expectFailure(await begin(), 'offline');
  });

  it('the network gone in the middle', async () => {
    const accountId = await beginAndSee();
    instagram.set({ offline: true });
    await expectFailure(accountId, 'offline');
  });

  // Chrome's processes are found in Linux's /proc.
  it.skipIf(process.platform !== 'linux')('a page that crashes', async () => {
    const accountId = await beginAndSee();
    expect(await killChrome(accountId, 'renderer')).toBeGreaterThan(0);
    await expectFailure(accountId, 'page_crashed');
  });

  // As above.
  it.skipIf(process.platform !== 'linux')('a browser that is killed', async () => {
    const accountId = await beginAndSee();
    expect(await killChrome(accountId, 'browser')).toBe(1);
    await expectFailure(accountId, 'browser');
  });
});

describe('a warm-up goes on', () => {
  it('where answers are slow and nobody has stories', async () => {
    instagram.set({ delayMs: 300, stories: 0, videoEvery: 1 });
    const accountId = await begin();
    expect(await warmups.until(accountId, hasSeen(3))).toMatchObject({ isRunning: true });
    expect((await test.call(`/api/warmup/cancel/${accountId}`, { method: 'POST' })).status).toBe(200);
    expect(await warmups.status(accountId)).toEqual({ isRunning: false, status: null, reason: 'cancelled' });
  });

  it('and likes as many photos as the settings allow, and does nothing else there', async () => {
    const limits = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 8, warmup_posts_max: 10 };
    await test.admin
      .from('app_settings')
      .insert({ ...limits, warmup_likes_max: 3 })
      .throwOnError();
    const accountId = await begin();
    expect(await warmups.until(accountId)).toMatchObject({ status: 'success' });
    const { counts } = await warmups.newestRun(accountId);
    expect(counts.likes).toBeGreaterThanOrEqual(1);
    expect(counts.likes).toBeLessThanOrEqual(3);
    const paths = instagram.changes().map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => !/^POST \/api\/v1\/web\/likes\/\w+\/like\/$/.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(counts.likes);
    expect(paths).toHaveLength(counts.likes);
  });
});

describe('a warm-up is not started', () => {
  it('twice at once: one of two gets it', async () => {
    const accountId = await warmups.addAccount();
    const answers = await Promise.all([warmups.start(accountId), warmups.start(accountId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await test.call(`/api/warmup/cancel/${accountId}`, { method: 'POST' });
  });

  it('within 24 hours of a success, and says when it may be', async () => {
    const accountId = await warmups.addAccount();
    const last = new Date(Date.now() - 23 * 3_600_000).toISOString();
    await test.admin.from('social_accounts').update({ last_warmup_at: last }).eq('id', accountId).throwOnError();
    const answer = await warmups.start(accountId);
    expect(answer.status).toBe(429);
    expect(Math.round(Number(answer.headers.get('retry-after')) / 60)).toBe(60);
  });

  it('for no account, one of another platform, or one that is not logged in', async () => {
    expect((await warmups.start(crypto.randomUUID())).status).toBe(404);
    const other = await warmups.start(await warmups.addAccount({ platform: 'tiktok' }));
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: 'Warmup is currently only available for Instagram' });
    const stranger = await warmups.start(await warmups.addAccount({ withSession: false }));
    expect(stranger.status).toBe(409);
    expect(await stranger.json()).toMatchObject({ code: 'no_session', error: expect.stringContaining('Log in') });
    expect(instagram.requests()).toEqual([]);
  });
});
