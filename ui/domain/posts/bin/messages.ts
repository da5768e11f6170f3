/** Texts about posts that were deleted within the last day, by the clean-up or by hand. */
export const contentBinMessages = {
  description: 'Deleted posts can be restored for 24 hours. A restored post is kept: auto-delete skips it.',
  more: (count: number) => `${count.toLocaleString('en')} more deleted earlier.`,
  deleted: 'Deleted ',
  goneIn: (hours: number) => `Deleted permanently in ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
  goneSoon: 'Deleted permanently within the hour',
  noCaption: 'Post without a caption',
  restore: 'Restore',
  restorePost: (caption: string) => `Restore: ${caption}`,
  restored: 'Restored and kept. It is back in the Scheduler.',
  gone: 'This post was permanently deleted, or restored elsewhere.',
  failed: 'Post not restored',
} as const;
