import { type AutomationJob, enabledBySetting, type JobContext } from '../../jobs/job.ts';
import { CLEANUP, cleaned, deletedSoFar, removedSoFar } from './messages.ts';
import type { CleanupStore } from './store.ts';

const EVERY_MINUTES = 60;

/**
 * The hourly clean-up (§9): unsaved drafts of 7 days go into the bin, and what has been there for a day goes for good,
 * its pictures first. Wherever it is stopped, the next run continues from there: nothing is lost that was to stay, and
 * nothing stays that was to go.
 */
export function cleanupJob(store: CleanupStore): AutomationJob {
  return {
    ...CLEANUP,
    ...enabledBySetting('auto_delete_enabled'),
    name: 'clean-up',
    schedule: () => ({ every: 'stretch', minutes: EVERY_MINUTES }),
    async run(run) {
      const deleted = await binExpired(store, run);
      const purged = await emptyBin(store, run);
      return cleaned({ deleted, purged });
    },
  };
}

async function binExpired(store: CleanupStore, { signal, report }: JobContext): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await store.binExpired();
    if (count === 0) return deleted;
    deleted += count;
    report(deletedSoFar(deleted));
  }
}

async function emptyBin(store: CleanupStore, { signal, report }: JobContext): Promise<number> {
  let purged = 0;
  for (;;) {
    signal.throwIfAborted();
    const rows = await store.beginPurge();
    if (rows.length === 0) return purged;
    const files = [...new Set(rows.flatMap((row) => row.files))];
    if (files.length > 0) await store.removeFiles(files);
    await store.endPurge(rows.map(({ id }) => id));
    purged += rows.length;
    report(removedSoFar(purged));
  }
}
