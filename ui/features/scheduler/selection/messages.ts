import { statusName } from '@/features/scheduler/messages.ts';

export const selectionMessages = {
  select: 'Select',
  done: 'Done',
  hint: 'Tick posts, or hold Shift to tick all in between.',
  tick: (title: string) => `Select “${title}”`,
  bar: 'What to do with the selected posts',
  count: (count: number) => (count === 1 ? '1 selected' : `${count.toLocaleString('en')} selected`),
  /** Shown if some of the selected posts have no time that could be changed. */
  appliesTo: (waiting: number) =>
    waiting === 0
      ? 'None of these is scheduled, so there is nothing to move or cancel.'
      : `Move and Cancel apply to the ${waiting.toLocaleString('en')} that ${waiting === 1 ? 'is' : 'are'} scheduled.`,
  all: 'Select all shown',
  clear: 'Clear',
  move: 'Move…',
  save: 'Keep',
  cancel: 'Cancel posts…',
  delete: 'Delete…',
  undo: 'Undo',
  moveTitle: (count: number) => `Move ${posts(count)}`,
  moveBy: 'By days and hours',
  moveTo: 'To a date, at the same times',
  days: 'Days',
  hours: 'Hours',
  byHint: 'Use a minus sign to move earlier.',
  date: 'Date',
  keep: 'Keep the times',
  confirmMove: 'Move',
  busy: 'Working...',
  zone: (zone: string) => `Times in ${zone}.`,
  cancelTitle: (count: number) => `Cancel ${posts(count)}?`,
  cancelText: 'They leave the schedule. Their texts are kept as drafts.',
  keepScheduled: 'Keep scheduled',
  confirmCancel: 'Cancel posts',
  deleteTitle: (count: number) => `Delete ${posts(count)}?`,
  deleteText: 'They also leave the schedule. You can restore them from the Bin for 24 hours.',
  keepPosts: 'Cancel',
  confirmDelete: 'Delete',
  /** Shown before any change. */
  leftOut: (statuses: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    const parts = [...counts].map(([status, count]) => `${count} ${statusName(status)}`);
    return `Not changed: ${parts.join(', ')}.`;
  },
  moved: (count: number) => `Moved ${posts(count)}`,
  movedBack: (count: number) => `Moved ${posts(count)} back`,
  cancelled: (count: number) =>
    count === 1
      ? 'Cancelled 1 post. Its text is kept as a draft.'
      : `Cancelled ${posts(count)}. Their texts are kept as drafts.`,
  rescheduled: (count: number) => `Scheduled ${posts(count)} again`,
  saved: (count: number) => (count === 0 ? 'All of these were kept already.' : `Kept ${posts(count)}`),
  unsaved: (count: number) => `${posts(count)} no longer kept`,
  deleted: (count: number) => `Deleted ${posts(count)}`,
  restored: (count: number) => `Restored ${posts(count)}`,
  refused: (count: number) =>
    `Nothing was changed, because ${posts(count)} changed in the meantime. Check the selection and try again.`,
  failed: (reason: string) => `Nothing was changed. ${reason}`,
  nowhere: 'Enter how far to move the posts.',
  noDate: 'Enter a date.',
  past: (count: number) => `${posts(count)} would be in the past. Choose a later time.`,
  skipped: (count: number, zone: string) =>
    `${posts(count)} would be in an hour that does not exist in ${zone}: the clocks go forward. Choose another time.`,
} as const;

function posts(count: number): string {
  return count === 1 ? '1 post' : `${count.toLocaleString('en')} posts`;
}
