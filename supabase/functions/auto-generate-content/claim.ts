import { holdLease, type LeaseTimes } from '../../../shared/lease.ts';
import { GenerationError } from './generation-error.ts';
import { MESSAGES } from './messages.ts';
import { LEASE_SECONDS, type RunStore } from './run-store.ts';

/** Renewed well before it expires, so that one lost renewal does not lose the claim. */
const LEASE: LeaseTimes = { renewMs: 15_000, durationMs: LEASE_SECONDS * 1000 };

/**
 * Does the work of a claimed run and keeps its claim meanwhile. The signal aborts when another run has taken over, or
 * when the claim has expired because
 * it could not be renewed. Work that throws ends the run as failed and rejects with its error.
 */
export async function holdClaim<T>(
  runs: Pick<RunStore, 'renew' | 'fail'>,
  run: string,
  work: (signal: AbortSignal) => Promise<T>,
  times: LeaseTimes = LEASE,
): Promise<T> {
  const lostClaim = () => new GenerationError('conflict', MESSAGES.lostClaim);
  const lease = holdLease(() => runs.renew(run), times, lostClaim);
  try {
    return await work(lease.lost);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // When this fails too, the lease expires; the first error is the one to throw.
    await runs.fail(run, reason).catch(() => {});
    throw error;
  } finally {
    lease.release();
  }
}
