import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, it, vi } from 'vitest';
import { RETRY_DELAY_MS } from '../../../../server/features/warmup/pace.ts';
import { jobListSchema } from '../../../../shared/agent/jobs.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';
import { accountsTable, hoursAgo } from '../../../helpers/accounts-table.ts';
import { JOBS_PATH, JOBS_PAUSE_PATH, jobRunPath } from '../../../helpers/agent-paths.ts';
import { isFull } from '../../../helpers/depth.ts';
import { warmupAgent } from '../../../helpers/warmup-agent.ts';

const HOUR_MS = 3_600_000;

/** It is between 07:00 and 08:00 here by the real clock, which cooldowns go by; the jobs get theirs from the test. */
const timezone = zoneOfSeven();
const seven = Temporal.Now.zonedDateTimeISO(timezone).withPlainTime('07:00').toInstant();
let now = seven.subtract({ seconds: 10 });

const warmup = warmupAgent({
  seed: 1,
  limits: {
    timezone,
    auto_generate_daily: false,
    warmup_minutes_min: 5,
    warmup_minutes_max: 5,
    warmup_posts_min: 1,
    warmup_posts_max: 1,
  },
  deps: { now: () => now },
});
const accounts = new Map<string, string>();
const add = async (account_label: string, entries: Partial<SocialAccountsRow> & { withSession?: boolean } = {}) =>
  accounts.set(account_label, await warmup.addAccount({ account_label, ...entries }));

beforeAll(async () => {
  await add('IG_Rested');
  await add('IG_First');
  await add('IG_Cooling', { last_warmup_at: hoursAgo(2) });
  await add('IG_Elsewhere', { withSession: false, is_logged_in: true });
  await add('IG_Held', { warmup_held_reason: 'challenge' });
  await add('IG_Off', { auto_warmup: false });
  await add('IG_Out', { is_logged_in: false });
  await add('TT_Main', { platform: 'tiktok' });
});

function zoneOfSeven(): string {
  const ahead = 7 - new Date().getUTCHours();
  const offset = ahead < -12 ? ahead + 24 : ahead;
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** Has the agent look at what is due, and waits until the warm-up, if it began, is over. */
async function look() {
  expect((await warmup.test.call(JOBS_PAUSE_PATH, { body: { paused: false } })).status).toBe(200);
  const job = async () => {
    const { jobs } = jobListSchema.parse(await (await warmup.test.call(JOBS_PATH)).json());
    return jobs.find(({ name }) => name === 'warm-up');
  };
  await vi.waitUntil(async () => !(await job())?.running, { timeout: 200_000, interval: 400 });
  return (await job())?.lastRun;
}

/** What the job answers where a person runs it. */
async function byHand(): Promise<string> {
  const headers = { accept: 'text/event-stream' };
  return (await warmup.test.call(jobRunPath('warm-up'), { method: 'POST', headers })).text();
}

const runs = async () =>
  (await warmup.test.admin.from('warmup_runs').select('*').order('started_at').throwOnError()).data;
const jobRuns = async () =>
  (await warmup.test.admin.from('job_runs').select('*').eq('job', 'warm-up').throwOnError()).data;

it('warms up each account whose turn it is at 07:00, one after the other, once a day, and says why not the others', async () => {
  warmup.test.agent.startJobs();
  expect(await look(), 'ten seconds before').toBeNull();

  // One whose 24 hours pass while the other has its turn.
  const rested = new Date(Date.now() - 24 * HOUR_MS + 5_000).toISOString();
  await warmup.change(accounts.get('IG_Rested') ?? '', { last_warmup_at: rested });
  now = seven;
  expect(await look()).toMatchObject({
    status: 'success',
    byHand: false,
    result: [
      'IG_First, IG_Rested warmed up',
      'IG_Cooling had a warm-up less than 24 hours ago, or has one now',
      'IG_Elsewhere without a log-in on this machine',
      'IG_Held left alone until you have logged in again, because Instagram objected',
      'IG_Off left out, as automatic warm-ups are off.',
    ].join('; '),
  });
  const visits = await runs();
  const inTurn = ['IG_First', 'IG_Rested'].map((label) => accounts.get(label));
  expect(visits.map(({ account_id, status }) => [account_id, status])).toEqual(inTurn.map((id) => [id, 'success']));
  expect(Date.parse(visits[1]?.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(visits[0]?.finished_at ?? ''));
  expect(warmup.instagram.changes()).toEqual([]);

  for (const hours of [1, 8, 16]) {
    now = seven.add({ hours });
    await look();
  }
  expect(await runs(), 'nor again that day').toHaveLength(2);
  expect(await jobRuns()).toHaveLength(1);

  now = seven.add({ hours: 24 });
  expect((await look())?.result).toMatch(/IG_First, .*had a warm-up less than 24 hours ago/);
  expect(await runs()).toHaveLength(2);
  expect(await jobRuns()).toHaveLength(2);
}, 300_000);

it('warms nobody up outside the hours, or where none is logged in, and says so', async () => {
  await accountsTable(warmup.test.admin).clear();
  expect(await byHand()).toContain('No Instagram account is to be warmed up');
  await warmup.setLimits({ warmup_hour_start: 20 });
  expect(await byHand()).toContain('Nothing was warmed up: automatic warm-ups begin between 20:00 and 22:00.');
  await warmup.setLimits({ warmup_hour_start: 7 });
});

it.runIf(isFull)(
  'tries an account once more on the same day where Instagram had trouble, which is no fault of the account',
  async () => {
    const unlucky = await warmup.addAccount({ account_label: 'IG_Unlucky' });
    warmup.instagram.set({ stop: { by: 'server_error', after: 0 } });
    const startedAt = warmup.clock.now();
    expect(await byHand()).toContain('IG_Unlucky failed.');
    expect(warmup.clock.now() - startedAt).toBeGreaterThanOrEqual(RETRY_DELAY_MS);
    expect((await runs()).map(({ reason }) => reason)).toEqual(['site_trouble', 'site_trouble']);

    warmup.instagram.set({ stop: { by: 'challenge', after: 0 } });
    expect(await byHand()).toContain('IG_Unlucky failed.');
    expect(await warmup.account(unlucky)).toMatchObject({ warmup_held_reason: 'challenge' });
  },
);
