import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { JOBS_PATH, JOBS_PAUSE_PATH, jobListSchema } from '../../../../shared/agent/jobs.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { fastClock } from '../../../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { addLoggedIn } from '../../../helpers/logged-in-account.ts';

const HOUR_MS = 3_600_000;

/** It is between 07:00 and 08:00 here by the real clock, which cooldowns go by; the jobs get theirs from the test. */
const timezone = zoneOfSeven();
const seven = Temporal.Now.zonedDateTimeISO(timezone).withPlainTime('07:00').toInstant();
let now = seven.subtract({ seconds: 10 });

let agent: TestAgent;
let instagram: Instagram;
const accounts = new Map<string, SocialAccountsRow>();

beforeAll(async () => {
  instagram = await startInstagram();
  const warmup = { clock: fastClock(), random: () => 0, patienceMs: 4_000 };
  agent = await startTestAgent({ instagramUrl: instagram.origin }, { warmup, now: () => now });
  const short = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 1, warmup_posts_max: 1 };
  const settings = { timezone, auto_generate_daily: false, ...short };
  await agent.admin.from('app_settings').insert(settings).throwOnError();
  const add = async (account_label: string, entries: Partial<SocialAccountsRow> = {}) =>
    accounts.set(account_label, await addLoggedIn(agent, instagram, { account_label, ...entries }));
  await add('IG_First');
  await add('IG_Second', { last_warmup_at: new Date(Date.now() - 25 * HOUR_MS).toISOString() });
  await add('IG_Cooling', { last_warmup_at: new Date(Date.now() - 2 * HOUR_MS).toISOString() });
  await add('IG_Held', { warmup_held_reason: 'challenge' });
  await add('IG_Off', { auto_warmup: false });
  await add('IG_Out', { is_logged_in: false });
  await add('TT_Main', { platform: 'tiktok' });
});
afterAll(async () => {
  await agent?.close();
  await instagram?.close();
});

function zoneOfSeven(): string {
  const ahead = 7 - new Date().getUTCHours();
  const offset = ahead < -12 ? ahead + 24 : ahead;
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** Has the agent look at what is due, and waits until the warm-up, if it began, is over. */
async function look() {
  const paused = await agent.call(JOBS_PAUSE_PATH, { body: { paused: false } });
  expect(paused.status).toBe(200);
  const job = async () => {
    const { jobs } = jobListSchema.parse(await (await agent.call(JOBS_PATH)).json());
    return jobs.find(({ name }) => name === 'warm-up');
  };
  await vi.waitUntil(async () => !(await job())?.running, { timeout: 200_000, interval: 100 });
  return (await job())?.lastRun;
}

const runs = async () => (await agent.admin.from('warmup_runs').select('*').order('started_at').throwOnError()).data;
const jobRuns = async () => (await agent.admin.from('job_runs').select('*').eq('job', 'warm-up').throwOnError()).data;

it('warms up each account whose turn it is at 07:00, one after the other, once a day, and says why not the others', async () => {
  agent.agent.startJobs();
  expect(await look(), 'ten seconds before').toBeNull();

  now = seven;
  expect(await look()).toMatchObject({
    status: 'success',
    byHand: false,
    result: [
      'IG_First, IG_Second warmed up',
      'IG_Cooling had a warm-up less than 24 hours ago, or has one now',
      'IG_Held left alone until you have logged in again, because Instagram objected',
      'IG_Off left out, as automatic warm-ups are off.',
    ].join('; '),
  });
  const visits = await runs();
  const inTurn = ['IG_First', 'IG_Second'];
  expect(visits.map(({ account_id }) => account_id)).toEqual(inTurn.map((label) => accounts.get(label)?.id));
  expect(visits.map(({ status }) => status)).toEqual(inTurn.map(() => 'success'));
  for (const [index, visit] of visits.slice(1).entries()) {
    expect(Date.parse(visit.started_at)).toBeGreaterThanOrEqual(Date.parse(visits[index]?.finished_at ?? ''));
  }
  expect(instagram.changes()).toEqual([]);

  for (const hours of [1, 8, 16]) {
    now = seven.add({ hours });
    await look();
  }
  expect(await runs(), 'nor again that day').toHaveLength(inTurn.length);
  expect(await jobRuns()).toHaveLength(1);

  now = seven.add({ hours: 24 });
  expect((await look())?.result).toMatch(/^IG_First, .*IG_Cooling.* had a warm-up less than 24 hours ago/);
  expect(await runs()).toHaveLength(inTurn.length);
  expect(await jobRuns()).toHaveLength(2);
}, 300_000);
