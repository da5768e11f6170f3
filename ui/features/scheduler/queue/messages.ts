export const queueMessages = {
  title: 'Next 24 hours',
  zone: (zone: string) => `Times in ${zone}`,
  loading: 'Loading the queue...',
  loadFailed: 'Could not load the queue',
  empty: { title: 'Nothing goes out in the next 24 hours', description: 'Scheduled posts appear here a day ahead.' },
  groups: { needs_you: 'Your turn', now: 'Now' },
  count: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
} as const;
