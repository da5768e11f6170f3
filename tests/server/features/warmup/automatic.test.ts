import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../../server/errors.ts';
import { automaticWarmups } from '../../../../server/features/warmup/automatic.ts';
import { holdClaim, LEASE_SECONDS } from '../../../../server/features/warmup/claim.ts';
import { createLiveWarmup } from '../../../../server/features/warmup/live-warmup.ts';
import { RETRY_DELAY_MS } from '../../../../server/features/warmup/pace.ts';
import type { Warmups } from '../../../../server/features/warmup/service.ts';
import { type WarmupAccount, type WarmupStore, warmupStore } from '../../../../server/features/warmup/store.ts';
import { createServerClient } from '../../../../server/supabase/client.ts';
import { systemClock } from '../../../../server/system/clock.ts';
import type { WarmupReason } from '../../../../shared/accounts/warmup.ts';
import { DEFAULT_WARMUP_LIMITS } from '../../../../shared/accounts/warmup-limits.ts';
import { serve } from '../../../helpers/loopback.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const HOUR_MS = 3_600_000;
const SEVEN = Date.parse('2026-11-21T07:00:00Z');
const COOLING = (hours: number) => new AppError('rate_limited', '', { retryAfterSeconds: hours * 3600 });

/** The outcome of each attempt for an account. */
type Outcomes = (AppError | WarmupReason | 'success')[];

/** Runs the automatic warm-ups of a day from `from` on; each visit takes five minutes. */
async function day(
  accounts: { [label: string]: Outcomes },
  { from = SEVEN, elsewhere = [] as string[], leftOut = { held: [] as string[], off: [] as string[] } } = {},
) {
  const visits: [label: string, hoursAfterSeven: number][] = [];
  let now = from;
  const all = Object.keys(accounts).map((label) => ({ id: label, label }) as WarmupAccount);
  const limits = { ...DEFAULT_WARMUP_LIMITS, warmup_hour_start: 7, warmup_hour_end: 22 };
  const store = {
    limits: async () => ({ limits, timezone: 'UTC' }),
    automaticAccounts: async () => all,
    accountsLeftOut: async () => leftOut,
  } as unknown as WarmupStore;
  const start: Warmups['start'] = async ({ accountId }) => {
    const outcome = accounts[accountId]?.shift() ?? 'success';
    if (outcome instanceof AppError) throw outcome;
    visits.push([accountId, (now - SEVEN) / HOUR_MS]);
    now += 300_000;
    const run = outcome === 'success' ? { status: outcome, reason: null } : { status: 'failed', reason: outcome };
    return { run, over: Promise.resolve(), stop: () => undefined } as unknown as Awaited<ReturnType<Warmups['start']>>;
  };
  const wait = async (ms: number) => {
    now += ms;
  };
  const deps = {
    warmups: { start } as Warmups,
    store,
    clock: { now: () => now, wait },
    elsewhere: async () => elsewhere,
  };
  const said = await automaticWarmups(deps, { signal: new AbortController().signal });
  return { visits, said };
}

it('warms up one after the other, waits for one whose 24 hours pass meanwhile, and says why not the others', async () => {
  const accounts = {
    First: [],
    Rested: [COOLING(2)],
    Cooling: [COOLING(20)],
    Absent: [new AppError('no_session', '')],
  };
  const leftOut = { held: ['Held'], off: ['Off'] };
  const { visits, said } = await day({ ...accounts, There: [] }, { elsewhere: ['There'], leftOut });
  expect(visits).toEqual([
    ['First', 0],
    ['Rested', expect.closeTo(2 + 1 / 12)],
  ]);
  expect(said.split('; ')).toEqual([
    'First, Rested warmed up',
    'Cooling had a warm-up less than 24 hours ago, or has one now',
    'Absent without a login on this machine',
    'Held left alone until you have logged in again, because Instagram objected',
    'Off skipped because automatic warm-ups are off.',
  ]);
});

it('tries once more where Instagram had trouble, not where it stopped the account, and not after the hours', async () => {
  const { visits, said } = await day({
    Unlucky: ['site_trouble', 'site_trouble'],
    Stopped: ['challenge'],
    Better: ['offline'],
  });
  const again = RETRY_DELAY_MS / HOUR_MS;
  expect(visits.map(([label]) => label)).toEqual(['Unlucky', 'Stopped', 'Better', 'Unlucky', 'Better']);
  expect(visits[3]?.[1]).toBeGreaterThanOrEqual(again);
  expect(said).toBe('Better warmed up; Stopped, Unlucky failed.');
  const late = await day({ Late: ['offline'] }, { from: SEVEN + 14 * HOUR_MS });
  expect([late.visits.length, late.said]).toEqual([1, 'Late failed.']);
});

it('leaves for another day whom the hours are over for, and begins with nobody outside of them', async () => {
  const slow = await day({ One: [], Two: [] }, { from: SEVEN + 15 * HOUR_MS - 60_000 });
  expect(slow.said).toBe('One warmed up; Two left for another day because the hours of automatic warm-ups were over.');
  const early = await day({ One: [] }, { from: SEVEN - 1 });
  expect(early).toEqual({
    visits: [],
    said: 'Nothing was warmed up: automatic warm-ups begin between 7:00 and 22:00.',
  });
});

const RENEW_MS = 20_000;

/** A hosted project that accepts connections but never responds. */
const project = ofFile(() => serve(() => undefined));
afterEach(() => void vi.useRealTimers());

it('a warm-up whose renewals are never answered stops when its claim has run out', async () => {
  const store = warmupStore(createServerClient(project.origin, 'sb_secret_test'));
  const run = { id: randomUUID(), accountId: randomUUID() };
  const live = createLiveWarmup(run, { store, clock: systemClock, longestMs: 60_000 });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const asked = once(project.server, 'request');
  const release = holdClaim(live, randomUUID(), RENEW_MS, fastify().log);
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  await asked;
  await vi.advanceTimersByTimeAsync(LEASE_SECONDS * 1000 - RENEW_MS - 1);
  expect(live.stopReason()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(live.stopReason()).toBe('claim_lost');
  release();
});
