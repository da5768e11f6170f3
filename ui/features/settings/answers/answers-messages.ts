import type { AnswerSource } from '../../../../shared/answers/answers.ts';

export const answerSettingsMessages = {
  title: 'Answers',
  loading: 'Loading the settings of answers...',
  loadFailed: 'Could not load the settings of answers',
  saveFailed: 'Could not save the settings of answers',
  collect: {
    label: 'Collect answers',
    hint: 'Reads comments, replies and mentions of your posts, and shows them under Answers.',
  },
  collectPaid: {
    label: 'Collect where the platform charges for it',
    hint: 'Off until you switch it on.',
  },
  notify: {
    legend: 'Tell me of new answers',
    hint: 'One notification for all of them, where notifications are shown.',
    choices: { hours: 'At once, but at most', daily: 'Once a day, from 8 in the morning', never: 'Never' },
    hours: 'How often at most',
    everyHours: (hours: number) => (hours === 1 ? 'every hour' : `every ${hours} hours`),
  },
  accounts: {
    title: 'Where they come from',
    none: 'No connected account has an API for answers yet.',
    since: (when: string) => `Read since ${when}`,
    notYet: 'Not read yet',
    states: {
      on: 'On',
      off: 'Off',
      paid: 'Costs money',
      paused: 'Paused',
      elsewhere: 'On another machine',
      reconnect: 'Connect again',
    } satisfies Record<AnswerSource['state'], string>,
  },
} as const;
