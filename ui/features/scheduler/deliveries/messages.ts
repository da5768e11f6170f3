export const deliveriesMessages = {
  title: 'Delivery history',
  text: 'Where this post goes, and what has become of it there.',
  loading: 'Loading deliveries...',
  loadFailed: 'Could not load deliveries',
  notFound: { title: 'Post not found', description: 'It has been deleted.' },
  scheduledFor: (time: string) => `Scheduled for ${time}`,
  dueAt: (time: string) => `Due ${time}`,
  nowhere: 'This post has nowhere to go. Choose a platform or an account for it.',
  cancelledBefore: 'Cancelled before anything was sent.',
  edit: 'Edit',
  publishNow: 'Publish now…',
} as const;
