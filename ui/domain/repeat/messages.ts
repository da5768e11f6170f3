/** All texts about repeating posts. */
export const repeatMessages = {
  repeats: 'repeats',
  menu: 'Repeat…',
  stopMenu: 'Stop repeating…',
  changeMenu: 'Edit repeat…',
  note: 'This post repeats. Changes here apply to this post only.',
  change: {
    title: 'Edit repeat',
    loadFailed: 'Could not load the repeat settings',
    scheduled: 'Posts that are already scheduled',
    replace: 'Change them too',
    replaceHint:
      'They are recreated, and edits to individual posts are lost. The old ones stay in the Bin for 24 hours.',
    keep: 'Leave them as they are',
    keepHint: 'The change applies to later posts. Up to five weeks are already scheduled.',
    confirm: 'Save changes',
    busy: 'Saving…',
    done: (made: number, deleted: number) =>
      deleted > 0
        ? `Changed. Replaced ${posts(deleted)} with ${made}.`
        : made > 0
          ? `Changed. Scheduled ${posts(made)}.`
          : 'Changed. It applies from the next post.',
  },
  title: 'Repeat this post',
  zone: (zone: string) => `Dates and times in ${zone}.`,
  every: 'Repeat',
  weekly: 'Every week',
  monthly: 'Every month',
  weekdays: 'On',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  onDay: 'On a day of the month',
  day: 'Day',
  shortMonths: 'In shorter months, it is published on the last day.',
  lastDay: 'On the last day of the month',
  time: 'Time',
  ends: 'Ends',
  never: 'Never',
  onDate: 'On a date',
  afterCount: 'After a number of posts',
  until: 'Last date',
  count: 'Number of posts',
  texts: 'Texts, used in turn',
  firstText: 'This post',
  otherText: (number: number) => `Text ${number}`,
  textOptions: (platform: string, labels: string) => `${platform}: ${labels}`,
  addText: 'Add another text',
  removeText: (number: number) => `Remove text ${number}`,
  emptyText: (number: number) => `Text ${number} is empty. Write it, or remove it.`,
  sameText: 'Some platforms refuse a text that was posted before:',
  savedFirst: 'Your changes are saved first.',
  ahead:
    'Posts for the next five weeks appear in the calendar now, later ones as time passes. Each can be edited or deleted on its own.',
  cancel: 'Cancel',
  confirm: 'Repeat',
  busy: 'Scheduling...',
  done: (count: number) => `This post now repeats. Scheduled ${posts(count)}.`,
  undo: 'Undo',
  needsWeekday: 'Choose at least one day of the week.',
  needsDay: 'Enter a day from 1 to 31.',
  needsTime: 'Enter a time.',
  needsDate: 'Enter the last date.',
  needsCount: (most: number) => `Enter a number from 1 to ${most}.`,
  stopTitle: 'Stop repeating?',
  stopText: 'The posts that are still scheduled are deleted. You can restore them from the Bin for 24 hours.',
  keep: 'Keep repeating',
  stop: 'Stop',
  stopping: 'Stopping...',
  stopped: (count: number) =>
    count === 0 ? 'This post no longer repeats.' : `This post no longer repeats. Deleted ${posts(count)}.`,
  publishing: 'One of its posts is being published right now. Try again when that is over.',
  stoppedBefore: 'This post no longer repeats.',
  resumed: 'This post repeats again.',
} as const;

function posts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
