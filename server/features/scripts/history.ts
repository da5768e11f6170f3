import type { FastifyBaseLogger } from 'fastify';
import { createRecovery } from '../../runs/recovery.ts';
import type { HistoryStore } from './history-store.ts';
import type { ScriptLimits } from './limits.ts';
import type { RunFiles } from './run-files.ts';

/** File times and the clock may differ slightly. */
const CLOCK_SLACK_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

export type HistoryDeps = {
  files: RunFiles;
  limits: ScriptLimits;
  /** The agent's id: script_runs.owner. */
  owner: string;
  /** Whether the run belongs to this process, which then manages its files. */
  isOurs(runId: string): boolean;
  log: FastifyBaseLogger;
  now?: () => number;
};

/**
 * Maintains the history of this agent's runs: recovers runs of a killed agent, and deletes what is too old or too
 * large.
 */
export type History = {
  /**
   * Cleans up after the runs of a killed agent, and marks them as failed. Done once, by the first call with a store;
   * others wait for it, and the next call retries a failure. Never rejects.
   */
  ready(store: HistoryStore | null): Promise<void>;
  /** Deletes what is no longer kept. A call while this is in progress causes one more pass. */
  tidy(store: HistoryStore): void;
  settle(): Promise<void>;
};

export function createHistory({ files, limits, owner, isOurs, log, now = Date.now }: HistoryDeps): History {
  const openedAt = new Date(now()).toISOString();
  const swept = files
    .sweep()
    .catch((error: unknown) => log.warn({ err: error }, 'files of ended runs could not be deleted'));
  let tidying: Promise<void> | undefined;
  let isWanted = false;

  const removeOldOnce = async (store: HistoryStore) => {
    const before = now() - limits.keptDays * DAY_MS;
    const deleted = await store.deleteOld(owner, { runs: limits.keptRuns, before: new Date(before).toISOString() });
    await files.removeOf(deleted);
    const folders = (await files.kept()).filter(({ runId }) => !isOurs(runId));
    // Age counts as well: the rows may be in another project, used with this workspace before.
    const old = folders.filter(({ changedAt }) => changedAt < before).map(({ runId }) => runId);
    const known = new Set(await store.known(old));
    await files.removeOf(old.filter((runId) => !known.has(runId)));
    const tooMuch = beyond(limits.keptFilesBytes, folders, now());
    await store.forgetArtifacts(tooMuch);
    await files.removeOf(tooMuch);
  };

  const tidyAll = async (store: HistoryStore) => {
    do {
      isWanted = false;
      await removeOldOnce(store).catch((error: unknown) => log.warn({ err: error }, 'old runs of scripts remain'));
    } while (isWanted);
    tidying = undefined;
  };

  const tidy = (store: HistoryStore) => {
    isWanted = true;
    tidying ??= tidyAll(store);
  };

  let isClosing = false;
  const recovery = createRecovery(async (store: HistoryStore) => {
    const left = (await files.journals.left()).filter((runId) => !isOurs(runId));
    for (const runId of await store.unfinished(left)) {
      const lines = await files.journals.read(runId);
      const finishedAt = lines.at(-1)?.at ?? openedAt;
      const { artifacts } = await files.closeArtifacts(runId);
      await store.restore(runId, { finishedAt, log: lines, artifacts });
    }
    await store.failInterrupted(owner, openedAt);
    for (const runId of left) await files.journals.remove(runId);
    tidy(store);
  });

  return {
    async ready(store) {
      await swept;
      if (!store || isClosing) return;
      await recovery.done(store).catch((error: unknown) => {
        if (!isClosing) log.warn({ err: error }, 'runs of a killed agent are not marked as failed yet');
      });
    },
    tidy,
    async settle() {
      isClosing = true;
      await Promise.all([swept, recovery.settled()]);
      await tidying;
    },
  };
}

/**
 * The oldest runs whose files have to go so that the others are within `bytes`. Runs with a future time, from a wrong
 * clock, count as oldest, so that the latest run's files are kept.
 */
function beyond(bytes: number, folders: { runId: string; changedAt: number; bytes: number }[], now: number): string[] {
  const ageOf = ({ changedAt }: { changedAt: number }) =>
    changedAt > now + CLOCK_SLACK_MS ? Number.POSITIVE_INFINITY : now - changedAt;
  const newestFirst = folders.toSorted((one, other) => ageOf(one) - ageOf(other) || other.changedAt - one.changedAt);
  let total = 0;
  return newestFirst
    .filter((folder) => {
      total += folder.bytes;
      return total > bytes;
    })
    .map(({ runId }) => runId);
}
