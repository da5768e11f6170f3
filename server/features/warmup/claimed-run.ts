import type { FastifyBaseLogger } from 'fastify';
import { isStopSignal, type WarmupReason } from '../../../shared/accounts/warmup.ts';
import { keepEnd } from '../../runs/keep-end.ts';
import { holdClaim } from './claim.ts';
import type { LiveWarmup, WarmupEnding } from './live-warmup.ts';
import { screenshotPath } from './screenshots.ts';
import { endingOfStop } from './visit.ts';

/** The ends after which the saved session is worth nothing. */
const LOGS_OUT: readonly WarmupReason[] = ['login', 'challenge', 'checkpoint', 'two_factor', 'suspended', 'disabled'];

export type ClaimedRunDeps = {
  /** The agent's id: warmup_runs.owner. */
  owner: string;
  /** How often the claim is renewed, in milliseconds. */
  renewMs: number;
  /** Aborts when the agent stops. */
  closing: AbortSignal;
  log: FastifyBaseLogger;
};

type VisitEnd = WarmupEnding & { hasScreenshot: boolean };

/** How a warm-up ended; `kept` resolves when the database has that, or will not have it from here. */
export type ClaimedRunEnd = { ended: VisitEnd; kept: Promise<unknown> };

/**
 * Holds a warm-up's claim during `work`, and keeps its end: the run, and what follows from it for the account. A claim
 * that was lost is the affair of whoever has it now. Work that was stopped and does not end in time is left behind:
 * whatever it waits for, the run ends.
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
      ? keepEnd(() => finish(live, ended, owner), { ...deps, what: 'the end of a warm-up' })
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
