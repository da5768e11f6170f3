import type { FastifyBaseLogger } from 'fastify';
import { isStopSignal, type WarmupReason } from '../../../shared/accounts/warmup.ts';
import { recordEnd } from '../../runs/record-end.ts';
import { holdClaim } from './claim.ts';
import type { LiveWarmup, WarmupEnding } from './live-warmup.ts';
import { screenshotPath } from './screenshots.ts';
import { endingOfStop } from './visit.ts';

/** Reasons that mean that the saved session is invalid. */
const LOGS_OUT: readonly WarmupReason[] = ['login', 'challenge', 'checkpoint', 'two_factor', 'suspended', 'disabled'];

export type ClaimedRunDeps = {
  /** The agent's id: warmup_runs.owner. */
  owner: string;
  /** The renewal interval in milliseconds. */
  renewMs: number;
  closing: AbortSignal;
  log: FastifyBaseLogger;
};

type VisitEnd = WarmupEnding & { hasScreenshot: boolean };

/** How a warm-up ended; `kept` resolves when the end is stored, or storing was given up. */
export type ClaimedRunEnd = { ended: VisitEnd; kept: Promise<unknown> };

/**
 * Holds a warm-up's lease during `work`, and stores its end and the account's resulting state. After a lost lease, the
 * new lease owner records the end. Work that does not stop in time is abandoned, and the run ends anyway.
 */
export async function runClaimed(
  live: LiveWarmup,
  work: () => Promise<VisitEnd>,
  deps: ClaimedRunDeps,
): Promise<ClaimedRunEnd> {
  const { owner, renewMs, log } = deps;
  const release = holdClaim(live, owner, renewMs, log);
  const stopped = (): VisitEnd => ({ ...endingOfStop(live.stopReason() ?? 'agent_stopped'), hasScreenshot: false });
  const ended = await work().catch(stopped);
  release();
  const isOurs = live.stopReason() !== 'claim_lost';
  return {
    ended,
    kept: isOurs
      ? recordEnd(() => finish(live, ended, owner), { ...deps, what: 'the end of a warm-up' })
      : Promise.resolve(),
  };
}

async function finish(live: LiveWarmup, { status, reason, hasScreenshot }: VisitEnd, owner: string): Promise<void> {
  const { id, accountId, counts, journal } = live.run;
  if (reason && LOGS_OUT.includes(reason)) await live.store.setLoggedOut(accountId);
  await live.store.finish(id, owner, {
    status,
    reason,
    counts,
    journal,
    screenshotPath: hasScreenshot ? screenshotPath(id) : null,
    hold: reason !== null && isStopSignal(reason),
  });
}
