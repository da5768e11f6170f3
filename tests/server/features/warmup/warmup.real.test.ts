import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openWarmup } from '../../../../server/features/warmup/feature.ts';
import { RETRY_DELAY_MS } from '../../../../server/features/warmup/pace.ts';
import { WARMUP_RUNS_PATH } from '../../../../shared/accounts/warmup.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { ONE_TIME_CODE } from '../../../helpers/instagram/switches.ts';
import { savedSessions } from '../../../helpers/saved-sessions.ts';
import { PATIENCE_MS, warmupAgent } from '../../../helpers/warmup-agent.ts';

// A whole session takes half a minute, and several on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

/** Each of these visits takes seconds of both cores. */
const itInFull = it.runIf(isFull);

const warmup = warmupAgent();
const { addAccount, setLimits, start, begin, rowOf, statusOf, follow, lastRun, whole, beginAndHold } = warmup;

beforeAll(() => setLimits({ warmup_minutes_min: 5, warmup_minutes_max: 6, warmup_posts_min: 4, warmup_posts_max: 5 }));

describe('a warm-up', () => {
  it('visits feed, stories, Reels and Explore, changes nothing there, and tells how it goes', async () => {
    const accountId = await addAccount();
    const { id } = await begin(accountId);
    expect(await rowOf(accountId)).toMatchObject({ warmup_status: 'running' });
    const told = await follow(accountId);
    expect(told.at(-1)).toEqual({ isRunning: false, status: 'success', reason: null });
    expect(told.filter(({ isRunning }) => !isRunning)).toHaveLength(1);
    const activities = new Set(told.map((status) => status.isRunning && status.progress?.activity));
    expect(activities).toEqual(new Set(['opening', 'feed', 'stories', 'reels', 'explore', 'closing', false]));

    const run = await lastRun(accountId);
    expect(run).toMatchObject({ id, accountId, status: 'success', reason: null, hasScreenshot: true });
    const { postsSeen, storiesSeen, reelsSeen, likes, seconds } = run.counts;
    expect(postsSeen).toBeGreaterThanOrEqual(4);
    expect(postsSeen).toBeLessThanOrEqual(5);
    expect(seconds).toBeGreaterThanOrEqual(5 * 60);
    expect(seconds).toBeLessThanOrEqual(6 * 60);
    expect(Math.min(storiesSeen, reelsSeen)).toBeGreaterThan(0);
    expect(likes).toBe(0);
    expect(run.journal.filter(({ text }) => /^(Looked at a photo|Watched a video)$/.test(text))).toHaveLength(
      postsSeen,
    );
    expect(warmup.instagram.changes()).toEqual([]);
    expect(await rowOf(accountId)).toMatchObject({ warmup_status: 'success', warmup_held_reason: null });
    expect(await processesOn(accountId)).toEqual([]);

    const screenshot = await warmup.test.call(`${WARMUP_RUNS_PATH}/${id}/screenshot`);
    expect(screenshot.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await screenshot.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
    expect((await stat(join(warmup.dataDir, 'warmup-runs', id, 'last.png'))).mode & 0o777).toBe(0o600);

    const again = await start(accountId);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(86_300);
    expect(await again.json()).toEqual({
      code: 'rate_limited',
      error: 'This account was warmed up less than 24 hours ago. Try again in 24 hours.',
    });
  });

  itInFull(
    'passes harmless questions and likes what the settings allow, in another layout and language too',
    async () => {
      warmup.instagram.set({ dialogs: ['cookies', 'notifications'], onetap: true, layout: 'bar', language: 'ja' });
      await setLimits({ warmup_likes_max: 3 });
      const { status, counts, journal } = await whole(await addAccount());
      expect(status).toBe('success');
      expect(journal.some(({ text }) => text.startsWith('Dismissed'))).toBe(true);
      expect(counts.likes).toBeLessThanOrEqual(3);
      const changes = warmup.instagram.changes();
      expect(changes).toHaveLength(counts.likes);
      for (const { path } of changes) expect(path).toMatch(/^\/api\/v1\/web\/likes\/\w+\/like\/$/);
      await setLimits({ warmup_likes_max: 0 });
    },
  );

  it.each(
    everyNth(
      [
        ['challenge', 'challenge', false],
        ['feedback_required', 'feedback_required', true],
      ] as const,
      2,
    ),
  )('ends at %s as failed, and holds the account', async (by, reason, isLoggedIn) => {
    warmup.instagram.set({ stop: { by, after: 3 } });
    const accountId = await addAccount();
    expect(await whole(accountId)).toMatchObject({ status: 'failed', reason, hasScreenshot: true });
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: 'failed', reason });
    const row = await rowOf(accountId);
    expect(row).toMatchObject({ warmup_status: 'failed', warmup_held_reason: reason, is_logged_in: isLoggedIn });
    expect(row.last_warmup_at).toBeNull();
    const { data } = await warmup.test.admin.from('warmup_runs').select('*').eq('account_id', accountId).throwOnError();
    expect(JSON.stringify(data) + warmup.log.join('')).not.toContain(ONE_TIME_CODE);
  });

  itInFull('fails without a hold when there is no feed', async () => {
    warmup.instagram.set({ posts: 0, stories: 0 });
    const accountId = await addAccount();
    expect(await whole(accountId)).toMatchObject({ status: 'failed', reason: 'empty_feed' });
    expect(await rowOf(accountId)).toMatchObject({ warmup_held_reason: null, is_logged_in: true });
  });

  itInFull('fails without a hold when Instagram cannot be reached, from the beginning or all at once', async () => {
    const accountId = await addAccount();
    warmup.instagram.set({ offline: true });
    expect(await whole(accountId)).toMatchObject({ status: 'failed', reason: 'offline' });
    await beginAndHold(accountId);
    warmup.instagram.set({ offline: true });
    warmup.clock.go();
    await follow(accountId);
    expect(await lastRun(accountId)).toMatchObject({ status: 'failed', reason: 'offline' });
    expect(await rowOf(accountId)).toMatchObject({ warmup_held_reason: null, is_logged_in: true });
  });
});

describe('automatic warm-ups', () => {
  /** Where it is noon now. */
  const timezone = () => {
    const west = new Date(warmup.clock.now()).getUTCHours() - 12;
    return `Etc/GMT${west < 0 ? '' : '+'}${west}`;
  };
  const automatic = () =>
    openWarmup({
      connection: warmup.test.agent.connection,
      agentToken: warmup.test.agentToken,
      agentId: randomUUID(),
      dataDir: warmup.dataDir,
      sessions: savedSessions(warmup.dataDir),
      instagramUrl: warmup.instagram.origin,
      host: { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 },
      log: warmup.test.agent.app.log,
      timing: { clock: warmup.clock, patienceMs: PATIENCE_MS },
    }).automatic({ signal: new AbortController().signal });
  const change = (id: string, row: Partial<SocialAccountsRow>) =>
    warmup.test.admin.from('social_accounts').update(row).eq('id', id).throwOnError();

  itInFull(
    'try an account once more on the same day when Instagram had trouble, which is no fault of the account',
    async () => {
      const leftBehind = { is_logged_in: false, warmup_held_reason: null };
      await warmup.test.admin.from('social_accounts').update(leftBehind).neq('account_label', '').throwOnError();
      await setLimits({ timezone: timezone(), warmup_hour_start: 0, warmup_hour_end: 24 });
      const accountId = await addAccount();
      await change(accountId, { account_label: 'IG_Unlucky' });
      warmup.instagram.set({ stop: { by: 'server_error', after: 0 } });
      const startedAt = warmup.clock.now();
      expect(await automatic()).toBe('IG_Unlucky failed.');
      expect(warmup.clock.now() - startedAt).toBeGreaterThanOrEqual(RETRY_DELAY_MS);
      const runs = await warmup.test.admin
        .from('warmup_runs')
        .select('reason')
        .eq('account_id', accountId)
        .throwOnError();
      expect(runs.data).toEqual([{ reason: 'site_trouble' }, { reason: 'site_trouble' }]);

      warmup.instagram.set({ stop: { by: 'challenge', after: 0 } });
      expect(await automatic()).toBe('IG_Unlucky failed.');
      expect(await rowOf(accountId)).toMatchObject({ warmup_held_reason: 'challenge' });
      await setLimits({ warmup_hour_start: 7, warmup_hour_end: 22 });
      await change(accountId, { warmup_held_reason: null });
    },
  );

  it('warm up the accounts that may be, those that have to rest first once they have, and say so', async () => {
    const leftBehind = { is_logged_in: false, warmup_held_reason: null };
    await warmup.test.admin.from('social_accounts').update(leftBehind).neq('account_label', '').throwOnError();
    await setLimits({ timezone: timezone() });
    expect(await automatic()).toMatch(/^No Instagram account is to be warmed up/);
    const absent = await addAccount({ hasSession: false });
    await change(absent, { account_label: 'IG_Elsewhere' });
    const resting = await addAccount();
    const dayAgo = Date.now() - 86_400_000;
    await change(resting, { account_label: 'IG_Main', last_warmup_at: new Date(dayAgo + 1_500).toISOString() });
    await setLimits({ warmup_hour_start: 0, warmup_hour_end: 1 });
    expect(await automatic()).toBe('Nothing was warmed up: automatic warm-ups begin between 0:00 and 1:00.');
    await setLimits({ warmup_hour_start: 7, warmup_hour_end: 22 });
    expect(await automatic()).toBe('IG_Main warmed up; IG_Elsewhere without a log-in on this machine.');
    expect(await lastRun(resting)).toMatchObject({ status: 'success' });
    expect(await automatic()).toMatch(
      /^IG_Elsewhere without .*; IG_Main had a warm-up less than 24 hours ago|^IG_Main had/,
    );
  });
});
