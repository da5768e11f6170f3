import {
  isStopSignal,
  WARMUP_PLATFORM,
  type WarmupRun,
  type WarmupRunsQuery,
  type WarmupStart,
  type WarmupStatusAnswer,
} from '../../../shared/warmup.ts';
import { rampedLimits, rampUpDay } from '../../../shared/warmup-ramp-up.ts';
import { openProfile } from '../../browser/profiles.ts';
import { readSession } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { attempted, within } from '../../time-limit.ts';
import { carryThrough } from './carry-through.ts';
import { granted, LEASE_S } from './claim.ts';
import { createLiveWarmup, type LiveWarmup } from './live-warmup.ts';
import {
  AGENT_STOPPED,
  ALREADY_RUNNING,
  LOGGED_OUT,
  NEEDS_SECRET_KEY,
  NO_ACCOUNT,
  NO_SCREENSHOT,
  NO_SESSION,
  NO_SUCH_RUN,
  NOT_INSTAGRAM,
  NOT_RUNNING,
  PURPOSE,
} from './messages.ts';
import { type PerformDeps, performWarmup } from './perform-warmup.ts';
import { tidyScreenshots } from './screenshots.ts';
import type { KeptRun, WarmupAccount, WarmupStore } from './store.ts';
import { createTurns } from './turns.ts';

const MINUTE_MS = 60_000;
/** How long a warm-up that was stopped may take to close its browser, and its end to be kept, until it is over all the same. */
const STOP_LIMIT_MS = 6_000;
const KEPT_LIMIT_MS = 3_000;

export type WarmupsDeps = PerformDeps & {
  /** The agent's id: warmup_runs.owner. */
  owner: string;
  /** With the service key; null in hosted mode without one. */
  store: WarmupStore | null;
  /** How often a claim is renewed, in milliseconds. */
  renewMs: number;
  /** Called with the label of an account that Instagram has stopped. */
  onHeld?: (label: string) => void;
};

/** The warm-ups of this machine. `store` is what the caller may see and write: AppError unavailable without one. */
export type Warmups = {
  /** Starts a warm-up. AppError not_found, bad_input, no_session, conflict, or rate_limited during the cooldown. */
  start(start: WarmupStart, store: WarmupStore | null): Promise<LiveWarmup>;
  /** AppError not_found. */
  status(accountId: string, store: WarmupStore | null): Promise<WarmupStatusAnswer>;
  /** The account's warm-up, when it runs in this process. */
  liveOf(accountId: string): LiveWarmup | undefined;
  /** Stops the account's warm-up and waits for its end. AppError not_found. */
  cancel(accountId: string): Promise<WarmupRun>;
  /** Newest first. */
  list(query: WarmupRunsQuery, store: WarmupStore | null): Promise<WarmupRun[]>;
  /** The absolute path of a run's last screenshot. AppError not_found. */
  screenshot(runId: string, store: WarmupStore | null): Promise<string>;
  /** Stops every warm-up and waits until each is kept; takes no new ones. Safe to call twice. */
  close(): Promise<void>;
};

export function createWarmups(deps: WarmupsDeps): Warmups {
  const { owner, dataDir, screenshots, store: own, log } = deps;
  const lives = new Map<string, LiveWarmup>();
  /** Accounts whose start is being looked into. */
  const starting = new Set<string>();
  const turns = createTurns();
  const closing = new AbortController();
  let recovered: Promise<void> | undefined;

  /** Nothing is read or started before what a killed agent left is put right. */
  const ready = async (store: WarmupStore | null): Promise<WarmupStore> => {
    if (!store) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    recovered ??= store.failInterrupted(owner).catch((error: unknown) => {
      recovered = undefined;
      throw error;
    });
    await recovered;
    return store;
  };
  if (own) {
    const opening = ready(own).then(() => tidyScreenshots(screenshots, own));
    opening.catch((error: unknown) => log.warn({ err: error }, 'what a killed agent left is not put right yet'));
  }
  const assertOpen = () => {
    if (closing.signal.aborted) throw new AppError('unavailable', AGENT_STOPPED);
  };

  const carry = async (live: LiveWarmup, { label }: WarmupAccount, wish: Parameters<typeof performWarmup>[1]) => {
    const { stopping: signal } = live;
    const work = () =>
      turns.take(signal, () => {
        live.takeTurn();
        return within(performWarmup(live, wish, deps), { what: 'The warm-up', signal, graceMs: STOP_LIMIT_MS });
      });
    const { ended, kept } = await carryThrough(live, work, { ...deps, closing: closing.signal });
    // Whoever waits for the end does not wait for a database that is away.
    await attempted(kept, KEPT_LIMIT_MS);
    live.end(ended, ended.hasScreenshot);
    lives.delete(live.run.accountId);
    if (ended.reason && isStopSignal(ended.reason)) deps.onHeld?.(label);
    await tidyScreenshots(screenshots, live.store).catch((error: unknown) => {
      log.warn({ err: error }, 'old screenshots of warm-ups remain');
    });
  };

  const described = async ({ isSilent: _isSilent, ...run }: KeptRun): Promise<WarmupRun> => {
    const live = lives.get(run.accountId);
    if (live?.run.id === run.id) return live.run;
    return { ...run, hasScreenshot: (await screenshots.find(run.id)) !== null };
  };

  const startNow = async (accountId: string, headful: boolean, store: WarmupStore): Promise<LiveWarmup> => {
    const account = await store.account(accountId);
    if (!account) throw new AppError('not_found', NO_ACCOUNT);
    if (account.platform !== WARMUP_PLATFORM) throw new AppError('bad_input', NOT_INSTAGRAM);
    if (!account.isLoggedIn) throw new AppError('no_session', LOGGED_OUT);
    if (!(await readSession(dataDir, accountId))) throw new AppError('no_session', NO_SESSION);
    // In use for a log-in, say; better told now than as the run's end.
    await (await openProfile(dataDir, accountId, PURPOSE)).close();
    const settings = await store.limits();
    const limits = rampedLimits(
      settings.limits,
      rampUpDay(account.rampUp, settings.rampUp, new Date(deps.clock.now())),
    );
    assertOpen();
    const runId = granted(await store.claim(accountId, owner, LEASE_S));
    const live = createLiveWarmup(
      { id: runId, accountId },
      { store, clock: deps.clock, longestMs: limits.warmup_minutes_max * MINUTE_MS },
    );
    lives.set(accountId, live);
    if (closing.signal.aborted) live.stop('agent_stopped');
    void carry(live, account, { limits, headful: headful && deps.host.hasScreen });
    return live;
  };

  return {
    async start({ accountId, headful = false }, caller) {
      const store = await ready(caller);
      assertOpen();
      if (lives.has(accountId) || starting.has(accountId)) throw new AppError('conflict', ALREADY_RUNNING);
      starting.add(accountId);
      return startNow(accountId, headful, store).finally(() => starting.delete(accountId));
    },
    async status(accountId, caller) {
      const live = lives.get(accountId);
      if (live) {
        live.store = caller ?? live.store;
        return { isRunning: true, progress: live.progress };
      }
      const store = await ready(caller);
      const [account, [newest]] = await Promise.all([store.account(accountId), store.list({ accountId, limit: 1 })]);
      if (!account) throw new AppError('not_found', NO_ACCOUNT);
      if (!newest?.isSilent) return statusOf(newest);
      await store.failSilent();
      return statusOf((await store.list({ accountId, limit: 1 }))[0]);
    },
    liveOf: (accountId) => lives.get(accountId),
    async cancel(accountId) {
      const live = lives.get(accountId);
      if (!live) throw new AppError('not_found', NOT_RUNNING);
      live.stop('cancelled');
      await live.over;
      return live.run;
    },
    async list(query, caller) {
      const store = await ready(caller);
      return Promise.all((await store.list(query)).map(described));
    },
    async screenshot(runId, caller) {
      const store = await ready(caller);
      const run = await store.read(runId);
      if (!run) throw new AppError('not_found', NO_SUCH_RUN);
      const file = await screenshots.find(run.id);
      if (!file) throw new AppError('not_found', NO_SCREENSHOT);
      return file;
    },
    async close() {
      closing.abort();
      const running = [...lives.values()];
      for (const live of running) live.stop('agent_stopped');
      await Promise.all([recovered?.catch(() => undefined), ...running.map(({ over }) => over)]);
    },
  };
}

function statusOf(newest: KeptRun | undefined): WarmupStatusAnswer {
  if (newest?.status === 'running') return { isRunning: true };
  const status = newest && newest.status !== 'cancelled' ? newest.status : null;
  return { isRunning: false, status, reason: newest?.reason ?? null };
}
