import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { holdClaim, LEASE_SECONDS } from '../../../../server/features/warmup/claim.ts';
import { createLiveWarmup } from '../../../../server/features/warmup/live-warmup.ts';
import { warmupStore } from '../../../../server/features/warmup/store.ts';
import { createServerClient } from '../../../../server/supabase/client.ts';
import { systemClock } from '../../../../server/system/clock.ts';
import { serve } from '../../../helpers/loopback.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const RENEW_MS = 20_000;

/** A hosted project whose connections are taken and never answered. */
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
