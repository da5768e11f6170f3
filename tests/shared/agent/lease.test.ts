import { once } from 'node:events';
import { expect, it } from 'vitest';
import { holdLease } from '../../../shared/agent/lease.ts';
import { deferred } from '../../helpers/deferred.ts';

it('is renewed again and again, and lost when somebody else has it', async () => {
  let renewals = 0;
  const lease = holdLease(async () => ++renewals < 4, { renewMs: 1, durationMs: 60_000 });
  await once(lease.lost, 'abort');
  expect(renewals).toBe(4);
});

it('stands while Supabase cannot be reached for a moment', async () => {
  const enough = deferred<void>();
  let renewals = 0;
  const lease = holdLease(
    async () => {
      if (++renewals === 5) enough.resolve();
      if (renewals < 5) throw new Error('offline');
      return true;
    },
    { renewMs: 1, durationMs: 60_000 },
  );
  await enough.promise;
  expect(lease.lost.aborted).toBe(false);
  lease.release();
});

it('is lost when it has run out, also while a renewal waits for an answer that never comes', async () => {
  const lease = holdLease(() => new Promise(() => undefined), { renewMs: 1, durationMs: 50 });
  await once(lease.lost, 'abort');
});

it('is never lost once it was released', async () => {
  const lease = holdLease(async () => true, { renewMs: 1, durationMs: 5 });
  lease.release();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(lease.lost.aborted).toBe(false);
});

it('is asked for before it is relied on, where the process was frozen in between', async () => {
  let isOurs = true;
  let asked = 0;
  const renew = async () => {
    asked += 1;
    return isOurs;
  };
  const lease = holdLease(renew, { renewMs: 10, durationMs: 60_000 });
  await lease.confirm();
  expect(asked).toBe(0);
  // Blocks the thread, as SIGSTOP would: no timer fires on time.
  const freeze = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
  freeze();
  await lease.confirm();
  expect(asked).toBeGreaterThan(0);
  freeze();
  isOurs = false;
  await expect(lease.confirm()).rejects.toThrow();
  expect(lease.lost.aborted).toBe(true);
});
