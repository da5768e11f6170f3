import { UNSAVED_CONTENT_TTL_DAYS } from '../../../shared/posts/content-retention.ts';
import { type AutomationJob, enabledBySetting, type JobContext } from '../../jobs/job.ts';
import type { CleanupStore } from './store.ts';

const EVERY_MINUTES = 60;

/**
 * The hourly clean-up (§9): drafts left unsaved for 7 days are moved to the bin, and purged a day later, pictures
 * first; deleted files of the Media Library are purged once nothing uses them; old entries of the webhooks' log and old
 * answers are removed. An interrupted run is continued by the next one.
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
      const removed = await removeDeletedFiles(store, run);
      await thin(store.thinWebhookLog, run);
      await thin(store.thinAnswers, run);
      return cleaned({ deleted, purged, removed });
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

async function removeDeletedFiles(store: CleanupStore, { signal, report }: JobContext): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const paths = await store.beginMediaPurge();
    if (paths.length === 0) return removed;
    await store.removeFiles(paths);
    await store.endMediaPurge(paths);
    removed += paths.length;
    report(filesRemovedSoFar(removed));
  }
}

/** Repeats `remove` until nothing is left, without reporting its progress. */
async function thin(remove: () => Promise<number>, { signal }: JobContext): Promise<void> {
  do signal.throwIfAborted();
  while ((await remove()) > 0);
}

const CLEANUP = {
  title: 'Clean-up',
  about: `Deletes drafts that were not saved within ${UNSAVED_CONTENT_TTL_DAYS} days, with their pictures. They can be restored for a day.`,
} as const;

const cleaned = ({ deleted, purged, removed }: { deleted: number; purged: number; removed: number }) => {
  const parts = [
    ...(deleted > 0 ? [`Deleted ${drafts(deleted)}, which can be restored for a day.`] : []),
    ...(purged > 0 ? [`Removed ${posts(purged)} for good, a day after deletion.`] : []),
    ...(removed > 0 ? [`Removed ${deletedFiles(removed)} for good.`] : []),
  ];
  return parts.length === 0 ? 'Nothing was old enough to delete.' : parts.join(' ');
};
const deletedSoFar = (count: number) => `Deleted ${drafts(count)} so far`;
const removedSoFar = (count: number) => `Removed ${posts(count)} for good so far`;

const filesRemovedSoFar = (count: number) => `Removed ${deletedFiles(count)} for good so far`;

function deletedFiles(count: number): string {
  return `${count} deleted ${count === 1 ? 'file' : 'files'}`;
}

function drafts(count: number): string {
  return `${count} unsaved ${count === 1 ? 'draft' : 'drafts'}`;
}

function posts(count: number): string {
  return `${count} deleted ${count === 1 ? 'post' : 'posts'}`;
}
