import type { AppSettingsRow } from '../../../../shared/workspace/database.ts';

export const publishingMessages = {
  title: 'Publishing',
  paused: {
    label: 'Pause publishing',
    hint: 'Nothing is published while this is on. “Pause all” under Jobs pauses publishing as well. Individual accounts are paused on the Accounts page.',
  },
  figures: {
    label: 'Collect figures',
    hint: 'Asks the platforms for views, likes, comments, shares and followers. On X, each request costs money, from the account’s monthly budget.',
  },
  pages: {
    label: 'Read your own pages',
    hint: 'For accounts without an API: once a day, looks at the posts that you published by hand, in the account’s own browser and at a human pace. Platforms may object to it. Instagram, TikTok and X only.',
  },
  late: {
    legend: 'Late posts',
    hint: 'If this computer was off or asleep when a post was due.',
    choices: {
      publish: 'Publish late, within a grace period',
      next_slot: 'Move to the next free time',
      ask: 'Ask me',
    } satisfies Record<AppSettingsRow['late_posts'], string>,
  },
  grace: {
    label: 'Grace period',
    hint: '10 minutes to 24 hours. After that, you are asked.',
    unit: 'Unit of the grace period',
    units: { minutes: 'minutes', hours: 'hours' },
    outside: 'Enter a time from 10 minutes to 24 hours.',
    fraction: 'Enter a time in whole minutes.',
  },
} as const;
