import type { FastifyBaseLogger } from 'fastify';
import { holdLease } from '../../../shared/agent/lease.ts';
import { AppError } from '../../errors.ts';
import type { LiveWarmup } from './live-warmup.ts';
import { ALREADY_RUNNING, cooldown, NO_ACCOUNT, NOT_INSTAGRAM } from './messages.ts';
import type { WarmupClaim } from './store.ts';

const HOUR_MS = 3_600_000;

/** How long a lease lasts without a renewal, in seconds. */
export const LEASE_SECONDS = 60;

/**
 * Renews a warm-up's lease every `renewMs` milliseconds, and stores its progress. Stops the warm-up when the lease is
 * lost or has expired. Returns a function that stops renewing.
 */
export function holdClaim(live: LiveWarmup, owner: string, renewMs: number, log: FastifyBaseLogger): () => void {
  const { id } = live.run;
  const warn = (error: unknown) => log.warn({ err: error }, 'the claim of a warm-up was not renewed');
  let isKeeping = false;
  const keep = () => {
    if (isKeeping) return;
    isKeeping = true;
    live.store
      .keep(id, owner, live.run)
      .catch(warn)
      .finally(() => {
        isKeeping = false;
      });
  };
  const renew = async () => {
    try {
      const isOurs = await live.store.renew(id, owner, LEASE_SECONDS);
      if (isOurs) keep();
      return isOurs;
    } catch (error) {
      warn(error);
      throw error;
    }
  };
  const lease = holdLease(renew, { renewMs, durationMs: LEASE_SECONDS * 1000 });
  lease.lost.addEventListener('abort', () => live.stop('claim_lost'));
  return lease.release;
}

/** The id of the run that a claim has started. AppError if it was refused. */
export function granted(claim: WarmupClaim): string {
  switch (claim.outcome) {
    case 'started':
      return claim.run_id;
    case 'not_found':
      throw new AppError('not_found', NO_ACCOUNT);
    case 'not_instagram':
      throw new AppError('bad_input', NOT_INSTAGRAM);
    case 'running':
      throw new AppError('conflict', ALREADY_RUNNING);
    case 'cooldown': {
      const hours = Math.max(1, Math.ceil(claim.waitMs / HOUR_MS));
      const retryAfterSeconds = Math.max(1, claim.waitMs / 1000);
      throw new AppError('rate_limited', cooldown(hours), { retryAfterSeconds });
    }
  }
}
