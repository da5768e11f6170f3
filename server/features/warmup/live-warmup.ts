import type {
  WarmupActivity,
  WarmupCounts,
  WarmupJournalEntry,
  WarmupProgress,
  WarmupReason,
  WarmupRun,
} from '../../../shared/accounts/warmup.ts';
import { createLiveRun, type LiveRun } from '../../runs/live-run.ts';
import type { Clock } from '../../system/clock.ts';
import { RESTED } from './messages.ts';
import type { SessionState } from './next-step.ts';
import type { WarmupStore } from './store.ts';

const MINUTE_MS = 60_000;
/** Lines of a journal; the longest session has a few hundred. */
const JOURNAL_MAX = 1000;

export type WarmupEnding = { status: 'success' | 'failed' | 'cancelled'; reason: WarmupReason | null };

/** A warm-up in this process, from its claim to its end. Its followers are called at each change. */
export type LiveWarmup = LiveRun<() => void, WarmupStop> & {
  readonly run: WarmupRun;
  readonly progress: WarmupProgress;
  /** Writes its rows with the latest caller's rights, because a member's token expires after an hour. */
  store: WarmupStore;
  /** Marks it as no longer queued. */
  leaveQueue(): void;
  /** Starts the session's time, now that its length is known. */
  begin(lengthMs: number): void;
  /** Adds a line to the journal; consecutive rests are merged. */
  record(activity: WarmupActivity, text: string, ms?: number): void;
  report(activity: WarmupActivity, state: SessionState): void;
  end(ending: WarmupEnding, hasScreenshot: boolean): void;
};

/** Why a warm-up is stopped from outside. After a lost claim, the new owner stores its end. */
export type WarmupStop = 'cancelled' | 'agent_stopped' | 'claim_lost';

/** `longestMs` is used until the session's length is drawn. */
export function createLiveWarmup(
  run: Pick<WarmupRun, 'id' | 'accountId'>,
  { store, clock, longestMs }: { store: WarmupStore; clock: Clock; longestMs: number },
): LiveWarmup {
  const live = createLiveRun<() => void, WarmupStop>();
  const startedAt = new Date(clock.now()).toISOString();
  const journal: WarmupJournalEntry[] = [];
  let current: Omit<WarmupRun, 'counts' | 'journal'> = {
    ...run,
    startedAt,
    finishedAt: null,
    status: 'running',
    reason: null,
    hasScreenshot: false,
  };
  let activity: WarmupActivity = 'waiting';
  let seen: Omit<WarmupCounts, 'seconds'> = { postsSeen: 0, storiesSeen: 0, reelsSeen: 0, likes: 0 };
  let begun: { at: number; lengthMs: number } | undefined;

  const elapsedMs = () => (begun ? clock.now() - begun.at : 0);
  let endedAfterMs: number | undefined;
  const counts = () => ({ ...seen, seconds: Math.round((endedAfterMs ?? elapsedMs()) / 1000) });
  const changed = () => live.notify((follower) => follower());

  return {
    ...live,
    get run() {
      return { ...current, counts: counts(), journal: [...journal] };
    },
    get progress() {
      const leftMs = (begun?.lengthMs ?? longestMs) - elapsedMs();
      return { runId: run.id, activity, counts: counts(), minutesLeft: Math.max(0, Math.ceil(leftMs / MINUTE_MS)) };
    },
    store,
    leaveQueue() {
      activity = 'opening';
      changed();
    },
    begin(lengthMs) {
      begun = { at: clock.now(), lengthMs };
      changed();
    },
    record(where, text, ms) {
      const seconds = ms === undefined ? undefined : Math.round(ms / 100) / 10;
      const last = journal.at(-1);
      if (text === RESTED && last?.text === RESTED) {
        last.seconds = Math.round(((last.seconds ?? 0) + (seconds ?? 0)) * 10) / 10;
      } else if (journal.length < JOURNAL_MAX) {
        const at = new Date(clock.now()).toISOString();
        journal.push({ at, activity: where, text, ...(seconds !== undefined && { seconds }) });
      }
    },
    report(where, { seen: { feed, stories, reels }, likes }) {
      activity = where;
      seen = { postsSeen: feed, storiesSeen: stories, reelsSeen: reels, likes };
      changed();
    },
    end(ending, hasScreenshot) {
      endedAfterMs = elapsedMs();
      current = { ...current, ...ending, hasScreenshot, finishedAt: new Date(clock.now()).toISOString() };
      live.end();
    },
  };
}
