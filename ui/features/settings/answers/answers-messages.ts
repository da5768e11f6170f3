import type { AnswerSource } from '../../../../shared/answers/answers.ts';

export const answerSettingsMessages = {
  title: 'Answers',
  loading: 'Loading the answer settings...',
  loadFailed: 'Could not load the answer settings',
  saveFailed: 'Could not save the answer settings',
  collect: {
    label: 'Collect answers',
    hint: 'Reads comments, replies and mentions of your posts, and shows them under Answers.',
  },
  collectPaid: {
    label: 'Collect from platforms that charge for it',
    hint: 'Off until you turn it on.',
  },
  notify: {
    legend: 'Notify me about new answers',
    hint: 'One notification for all of them, wherever notifications are shown.',
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
