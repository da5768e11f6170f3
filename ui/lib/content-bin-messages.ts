/** The words about posts that were deleted within the last day, by the clean-up or by hand. */
export const contentBinMessages = {
  description:
    'Deleted posts can be brought back for a day. A restored post is saved, so it is not deleted by itself again.',
  more: (count: number) => `${count.toLocaleString('en')} more were deleted before these.`,
  deleted: 'Deleted ',
  goneIn: (hours: number) => `Gone for good in ${hours}h`,
  goneSoon: 'Gone for good within the hour',
  noCaption: 'A post without a caption',
  restore: 'Restore',
  restorePost: (caption: string) => `Restore: ${caption}`,
  restored: 'Restored and saved. The Scheduler has it again.',
  gone: 'This post is gone for good, or was restored elsewhere.',
  failed: 'The post was not restored',
} as const;
