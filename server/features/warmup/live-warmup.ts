import type {
  WarmupActivity,
  WarmupCounts,
  WarmupJournalEntry,
  WarmupProgress,
  WarmupReason,
  WarmupRun,
} from '../../../shared/warmup.ts';
import type { Clock } from '../../clock.ts';
import { RESTED } from './messages.ts';
import type { SessionState } from './next-step.ts';
import type { WarmupStore } from './store.ts';

const MINUTE_MS = 60_000;
/** Lines of a journal; the longest session has some hundred. */
const JOURNAL_MAX = 1000;

/** How a warm-up ended. */
export type WarmupEnding = { status: 'success' | 'failed' | 'cancelled'; reason: WarmupReason | null };

/** A warm-up of this process, from its claim to its end. */
export type LiveWarmup = {
  readonly run: WarmupRun;
  readonly progress: WarmupProgress;
  /** Aborts when the warm-up is to stop; the reason is a WarmupStop. */
  readonly stopping: AbortSignal;
  /** Only the first reason counts. */
  stop(stop: WarmupStop): void;
  /** Resolves when the warm-up is over and kept, however it ended. */
  readonly over: Promise<void>;
  /** What its rows are written with: the newest caller's rights, because a member's last an hour. */
  store: WarmupStore;
  /** Waits no longer for the end of another. */
  takeTurn(): void;
  /** The session's length is known now and counts from now on. */
  begin(lengthMs: number): void;
  /** Adds a line to the journal; rests that follow each other are one. */
  tell(activity: WarmupActivity, text: string, ms?: number): void;
  reach(activity: WarmupActivity, state: SessionState): void;
  /** Calls back at each change. Gives the function that ends it. */
  follow(follower: () => void): () => void;
  /** Says that it is over. */
  end(ending: WarmupEnding, hasScreenshot: boolean): void;
};

/** Why a warm-up is stopped from outside. A lost claim leaves the row to whoever has it now. */
export type WarmupStop = 'cancelled' | 'agent_stopped' | 'claim_lost';

/** `longestMs` stands for the session's length until that is drawn. */
export function createLiveWarmup(
  run: Pick<WarmupRun, 'id' | 'accountId'>,
  { store, clock, longestMs }: { store: WarmupStore; clock: Clock; longestMs: number },
): LiveWarmup {
  const followers = new Set<() => void>();
  const stopping = new AbortController();
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
  let finish: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const elapsedMs = () => (begun ? clock.now() - begun.at : 0);
  let endedAfterMs: number | undefined;
  const counts = () => ({ ...seen, seconds: Math.round((endedAfterMs ?? elapsedMs()) / 1000) });
  const changed = () => {
    for (const follower of followers) follower();
  };

  return {
    get run() {
      return { ...current, counts: counts(), journal: [...journal] };
    },
    get progress() {
      const leftMs = (begun?.lengthMs ?? longestMs) - elapsedMs();
      return { runId: run.id, activity, counts: counts(), minutesLeft: Math.max(0, Math.ceil(leftMs / MINUTE_MS)) };
    },
    stopping: stopping.signal,
    stop: (reason) => stopping.abort(reason),
    over,
    store,
    takeTurn() {
      activity = 'opening';
      changed();
    },
    begin(lengthMs) {
      begun = { at: clock.now(), lengthMs };
      changed();
    },
    tell(where, text, ms) {
      const seconds = ms === undefined ? undefined : Math.round(ms / 100) / 10;
      const last = journal.at(-1);
      if (text === RESTED && last?.text === RESTED) {
        last.seconds = Math.round(((last.seconds ?? 0) + (seconds ?? 0)) * 10) / 10;
      } else if (journal.length < JOURNAL_MAX) {
        const at = new Date(clock.now()).toISOString();
        journal.push({ at, activity: where, text, ...(seconds !== undefined && { seconds }) });
      }
    },
    reach(where, { seen: { feed, stories, reels }, likes }) {
      activity = where;
      seen = { postsSeen: feed, storiesSeen: stories, reelsSeen: reels, likes };
      changed();
    },
    follow(follower) {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    end(ending, hasScreenshot) {
      endedAfterMs = elapsedMs();
      current = { ...current, ...ending, hasScreenshot, finishedAt: new Date(clock.now()).toISOString() };
      finish();
    },
  };
}
