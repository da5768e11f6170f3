import type { FileHandle } from 'node:fs/promises';
import PQueue from 'p-queue';
import {
  isStopSignal,
  WARMUP_PLATFORM,
  type WarmupRun,
  type WarmupRunsQuery,
  type WarmupStart,
  type WarmupStatusAnswer,
} from '../../../shared/accounts/warmup.ts';
import { rampedLimits, rampUpDay } from '../../../shared/accounts/warmup-ramp-up.ts';
import { openAccountProfile } from '../../browser/account-browser.ts';
import type { Profile } from '../../browser/profiles.ts';
import { AppError } from '../../errors.ts';
import { createRunRegistry } from '../../runs/live-run.ts';
import { createRecovery } from '../../runs/recovery.ts';
import { runQueued } from '../../runs/run-queued.ts';
import { attempted, within } from '../../system/time-limit.ts';
import { granted, LEASE_SECONDS } from './claim.ts';
import { runClaimed } from './claimed-run.ts';
import { createLiveWarmup, type LiveWarmup, type WarmupStop } from './live-warmup.ts';
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
import { tidyScreenshots } from './screenshots.ts';
import type { StoredRun, WarmupAccount, WarmupStore } from './store.ts';
import { type VisitDeps, type VisitOptions, visitInstagram } from './visit.ts';

const MINUTE_MS = 60_000;
/** Maximum concurrent warm-ups on this machine. */
const CONCURRENT_WARMUPS = 2;
/** How long a stopped warm-up may take to close its browser, and to store its end, before it counts as over. */
const STOP_LIMIT_MS = 6_000;
const KEPT_LIMIT_MS = 3_000;
const PROFILE_CLOSE_LIMIT_MS = 1_000;

export type WarmupsDeps = VisitDeps & {
  /** The agent's id: warmup_runs.owner. */
  owner: string;
  /** With the service key; null in hosted mode without one. */
  store: WarmupStore | null;
  /** The renewal interval of leases in milliseconds. */
  renewMs: number;
  /** Called with the label of an account that is put on hold because Instagram stopped its warm-up. */
  onHeld?: (label: string) => void;
};

/** The warm-ups of this machine. `store` has the caller's rights: AppError unavailable without one. */
export type Warmups = {
  /** Starts a warm-up. AppError not_found, bad_input, no_session, conflict, or rate_limited during the cooldown. */
  start(start: WarmupStart, store: WarmupStore | null): Promise<LiveWarmup>;
  /** AppError not_found. */
  status(accountId: string, store: WarmupStore | null): Promise<WarmupStatusAnswer>;
  /** The account's warm-up in this process. */
  liveOf(accountId: string): LiveWarmup | undefined;
  /** Stops the account's warm-up and waits for its end. AppError not_found. */
  cancel(accountId: string): Promise<WarmupRun>;
  /** Newest first. */
  list(query: WarmupRunsQuery, store: WarmupStore | null): Promise<WarmupRun[]>;
  /** A run's last screenshot, opened for reading. AppError not_found. */
  screenshot(runId: string, store: WarmupStore | null): Promise<FileHandle>;
  /** Stops every warm-up, waits until each is stored, and refuses new ones. Safe to call twice. */
  close(): Promise<void>;
};

export function createWarmups(deps: WarmupsDeps): Warmups {
  const { owner, dataDir, screenshots, store: own, log } = deps;
  const lives = createRunRegistry<LiveWarmup, WarmupStop>();
  /** Accounts whose start is being checked. */
  const starting = new Set<string>();
  const queue = new PQueue({ concurrency: CONCURRENT_WARMUPS });
  const { closing } = lives;
  const recovery = createRecovery((store: WarmupStore) => store.failInterrupted(owner));

  /** Nothing is read or started before the clean-up after a killed agent. */
  const ready = async (store: WarmupStore | null): Promise<WarmupStore> => {
    if (!store) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    await recovery.done(store);
    return store;
  };
  if (own) {
    const opening = ready(own).then(() => tidyScreenshots(screenshots, own));
    opening.catch((error: unknown) => log.warn({ err: error }, 'what a killed agent left is not cleaned up yet'));
  }
  const assertOpen = () => {
    if (closing.aborted) throw new AppError('unavailable', AGENT_STOPPED);
  };

  const run = async (live: LiveWarmup, { label }: WarmupAccount, visit: VisitOptions) => {
    const { stopping: signal } = live;
    const visitInTurn = () =>
      runQueued(queue, signal, () => {
        live.leaveQueue();
        return within(visitInstagram(live, visit, deps), { what: 'The warm-up', signal, graceMs: STOP_LIMIT_MS });
      });
    // The visit closes the profile itself, unless it was stopped while queued, or hangs.
    const work = () => visitInTurn().finally(() => attempted(visit.profile.close(), PROFILE_CLOSE_LIMIT_MS));
    const { ended, kept } = await runClaimed(live, work, { ...deps, closing });
    // Followers do not wait for an unavailable database.
    await attempted(kept, KEPT_LIMIT_MS);
    live.end(ended, ended.hasScreenshot);
    lives.remove(live.run.accountId);
    if (ended.reason && isStopSignal(ended.reason)) deps.onHeld?.(label);
    await tidyScreenshots(screenshots, live.store).catch((error: unknown) => {
      log.warn({ err: error }, 'old screenshots of warm-ups remain');
    });
  };

  const described = async ({ isExpired: _isSilent, ...run }: StoredRun): Promise<WarmupRun> => {
    const live = lives.get(run.accountId);
    if (live?.run.id === run.id) return live.run;
    return { ...run, hasScreenshot: await screenshots.has(run.id) };
  };

  /** Opens the profile of a newly claimed account. If it is in use, such as for a log-in, the claim is released. */
  const openClaimed = async (runId: string, account: WarmupAccount, store: WarmupStore): Promise<Profile> => {
    try {
      return await openAccountProfile({ dataDir, accountId: account.id, purpose: PURPOSE, signal: closing });
    } catch (error) {
      await store.giveBack(runId, owner, account).catch((refusal: unknown) => {
        log.warn({ err: refusal }, 'the claim of a warm-up is not given back; it expires');
      });
      throw closing.aborted ? new AppError('unavailable', AGENT_STOPPED) : error;
    }
  };

  const startNow = async (accountId: string, headful: boolean, store: WarmupStore): Promise<LiveWarmup> => {
    const account = await store.account(accountId);
    if (!account) throw new AppError('not_found', NO_ACCOUNT);
    if (account.platform !== WARMUP_PLATFORM) throw new AppError('bad_input', NOT_INSTAGRAM);
    if (!account.isLoggedIn) throw new AppError('no_session', LOGGED_OUT);
    if (!(await deps.sessions.read(accountId))) throw new AppError('no_session', NO_SESSION);
    const settings = await store.limits();
    const limits = rampedLimits(
      settings.limits,
      rampUpDay(account.rampUp, settings.rampUp, new Date(deps.clock.now())),
    );
    assertOpen();
    const runId = granted(await store.claim(accountId, owner, LEASE_SECONDS));
    const profile = await openClaimed(runId, account, store);
    const live = createLiveWarmup(
      { id: runId, accountId },
      { store, clock: deps.clock, longestMs: limits.warmup_minutes_max * MINUTE_MS },
    );
    lives.add(accountId, live);
    void run(live, account, { profile, limits, headful: headful && deps.host.hasScreen });
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
      if (!newest?.isExpired) return statusOf(newest);
      await store.failExpired();
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
      const file = await screenshots.open(run.id);
      if (!file) throw new AppError('not_found', NO_SCREENSHOT);
      return file;
    },
    async close() {
      await Promise.all([recovery.settled(), lives.stopAll('agent_stopped')]);
    },
  };
}

function statusOf(newest: StoredRun | undefined): WarmupStatusAnswer {
  if (newest?.status === 'running') return { isRunning: true };
  const status = newest && newest.status !== 'cancelled' ? newest.status : null;
  return { isRunning: false, status, reason: newest?.reason ?? null };
}
