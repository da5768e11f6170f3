import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openProfile } from '../../../../server/browser/profiles.ts';
import { VISITED } from '../../../../server/features/warmup/messages.ts';
import { areNotificationsOn, createNotifications } from '../../../../server/notifications/notifications.ts';
import { type WarmupStatusAnswer, warmupRunSchema } from '../../../../shared/accounts/warmup.ts';
import { NOTIFICATIONS_PATH } from '../../../../shared/agent/notifications.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';
import { accountsTable, hoursAgo } from '../../../helpers/accounts-table.ts';
import { accountReleasePath, jobRunPath, warmupStatusPath } from '../../../helpers/agent-paths.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { ONE_TIME_CODE, type Switches } from '../../../helpers/instagram/switches.ts';
import { standInDesktop } from '../../../helpers/stand-in-desktop.ts';
import { warmupAgent } from '../../../helpers/warmup-agent.ts';

const desktop = await standInDesktop();
afterAll(() => desktop.remove());
// With this seed, a half-length visit starts at the feed and visits every place; others skip some (plan.test.ts).
const warmup = warmupAgent({
  seed: 13,
  deps: { desktop: desktop.desktop, timeZone: 'UTC' },
  limits: { warmup_minutes_min: 5, warmup_minutes_max: 6, warmup_posts_min: 4, warmup_posts_max: 5 },
});
const { addAccount, cancel, account, status, newestRun, beginAndHold } = warmup;
/** An account on the sixth day of its ramp-up, whose visits are half as long. */
const ramping = { is_established: false, ramp_up_since: hoursAgo(5.5 * 24) };

it('a warm-up, which ten clicks at once start once, visits feed, stories, Reels and Explore, changes nothing there, and tells how it goes', async () => {
  const accountId = await addAccount(ramping);
  const clicks = await Promise.all(Array.from({ length: 10 }, () => warmup.start(accountId)));
  expect(clicks.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  const { id } = warmupRunSchema.parse(await clicks.find(({ status }) => status === 202)?.json());
  expect(await account(accountId)).toMatchObject({ warmup_status: 'running' });
  const told: WarmupStatusAnswer[] = [];
  const end = await warmup.until(accountId, (said) => told.push(said) < 0);
  expect(end).toEqual({ isRunning: false, status: 'success', reason: null });
  // A short visit may fall between two polls of the status.
  const visits = ['opening', 'feed', 'stories', 'reels', 'explore', 'closing', false];
  const activities = new Set(told.map((said) => said.isRunning && said.progress?.activity));
  expect([...activities].filter((activity) => !visits.includes(activity ?? ''))).toEqual([]);
  expect(activities.has('feed') && activities.has(false)).toBe(true);

  const run = await newestRun(accountId);
  expect(run).toMatchObject({ id, accountId, status: 'success', reason: null, hasScreenshot: true });
  const { postsSeen, storiesSeen, reelsSeen, likes, seconds } = run.counts;
  expect(postsSeen).toBe(2);
  expect(seconds).toBeGreaterThanOrEqual(2.5 * 60);
  expect(seconds).toBeLessThanOrEqual(3.2 * 60);
  expect(Math.min(storiesSeen, reelsSeen)).toBeGreaterThan(0);
  expect(likes).toBe(0);
  const texts = run.journal.map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(Object.values(VISITED)));
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
    // The result of the last warm-up is not changed either.
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
  expect(await byHand()).toContain('No Instagram account can be warmed up');
  await addAccount({ account_label: 'Elsewhere', withSession: false, is_logged_in: true });
  await addAccount({ account_label: 'Held', warmup_held_reason: 'challenge' });
  await addAccount({ account_label: 'Off', auto_warmup: false });
  await addAccount({ account_label: 'Out', is_logged_in: false });
  await addAccount({ account_label: 'TikTok', platform: 'tiktok' });
  expect(await byHand()).toMatch(/Elsewhere without a login on this machine; Held left alone.*; Off skipped .*off\."/);
  await accountsTable(warmup.test.admin).clear();
});

describe('a warm-up that does not come to its end', () => {
  it('is cancelled in time, without a hold or a cooldown', async () => {
    const accountId = await addAccount(ramping);
    await beginAndHold(accountId, 1);
    const answer = await inTime(cancel(accountId));
    expect(warmupRunSchema.parse(await answer.json())).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    await expect.poll(() => newestRun(accountId), { timeout: 30_000 }).toMatchObject({ status: 'cancelled' });
    expect(await status(accountId)).toEqual({ isRunning: false, status: null, reason: 'cancelled' });
    const free = { warmup_status: null, last_warmup_at: null, warmup_held_reason: null };
    expect(await account(accountId)).toMatchObject(free);
    expect([await processesOn(accountId), (await cancel(accountId)).status]).toEqual([[], 404]);
  });

  it('on another agent is seen running there until that falls silent', async () => {
    const accountId = await addAccount();
    const claim = { account: accountId, owner: randomUUID(), lease_seconds: 600 };
    await warmup.test.admin.rpc('claim_warmup', claim).throwOnError();
    expect(await status(accountId)).toEqual({ isRunning: true });
    const lease_until = new Date(0).toISOString();
    await warmup.test.admin.from('warmup_runs').update({ lease_until }).eq('account_id', accountId).throwOnError();
    expect(await status(accountId)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
  });

  it('as that of a killed agent is failed at the next start', async () => {
    const killed = await addAccount();
    const owner = (await readFile(join(warmup.dataDir, 'agent-id'), 'utf8')).trim();
    await warmup.test.admin.rpc('claim_warmup', { account: killed, owner, lease_seconds: 600 }).throwOnError();
    await warmup.test.agent.close();
    await warmup.reopen();
    expect(await status(killed)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await account(killed)).toMatchObject({ warmup_status: 'failed', warmup_held_reason: null });
  });
});

type StopBy = NonNullable<Switches['stop']>['by'];

/** Warms up a new account until Instagram stops it. Returns its id and the run. */
async function hold(account_label: string, by: StopBy, entries: Partial<SocialAccountsRow> = {}) {
  warmup.instagram.set({ stop: { by, after: 0 } });
  const id = await warmup.addAccount({ account_label, ...entries });
  return { id, run: await warmup.whole(id) };
}

const release = (id: string) => warmup.test.call(accountReleasePath(id), { method: 'POST' });
const titles = async () => (await desktop.shown()).map((args) => args[2]);

it('an account that Instagram stops is told in a tab while one listens', async () => {
  const leave = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const { body } = await warmup.test.call(NOTIFICATIONS_PATH, { headers, signal: leave.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const { id, run } = await hold('IG_Tab', 'challenge');
  expect(run).toMatchObject({ status: 'failed', reason: 'challenge', hasScreenshot: true });
  const held = { warmup_held_reason: 'challenge', last_warmup_at: null, is_logged_in: false };
  expect(await warmup.account(id)).toMatchObject(held);
  expect(JSON.stringify(run) + warmup.log).not.toContain(ONE_TIME_CODE);
  let text = '';
  while (!text.includes('event: notification')) text += (await reader?.read())?.value ?? '';
  expect(text).toContain('"title":"IG_Tab needs you"');
  expect(text).toContain('"path":"/accounts"');
  leave.abort();
});

it('no notification is shown where they are switched off', async () => {
  const isOn = () => areNotificationsOn(warmup.test.admin);
  const { notify } = createNotifications({ isOn, desktop: desktop.desktop, log: warmup.test.agent.app.log });
  for (const isWanted of [false, true]) {
    await warmup.setLimits({ desktop_notifications: isWanted });
    await notify({ title: `Shown: ${isWanted}`, body: '', path: '/accounts' });
  }
  expect(await titles()).toContain('Shown: true');
  expect(await titles()).not.toContain('Shown: false');
});

it('a hold after too many requests is told on the desktop, begins its rest anew, and is lifted by the person after two days', async () => {
  const resting = { warmup_held_reason: 'rate_limited', warmup_held_at: hoursAgo(60) };
  const { id, run } = await hold('IG_Resting', 'bare_429', resting);
  expect(run).toMatchObject({ status: 'failed', reason: 'rate_limited', hasScreenshot: true });

  await vi.waitUntil(async () => (await titles()).includes('IG_Resting needs you'), { timeout: 20_000 });
  expect(await titles()).not.toContain('IG_Tab needs you');
  const words = (await desktop.shown()).flat().join(' ');
  expect(words).toContain('Instagram stopped its warm-up.');
  expect(words).not.toContain(warmup.instagram.origin);

  const { warmup_held_reason, warmup_held_at: heldAt, is_logged_in } = await warmup.account(id);
  expect([warmup_held_reason, is_logged_in]).toEqual(['rate_limited', true]);
  expect(Date.now() - Date.parse(heldAt ?? '')).toBeLessThan(60_000);
  const early = await release(id);
  expect(early.status).toBe(429);
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(47 * 3600);
  expect(await early.text()).toMatch(/rests for 2 days .* can lift the hold from \d{4}-\d\d-\d\d \d\d:\d\d UTC/);

  await warmup.change(id, { warmup_held_at: hoursAgo(48) });
  const done = await release(id);
  expect([done.status, await done.json()]).toMatchObject([200, { label: 'IG_Resting', warmupHeldReason: null }]);
  expect(await warmup.account(id)).toMatchObject({ warmup_held_reason: null, warmup_held_at: null });
  expect((await release(id)).status, 'nothing is held any more').toBe(409);
});

it('a hold of another kind needs a log-in, however long ago it began', async () => {
  const held = { warmup_held_reason: 'challenge', warmup_held_at: hoursAgo(1000) };
  const refused = await release(await warmup.addAccount({ withSession: false, ...held }));
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Only logging in again')]);
  expect((await release(crypto.randomUUID())).status).toBe(404);
});
