import { once } from 'node:events';
import { expect, it } from 'vitest';
import { holdLease } from '../../../server/jobs/lease.ts';
import { deferred } from '../../helpers/deferred.ts';

it('is renewed again and again, and lost when somebody else has it', async () => {
  let renewals = 0;
  const lease = holdLease(async () => ++renewals < 4, 1);
  await once(lease.lost, 'abort');
  expect(renewals).toBe(4);
});

it('stands while Supabase cannot be reached for a moment', async () => {
  const enough = deferred<void>();
  let renewals = 0;
  const lease = holdLease(async () => {
    if (++renewals === 5) enough.resolve();
    if (renewals < 5) throw new Error('offline');
    return true;
  }, 1);
  await enough.promise;
  expect(lease.lost.aborted).toBe(false);
  lease.release();
});
