import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isStopSignal, type WarmupReason } from '../../../shared/warmup.ts';
import { within } from '../../time-limit.ts';
import { holdClaim } from './claim.ts';
import type { LiveWarmup, WarmupEnding } from './live-warmup.ts';
import { endingOfStop } from './perform-warmup.ts';
import { screenshotPath } from './screenshots.ts';

/** The ends after which the saved session is worth nothing. */
const LOGS_OUT: readonly WarmupReason[] = ['login', 'challenge', 'checkpoint', 'two_factor', 'suspended', 'disabled'];
/** How long the database may take to write an end, and how long to wait before one is written again that could not be kept, in milliseconds. */
const KEEP_LIMIT_MS = 10_000;
const CLOSING_MS = 3_000;
const AGAIN_MS = [1_000, 3_000, 10_000, 20_000, 0];

export type CarryDeps = {
  /** The agent's id: warmup_runs.owner. */
  owner: string;
  /** How often the claim is renewed, in milliseconds. */
  renewMs: number;
  /** The agent ends: no more second tries. */
  closing: AbortSignal;
  log: FastifyBaseLogger;
};

type Ended = WarmupEnding & { hasScreenshot: boolean };

/** How a warm-up ended; `kept` resolves when the database has that, or will not have it from here. */
export type CarriedThrough = { ended: Ended; kept: Promise<void> };

/**
 * Holds a warm-up's claim while `work` goes on, and keeps its end: the run, and what follows from it for the account. A claim that was lost is the
 * affair of whoever has it now. Work that was stopped and does not end in time is left behind: whatever it waits for, the run ends.
 */
export async function carryThrough(
  live: LiveWarmup,
  work: () => Promise<Ended>,
  deps: CarryDeps,
): Promise<CarriedThrough> {
  const { owner, renewMs, log } = deps;
  const letGo = holdClaim(live, owner, renewMs, log);
  const stopped = (): Ended => ({ ...endingOfStop(live.stopping.reason), hasScreenshot: false });
  const ended = await work().catch(stopped);
  letGo();
  const isOurs = live.stopping.reason !== 'claim_lost';
  return { ended, kept: isOurs ? untilKept(() => keepEnd(live, ended, owner), deps) : Promise.resolve() };
}

async function keepEnd(live: LiveWarmup, { status, reason, hasScreenshot }: Ended, owner: string): Promise<void> {
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

/** Tries again for a while. After that the claim runs out, and whoever looks at the account next ends the run. */
async function untilKept(keep: () => Promise<void>, { closing, log }: CarryDeps): Promise<void> {
  for (const ms of AGAIN_MS) {
    try {
      return await within(keep(), {
        ms: KEEP_LIMIT_MS,
        what: 'Keeping the end of the warm-up',
        signal: closing,
        graceMs: CLOSING_MS,
      });
    } catch (error) {
      log.warn({ err: error }, 'the end of a warm-up is not kept yet');
    }
    if (closing.aborted) return;
    await delay(ms, undefined, { signal: closing }).catch(() => undefined);
  }
}
