export const weekMessages = {
  title: 'The coming week',
  loading: 'Planning the coming week...',
  loadFailed: 'Could not plan the coming week',
  times: (zone: string) => `Times in ${zone}.`,
  today: (day: string) => `Today, ${day}`,
  why: 'Why',
  whyWhat: (day: string) => ` on ${day}`,
  empty: {
    title: 'No content project yet',
    description: 'The autopilot makes posts for your content projects. Create the first one.',
    action: 'Create Content',
  },
} as const;
