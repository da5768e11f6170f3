import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProfile } from '../../../../server/browser/profiles.ts';
import { writeSession } from '../../../../server/browser/sessions.ts';
import { openWarmup } from '../../../../server/features/warmup/feature.ts';
import type { AppSettingsRow, SocialAccountsRow } from '../../../../shared/database.ts';
import type { Platform } from '../../../../shared/platforms.ts';
import {
  WARMUP_RUNS_PATH,
  WARMUP_START_PATH,
  type WarmupRun,
  warmupCancelPath,
  warmupRunListSchema,
  warmupRunSchema,
  warmupStatusPath,
  warmupStatusSchema,
} from '../../../../shared/warmup.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { type FastClock, fastClock } from '../../../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { ONE_TIME_CODE } from '../../../helpers/instagram/switches.ts';

/** How long the imitation may take to show something, and how often a claim is renewed. */
const PATIENCE_MS = 4_000;
const RENEW_MS = 100;

let dataDir: string;
let log: string[];
let clock: FastClock;
let instagram: Instagram;
let test: TestAgent;

const open = () =>
  startTestAgent(
    { dataDir, instagramUrl: instagram.origin, logLevel: 'debug' },
    {
      warmup: { clock, patienceMs: PATIENCE_MS, renewMs: RENEW_MS },
      logStream: { write: (line) => void log.push(line) },
    },
  );

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-agent-test-'));
  instagram = await startInstagram();
  clock = fastClock();
  log = [];
  test = await open();
});
beforeEach(() => {
  instagram.reset();
  clock.go();
});
afterEach(async () => {
  await setLimits({ warmup_likes_max: 0 });
});
afterAll(async () => {
  await test?.close();
  await instagram?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** An account, logged in and with a session on this machine where nothing else is said. */
async function addAccount({
  platform = 'instagram',
  isLoggedIn = true,
  hasSession = true,
}: {
  platform?: Platform;
  isLoggedIn?: boolean;
  hasSession?: boolean;
} = {}): Promise<string> {
  const { data } = await test.admin
    .from('social_accounts')
    .insert({ platform, account_label: randomUUID(), is_logged_in: isLoggedIn })
    .select('id')
    .single()
    .throwOnError();
  const expires = Date.now() / 1000 + 3600;
  const cookie = { name: 'sessionid', value: instagram.issue(), domain: '127.0.0.1', path: '/', expires };
  if (hasSession) await writeSession(dataDir, data.id, [{ ...cookie, secure: false, httpOnly: true }]);
  return data.id;
}

/** The settings' row, made where there is none. */
async function setLimits(limits: Partial<AppSettingsRow>) {
  const { data } = await test.admin.from('app_settings').select('id').maybeSingle().throwOnError();
  if (data) await test.admin.from('app_settings').update(limits).eq('id', data.id).throwOnError();
  else await test.admin.from('app_settings').insert(limits).throwOnError();
}

const start = (accountId: string) => test.call(WARMUP_START_PATH, { body: { accountId } });

/** Starts a warm-up that has to start. */
async function begin(accountId: string): Promise<WarmupRun> {
  const answer = await start(accountId);
  expect(answer.status, await answer.clone().text()).toBe(202);
  return warmupRunSchema.parse(await answer.json());
}

async function rowOf(id: string) {
  return (await test.admin.from('social_accounts').select('*').eq('id', id).single().throwOnError()).data;
}

async function statusOf(accountId: string) {
  return warmupStatusSchema.parse(await (await test.call(warmupStatusPath(accountId))).json());
}

/** Every status of an account until its warm-up is over. */
async function follow(accountId: string) {
  const answer = await test.call(warmupStatusPath(accountId), { headers: { accept: 'text/event-stream' } });
  const events = (await answer.text()).matchAll(/^event: status\ndata: (.*)$/gm);
  return [...events].map(([, data]) => warmupStatusSchema.parse(JSON.parse(data ?? '')));
}

async function lastRun(accountId: string): Promise<WarmupRun> {
  const answer = await test.call(`${WARMUP_RUNS_PATH}?accountId=${accountId}`);
  const [run] = warmupRunListSchema.parse(await answer.json());
  if (!run) throw new Error('There is no run.');
  return run;
}

async function whole(accountId: string): Promise<WarmupRun> {
  await begin(accountId);
  await follow(accountId);
  return lastRun(accountId);
}

/** A warm-up that stands still in the middle of the feed until the clock goes on. */
async function beginAndHold(accountId: string): Promise<WarmupRun> {
  instagram.reset();
  const run = await begin(accountId);
  const ended = follow(accountId).then(async () => {
    const said = log.filter((line) => line.includes('inside the agent'));
    throw new Error(`It ended before it stood still: ${JSON.stringify(await lastRun(accountId))} ${said}`);
  });
  ended.catch(() => undefined);
  await Promise.race([instagram.whenSeen(2), ended]);
  clock.stop();
  return run;
}

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
    expect(postsSeen).toBeGreaterThanOrEqual(10);
    expect(postsSeen).toBeLessThanOrEqual(20);
    expect(seconds).toBeGreaterThanOrEqual(8 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(Math.min(storiesSeen, reelsSeen)).toBeGreaterThan(0);
    expect(likes).toBe(0);
    expect(run.journal.filter(({ text }) => /^(Looked at a photo|Watched a video)$/.test(text))).toHaveLength(
      postsSeen,
    );
    expect(instagram.changes()).toEqual([]);
    expect(await rowOf(accountId)).toMatchObject({ warmup_status: 'success', warmup_held_reason: null });
    expect(await processesOn(accountId)).toEqual([]);

    const screenshot = await test.call(`${WARMUP_RUNS_PATH}/${id}/screenshot`);
    expect(screenshot.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await screenshot.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
    expect((await stat(join(dataDir, 'warmup-runs', id, 'last.png'))).mode & 0o777).toBe(0o600);

    const again = await start(accountId);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(86_300);
    expect(await again.json()).toEqual({
      code: 'rate_limited',
      error: 'This account was warmed up less than 24 hours ago. Try again in 24 hours.',
    });
  });

  it('passes harmless questions and likes what the settings allow, in another layout and language too', async () => {
    instagram.set({ dialogs: ['cookies', 'notifications'], onetap: true, layout: 'bar', language: 'ja' });
    await setLimits({ warmup_likes_max: 3 });
    const { status, counts, journal } = await whole(await addAccount());
    expect(status).toBe('success');
    expect(journal.some(({ text }) => text.startsWith('Dismissed'))).toBe(true);
    expect(counts.likes).toBeLessThanOrEqual(3);
    const changes = instagram.changes();
    expect(changes).toHaveLength(counts.likes);
    for (const { path } of changes) expect(path).toMatch(/^\/api\/v1\/web\/likes\/\w+\/like\/$/);
  });

  it.each([
    ['challenge', 'challenge', false],
    ['feedback_required', 'feedback_required', true],
  ] as const)('ends at %s as failed, and holds the account', async (by, reason, isLoggedIn) => {
    instagram.set({ stop: { by, after: 3 } });
    const accountId = await addAccount();
    expect(await whole(accountId)).toMatchObject({ status: 'failed', reason, hasScreenshot: true });
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: 'failed', reason });
    const row = await rowOf(accountId);
    expect(row).toMatchObject({ warmup_status: 'failed', warmup_held_reason: reason, is_logged_in: isLoggedIn });
    expect(row.last_warmup_at).toBeNull();
    const { data } = await test.admin.from('warmup_runs').select('*').eq('account_id', accountId).throwOnError();
    expect(JSON.stringify(data) + log.join('')).not.toContain(ONE_TIME_CODE);
  });

  it('fails without a hold when there is no feed', async () => {
    instagram.set({ posts: 0, stories: 0 });
    const accountId = await addAccount();
    expect(await whole(accountId)).toMatchObject({ status: 'failed', reason: 'layout_changed' });
    expect(await rowOf(accountId)).toMatchObject({ warmup_held_reason: null, is_logged_in: true });
  });

  it('fails without a hold when Instagram cannot be reached, from the beginning or all at once', async () => {
    const accountId = await addAccount();
    instagram.set({ offline: true });
    expect(await whole(accountId)).toMatchObject({ status: 'failed', reason: 'offline' });
    await beginAndHold(accountId);
    instagram.set({ offline: true });
    clock.go();
    await follow(accountId);
    expect(await lastRun(accountId)).toMatchObject({ status: 'failed', reason: 'offline' });
    expect(await rowOf(accountId)).toMatchObject({ warmup_held_reason: null, is_logged_in: true });
  });
});

describe('automatic warm-ups', () => {
  /** Where it is noon now. */
  const timezone = () => {
    const west = new Date(clock.now()).getUTCHours() - 12;
    return `Etc/GMT${west < 0 ? '' : '+'}${west}`;
  };
  const automatic = () =>
    openWarmup({
      connection: test.agent.connection,
      agentToken: test.agentToken,
      agentId: randomUUID(),
      dataDir,
      instagramUrl: instagram.origin,
      host: { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 },
      log: test.agent.app.log,
      timing: { clock, patienceMs: PATIENCE_MS },
    }).automatic({ signal: new AbortController().signal });
  const change = (id: string, row: Partial<SocialAccountsRow>) =>
    test.admin.from('social_accounts').update(row).eq('id', id).throwOnError();

  it('warm up the accounts that may be, those that have to rest first once they have, and say so', async () => {
    const leftBehind = { is_logged_in: false, warmup_held_reason: null };
    await test.admin.from('social_accounts').update(leftBehind).neq('account_label', '').throwOnError();
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

describe('a start is refused', () => {
  const refusal = async (accountId: string) => {
    const answer = await start(accountId);
    return { status: answer.status, ...(await answer.json()) };
  };

  it('for an account that is not there', async () => {
    expect(await refusal(randomUUID())).toMatchObject({ status: 404, code: 'not_found' });
    expect((await test.call(warmupStatusPath(randomUUID()))).status).toBe(404);
  });

  it('for another platform', async () => {
    expect(await refusal(await addAccount({ platform: 'tiktok' }))).toEqual({
      status: 400,
      code: 'bad_input',
      error: 'Warmup is currently only available for Instagram',
    });
  });

  it('for an account that is not logged in, or not on this machine, which is not claimed then', async () => {
    for (const account of [{ isLoggedIn: false }, { hasSession: false }]) {
      const accountId = await addAccount(account);
      expect(await refusal(accountId)).toMatchObject({
        status: 409,
        code: 'no_session',
        error: expect.stringContaining('import the cookies'),
      });
      expect(await statusOf(accountId)).toEqual({ isRunning: false, status: null, reason: null });
      expect((await rowOf(accountId)).warmup_status).toBeNull();
    }
  });

  it('while its browser is in use for something else', async () => {
    const accountId = await addAccount();
    const profile = await openProfile(dataDir, accountId, 'a log-in');
    expect(await refusal(accountId)).toMatchObject({ status: 409, error: expect.stringContaining('for a log-in') });
    await profile.close();
    expect((await rowOf(accountId)).warmup_status).toBeNull();
  });

  it('while one runs; ten clicks at once start one', async () => {
    const accountId = await addAccount();
    clock.stop();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(accountId)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, ...Array(9).fill(409)]);
    expect((await test.call(warmupCancelPath(accountId), { method: 'POST' })).status).toBe(200);
  });
});

describe('a warm-up that does not come to its end', () => {
  it('is cancelled, without a hold or a cooldown', async () => {
    const accountId = await addAccount();
    await beginAndHold(accountId);
    const answer = await test.call(warmupCancelPath(accountId), { method: 'POST' });
    expect(warmupRunSchema.parse(await answer.json())).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: null, reason: 'cancelled' });
    expect(await rowOf(accountId)).toMatchObject({
      warmup_status: null,
      last_warmup_at: null,
      warmup_held_reason: null,
    });
    expect(await processesOn(accountId)).toEqual([]);
    expect((await test.call(warmupCancelPath(accountId), { method: 'POST' })).status).toBe(404);
  });

  it('stops when its claim passes to another agent, which it then sees running elsewhere until that falls silent', async () => {
    const accountId = await addAccount();
    const { id } = await beginAndHold(accountId);
    const change = (row: { owner?: string; lease_until?: string }) =>
      test.admin.from('warmup_runs').update(row).eq('id', id).throwOnError();
    await change({ owner: randomUUID() });
    await expect.poll(() => processesOn(accountId), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => statusOf(accountId), { timeout: 10_000 }).toEqual({ isRunning: true });
    expect(await rowOf(accountId)).toMatchObject({ warmup_status: 'running' });
    await change({ lease_until: new Date(0).toISOString() });
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await lastRun(accountId)).toMatchObject({ counts: { postsSeen: expect.any(Number) } });
  });

  it('ends with the agent within 5 s; what a killed agent left is failed at the next start', async () => {
    const ended = await addAccount();
    const killed = await addAccount();
    await beginAndHold(ended);
    const owner = (await readFile(join(dataDir, 'agent-id'), 'utf8')).trim();
    await test.admin.rpc('claim_warmup', { account: killed, owner, lease_seconds: 600 }).throwOnError();
    const since = Date.now();
    await test.agent.close();
    expect(Date.now() - since).toBeLessThan(5_000);
    expect(await processesOn(ended)).toEqual([]);

    clock.go();
    test = await open();
    expect(await statusOf(ended)).toEqual({ isRunning: false, status: null, reason: 'interrupted' });
    expect(await lastRun(ended)).toMatchObject({ status: 'cancelled', reason: 'interrupted' });
    expect(await statusOf(killed)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await rowOf(killed)).toMatchObject({ warmup_status: 'failed', warmup_held_reason: null });
    await begin(killed);
    await test.call(warmupCancelPath(killed), { method: 'POST' });
  });
});
