export const importMessages = {
  open: 'Import posts',
  title: 'Import posts',
  text: 'Choose a CSV file with one post per line. A date and time schedule it; without them it becomes a draft. Pictures are found in the Media Library by file name.',
  example: 'Download an example',
  file: 'CSV file',
  checking: 'Checking the file...',
  platforms: 'Where should lines without a platform be posted?',
  dateOrder: 'How should dates such as 03/04/2027 be read?',
  orders: { mdy: 'Month first (March 4)', dmy: 'Day first (April 3)' },
  errors: (count: number) =>
    count === 1
      ? '1 error. Correct it in the file, then choose the file again.'
      : `${count.toLocaleString('en')} errors. Correct them in the file, then choose the file again.`,
  moreErrors: (count: number) => `… and ${count.toLocaleString('en')} more errors.`,
  warnings: (count: number) => (count === 1 ? '1 note' : `${count.toLocaleString('en')} notes`),
  problems: 'Problems by line',
  problem: (line: number, column: string | null) => (column === null ? `Line ${line}` : `Line ${line}, ${column}`),
  ready: (scheduled: number, drafts: number, zone: string) =>
    `${[
      ...(scheduled > 0 ? [`${posts(scheduled)} to schedule`] : []),
      ...(drafts > 0 ? [drafts === 1 ? '1 draft' : `${drafts.toLocaleString('en')} drafts`] : []),
    ].join(', ')}. Times in ${zone}.`,
  ignored: (headings: string) => `Not imported: ${headings}`,
  preview: 'Posts in the file',
  draft: 'Draft',
  noPlatform: 'No platform yet',
  media: (names: string) => `Media: ${names}`,
  comment: (text: string) => `First comment: ${text}`,
  cancel: 'Cancel',
  confirm: (count: number) => (count === 0 ? 'Import' : `Import ${posts(count)}`),
  busy: 'Importing...',
  done: (count: number) => `Imported ${posts(count)}`,
  undo: 'Undo',
  undone: 'Import undone. The posts are in the Bin.',
  published: 'Some of these posts are already published, so the import was not undone.',
  publishing: 'Some of these posts are being published right now, so the import was not undone.',
  gone: 'These posts were already deleted.',
} as const;

function posts(count: number): string {
  return count === 1 ? '1 post' : `${count.toLocaleString('en')} posts`;
}
