import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProfile } from '../../../../server/browser/profiles.ts';
import { sql } from '../../../../server/supabase/sql/template.ts';
import { type WarmupStatusAnswer, warmupRunSchema } from '../../../../shared/accounts/warmup.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { jobRunPath, warmupStatusPath } from '../../../helpers/agent-paths.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { warmupAgent } from '../../../helpers/warmup-agent.ts';

/** An agent that stops waits a little longer than this for what is under way (server/agent.ts). */
const AGENT_WAITS_MS = 3_400;

// With this seed five minutes come to each place; others leave out the stories now and then (plan.test.ts).
const warmup = warmupAgent({
  seed: 1,
  limits: { warmup_minutes_min: 5, warmup_minutes_max: 6, warmup_posts_min: 4, warmup_posts_max: 5 },
});
const { addAccount, cancel, account, status, newestRun, beginAndHold } = warmup;

it('a warm-up, which ten clicks at once start once, visits feed, stories, Reels and Explore, changes nothing there, and tells how it goes', async () => {
  const accountId = await addAccount();
  const clicks = await Promise.all(Array.from({ length: 10 }, () => warmup.start(accountId)));
  expect(clicks.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  const { id } = warmupRunSchema.parse(await clicks.find(({ status }) => status === 202)?.json());
  expect(await account(accountId)).toMatchObject({ warmup_status: 'running' });
  const told: WarmupStatusAnswer[] = [];
  const end = await warmup.until(accountId, (said) => told.push(said) < 0);
  expect(end).toEqual({ isRunning: false, status: 'success', reason: null });
  // A short visit may lie between two looks at the status.
  const visits = ['opening', 'feed', 'stories', 'reels', 'explore', 'closing', false];
  const activities = new Set(told.map((said) => said.isRunning && said.progress?.activity));
  expect([...activities].filter((activity) => !visits.includes(activity ?? ''))).toEqual([]);
  expect(activities.has('feed') && activities.has(false)).toBe(true);

  const run = await newestRun(accountId);
  expect(run).toMatchObject({ id, accountId, status: 'success', reason: null, hasScreenshot: true });
  const { postsSeen, storiesSeen, reelsSeen, likes, seconds } = run.counts;
  expect([4, 5]).toContain(postsSeen);
  expect(seconds).toBeGreaterThanOrEqual(5 * 60);
  expect(seconds).toBeLessThanOrEqual(6 * 60);
  expect(Math.min(storiesSeen, reelsSeen)).toBeGreaterThan(0);
  expect(likes).toBe(0);
  const looks = run.journal.filter(({ text }) => /^(Looked at a photo|Watched a video)$/.test(text));
  expect(looks).toHaveLength(postsSeen);
  expect(warmup.instagram.changes()).toEqual([]);
  expect(await account(accountId)).toMatchObject({ warmup_status: 'success', warmup_held_reason: null });
  expect(await processesOn(accountId)).toEqual([]);

  const screenshot = await warmup.screenshot(run);
  expect(screenshot.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await screenshot.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  expect((await stat(join(warmup.dataDir, 'warmup-runs', id, 'last.png'))).mode & 0o777).toBe(0o600);

  const again = await warmup.start(accountId);
  expect(again.status).toBe(429);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(86_300);
  expect(await again.json()).toEqual({
    code: 'rate_limited',
    error: 'This account was warmed up less than 24 hours ago. Try again in 24 hours.',
  });
});

describe('a start is refused', () => {
  const refusal = async (accountId: string) => {
    const answer = await warmup.start(accountId);
    return { status: answer.status, ...(await answer.json()) };
  };

  it('for an account that is not there, of another platform, or not logged in here, which is not claimed then', async () => {
    expect(await refusal(randomUUID())).toMatchObject({ status: 404, code: 'not_found' });
    expect((await warmup.test.call(warmupStatusPath(randomUUID()))).status).toBe(404);
    expect(await refusal(await addAccount({ platform: 'tiktok' }))).toEqual({
      status: 400,
      code: 'bad_input',
      error: 'Warmup is currently only available for Instagram',
    });
    for (const entries of [{ is_logged_in: false }, { is_logged_in: true, withSession: false }]) {
      const accountId = await addAccount(entries);
      const error = expect.stringContaining('import the cookies');
      expect(await refusal(accountId)).toMatchObject({ status: 409, code: 'no_session', error });
      expect(await status(accountId)).toEqual({ isRunning: false, status: null, reason: null });
    }
  });

  it('while its browser is in use for something else', async () => {
    const accountId = await addAccount();
    const profile = await openProfile(warmup.dataDir, accountId, 'a log-in');
    expect(await refusal(accountId)).toMatchObject({ status: 409, error: expect.stringContaining('for a log-in') });
    expect((await account(accountId)).warmup_status).toBeNull();
    expect(await status(accountId)).toEqual({ isRunning: false, status: null, reason: null });
    // Nor does it change what the last warm-up was.
    await warmup.change(accountId, { warmup_status: 'failed' });
    expect((await refusal(accountId)).status).toBe(409);
    await profile.close();
    expect((await account(accountId)).warmup_status).toBe('failed');
  });
});

it('the daily job, begun by a person, says whom it leaves out and why', async () => {
  const byHand = async () =>
    (
      await warmup.test.call(jobRunPath('warm-up'), { method: 'POST', headers: { accept: 'text/event-stream' } })
    ).text();
  await accountsTable(warmup.test.admin).clear();
  await warmup.setLimits({ warmup_hour_start: 0, warmup_hour_end: 24, timezone: 'UTC' });
  expect(await byHand()).toContain('No Instagram account is to be warmed up');
  await addAccount({ account_label: 'Elsewhere', withSession: false, is_logged_in: true });
  await addAccount({ account_label: 'Held', warmup_held_reason: 'challenge' });
  await addAccount({ account_label: 'Off', auto_warmup: false });
  await addAccount({ account_label: 'Out', is_logged_in: false });
  await addAccount({ account_label: 'TikTok', platform: 'tiktok' });
  expect(await byHand()).toMatch(
    /Elsewhere without a log-in on this machine; Held left alone.*; Off left out, .*off\."/,
  );
  await accountsTable(warmup.test.admin).clear();
});

describe('a warm-up that does not come to its end', () => {
  it('is cancelled in time, also while the database does not answer, without a hold or a cooldown', async () => {
    const accountId = await addAccount();
    await beginAndHold(accountId);
    const release = await holdRow(accountId);
    const answer = await inTime(cancel(accountId));
    expect(warmupRunSchema.parse(await answer.json())).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    await release();
    await expect.poll(() => newestRun(accountId), { timeout: 30_000 }).toMatchObject({ status: 'cancelled' });
    expect(await status(accountId)).toEqual({ isRunning: false, status: null, reason: 'cancelled' });
    expect(await account(accountId)).toMatchObject({
      warmup_status: null,
      last_warmup_at: null,
      warmup_held_reason: null,
    });
    expect([await processesOn(accountId), (await cancel(accountId)).status]).toEqual([[], 404]);
  });

  it('stops when its claim passes to another agent, which it then sees running elsewhere until that falls silent', async () => {
    const accountId = await addAccount();
    const { id } = await beginAndHold(accountId);
    const change = (row: { owner?: string; lease_until?: string }) =>
      warmup.test.admin.from('warmup_runs').update(row).eq('id', id).throwOnError();
    await change({ owner: randomUUID() });
    await expect.poll(() => processesOn(accountId)).toEqual([]);
    await expect.poll(() => status(accountId)).toEqual({ isRunning: true });
    expect(await account(accountId)).toMatchObject({ warmup_status: 'running' });
    await change({ lease_until: new Date(0).toISOString() });
    expect(await status(accountId)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await newestRun(accountId)).toMatchObject({ counts: { postsSeen: expect.any(Number) } });
  });

  it('ends with the agent, soon; what a killed agent left is failed at the next start', async () => {
    const ended = await addAccount();
    const killed = await addAccount();
    await beginAndHold(ended);
    const owner = (await readFile(join(warmup.dataDir, 'agent-id'), 'utf8')).trim();
    await warmup.test.admin.rpc('claim_warmup', { account: killed, owner, lease_seconds: 600 }).throwOnError();
    const askedAt = performance.now();
    await inTime(warmup.test.agent.close());
    // A machine that is too busy to close the browser in time leaves the end to the next start, like a killed agent.
    const isKept = performance.now() - askedAt < AGENT_WAITS_MS;
    await expect.poll(() => processesOn(ended)).toEqual([]);

    warmup.clock.go();
    await warmup.reopen();
    const reason = 'interrupted';
    expect(await status(ended)).toEqual({ isRunning: false, status: isKept ? null : 'failed', reason });
    expect(await newestRun(ended)).toMatchObject({ status: isKept ? 'cancelled' : 'failed', reason });
    expect(await status(killed)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await account(killed)).toMatchObject({ warmup_status: 'failed', warmup_held_reason: null });
  });
});

/** Locks an account's row, so that no end of a warm-up can be written, until the returned function is called. */
async function holdRow(accountId: string): Promise<() => Promise<void>> {
  const database = databaseOf(warmup.dataDir);
  const locked = deferred();
  const released = deferred();
  const held = database.transaction(async (transaction) => {
    await transaction.rows(sql`select from public.social_accounts where id = ${accountId} for update`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await held;
    await database.close();
  };
}
