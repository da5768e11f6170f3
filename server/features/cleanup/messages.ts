import { UNSAVED_CONTENT_TTL_DAYS } from '../../../shared/posts/content-retention.ts';

export const CLEANUP = {
  title: 'Clean-up',
  about: `Deletes drafts that were not saved within ${UNSAVED_CONTENT_TTL_DAYS} days, with their pictures. For a day they can be brought back.`,
} as const;

export const cleaned = ({ deleted, purged, removed }: { deleted: number; purged: number; removed: number }) => {
  const parts = [
    ...(deleted > 0 ? [`Deleted ${drafts(deleted)}, to be brought back for a day.`] : []),
    ...(purged > 0 ? [`Removed ${posts(purged)} for good whose day is over.`] : []),
    ...(removed > 0 ? [`Removed ${deletedFiles(removed)} for good.`] : []),
  ];
  return parts.length === 0 ? 'Nothing was old enough to delete.' : parts.join(' ');
};
export const deletedSoFar = (count: number) => `Deleted ${drafts(count)} so far`;
export const removedSoFar = (count: number) => `Removed ${posts(count)} for good so far`;

export const filesRemovedSoFar = (count: number) => `Removed ${deletedFiles(count)} for good so far`;

function deletedFiles(count: number): string {
  return `${count} deleted ${count === 1 ? 'file' : 'files'}`;
}

function drafts(count: number): string {
  return `${count} unsaved ${count === 1 ? 'draft' : 'drafts'}`;
}

function posts(count: number): string {
  return `${count} deleted ${count === 1 ? 'post' : 'posts'}`;
}
