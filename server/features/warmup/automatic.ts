import { Temporal } from 'temporal-polyfill';
import { isPassing } from '../../../shared/accounts/warmup.ts';
import type { WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import { AppError } from '../../errors.ts';
import type { Clock } from '../../system/clock.ts';
import type { LiveWarmup } from './live-warmup.ts';
import {
  type AutomaticTally,
  NEEDS_SECRET_KEY,
  outsideHours,
  summaryOf,
  tryingAgain,
  waitingFor,
  warmingUp,
} from './messages.ts';
import { RETRY_DELAY_MS } from './pace.ts';
import type { Warmups } from './service.ts';
import type { WarmupAccount, WarmupStore } from './store.ts';

/** The context that the job of automatic warm-ups provides. */
export type AutomaticRun = { signal: AbortSignal; report?(progress: string): void };

type Deps = {
  warmups: Warmups;
  store: WarmupStore | null;
  clock: Clock;
  /** The accounts that another agent warms up because they are signed in there, not here. */
  elsewhere(): Promise<readonly string[]>;
};
/** An account due at `at`, in milliseconds since the epoch. `hasFailed`: this is its second attempt. */
type Candidate = { account: WarmupAccount; at: number; hasFailed: boolean };

/**
 * Warms up, one after another, each Instagram account that is logged in, has automatic warm-ups on and is not on hold,
 * within the hours of the settings. An account whose last warm-up is less than 24 hours ago waits until they have
 * passed; one that failed because Instagram had a server error or was unreachable is retried once after RETRY_DELAY_MS,
 * if that is within the day's hours. Returns a one-sentence summary. Rejects with the signal's reason when stopped, and
 * with AppError unavailable in hosted mode without a secret key.
 */
export async function automaticWarmups({ warmups, store, clock, elsewhere }: Deps, run: AutomaticRun): Promise<string> {
  if (!store) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const { signal, report } = run;
  const { limits, timezone } = await store.limits();
  if (!isWithinHours(limits, timezone, clock.now())) {
    return outsideHours(limits.warmup_hour_start, limits.warmup_hour_end);
  }
  const others = await elsewhere();
  const accounts = (await store.automaticAccounts()).filter(({ id }) => !others.includes(id));
  const end = endOfHours(limits, timezone, clock.now());
  const skippedAccounts = await store.accountsLeftOut();
  const tally: AutomaticTally = { warmedUp: [], failed: [], cooling: [], absent: [], late: [], ...skippedAccounts };
  const candidates: Candidate[] = accounts.map((account) => ({ account, at: 0, hasFailed: false }));

  for (let next = takeFirst(candidates); next; next = takeFirst(candidates)) {
    const { account, at, hasFailed } = next;
    const wait = at - clock.now();
    if (wait > 0) {
      report?.(hasFailed ? tryingAgain(account.label) : waitingFor(account.label));
      await clock.wait(wait, signal);
    }
    signal.throwIfAborted();
    if (clock.now() >= end) {
      (hasFailed ? tally.failed : tally.late).push(account.label);
    } else if (await isStillWanted(store, account)) {
      report?.(warmingUp(account.label));
      const again = await warmUp(next, { warmups, store, clock }, signal, tally);
      if (again && again.at < end) candidates.push(again);
      else if (again) (again.hasFailed ? tally.failed : tally.cooling).push(account.label);
    }
  }
  return summaryOf(tally);
}

/** Warms an account up and tallies the result; returns its next attempt if it has to wait for one. */
async function warmUp(
  { account, hasFailed }: Candidate,
  { warmups, store, clock }: Pick<Deps, 'warmups' | 'store' | 'clock'>,
  signal: AbortSignal,
  tally: AutomaticTally,
): Promise<Candidate | null> {
  const { id, label } = account;
  let live: LiveWarmup;
  try {
    live = await warmups.start({ accountId: id }, store);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'rate_limited')
      return { account, at: clock.now() + (error.retryAfterSeconds ?? 0) * 1000, hasFailed };
    if (error.code === 'no_session') tally.absent.push(label);
    else if (error.code === 'conflict') tally.cooling.push(label);
    else if (error.code !== 'not_found') throw error;
    return null;
  }
  const stop = () => live.stop('cancelled');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await live.over;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  const { status, reason } = live.run;
  if (!hasFailed && reason && isPassing(reason)) return { account, at: clock.now() + RETRY_DELAY_MS, hasFailed: true };
  if (status === 'success') tally.warmedUp.push(label);
  else tally.failed.push(label);
  return null;
}

/** Automatic warm-ups may have been switched off, or the account held, during the earlier ones. */
async function isStillWanted(store: WarmupStore, { id }: WarmupAccount): Promise<boolean> {
  return (await store.automaticAccounts()).some((account) => account.id === id);
}

function takeFirst(candidates: Candidate[]): Candidate | undefined {
  candidates.sort((one, other) => one.at - other.at);
  return candidates.shift();
}

/** Whether a warm-up may start automatically at `now`, in milliseconds since the epoch. */
function isWithinHours(limits: WarmupLimits, timezone: string, now: number): boolean {
  const { hour } = localTime(timezone, now);
  return hour >= limits.warmup_hour_start && hour < limits.warmup_hour_end;
}

/** The end of the day's hours, in milliseconds since the epoch. */
function endOfHours({ warmup_hour_end }: WarmupLimits, timezone: string, now: number): number {
  const midnight = localTime(timezone, now).startOfDay();
  const end = warmup_hour_end === 24 ? midnight.add({ days: 1 }) : midnight.withPlainTime({ hour: warmup_hour_end });
  return end.epochMilliseconds;
}

function localTime(timezone: string, now: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
}
