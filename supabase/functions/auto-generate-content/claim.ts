import { GenerationError } from './generation-error.ts';
import { MESSAGES } from './messages.ts';
import type { RunStore } from './run-store.ts';

/** Well under the lease, so that one lost renewal does not lose the claim. */
const RENEW_MS = 15_000;

/**
 * Does the work of a claimed run and keeps its claim alive meanwhile. The signal aborts when another run has taken
 * over. Work that throws ends the run as failed; the error is rethrown to the caller.
 */
export async function holdClaim<T>(runs: RunStore, run: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    // An unreachable backend is no lost claim: the commit finds out.
    const held = await runs.renew(run).catch(() => true);
    if (!held) lost.abort(new GenerationError('conflict', MESSAGES.lostClaim));
  }, RENEW_MS);
  try {
    return await work(lost.signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // When this fails too, the lease runs out; the first error is the one to tell.
    await runs.fail(run, reason).catch(() => {});
    throw error;
  } finally {
    clearInterval(renewal);
  }
}
