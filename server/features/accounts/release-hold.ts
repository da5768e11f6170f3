import type { Account } from '../../../shared/accounts.ts';
import { holdEnd } from '../../../shared/warmup-hold.ts';
import { AppError } from '../../errors.ts';
import { HOLD_CHANGED, HOLD_NEEDS_LOG_IN, NO_HOLD, stillResting } from './messages.ts';
import type { AccountStore } from './store.ts';

/**
 * Lifts the hold of an account's automatic warm-ups without a log-in. AppError not_found; conflict where there is none,
 * or only a log-in ends it; rate_limited, with when, while the account rests.
 */
export async function releaseHold(id: string, store: AccountStore, now: Date): Promise<Account> {
  const account = await store.read(id);
  const end = holdEnd(account.warmupHeldReason, account.warmupHeldAt, now);
  switch (end.by) {
    case 'none':
      throw new AppError('conflict', NO_HOLD);
    case 'log_in':
      throw new AppError('conflict', HOLD_NEEDS_LOG_IN);
    case 'person_later': {
      const retryAfterSeconds = Math.ceil((end.from.getTime() - now.getTime()) / 1000);
      throw new AppError('rate_limited', stillResting(end.from), { retryAfterSeconds });
    }
    default:
      if (!(await store.releaseHold(account))) throw new AppError('conflict', HOLD_CHANGED);
      return store.read(id);
  }
}
