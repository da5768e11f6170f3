import type { PlatformOptions } from '../options.ts';
import { pollProblem } from '../poll.ts';
import { languageChoices } from '../post-languages.ts';

/** Nothing is sent: the account's own setting on the server holds. */
const AS_SET = { value: 'default', label: 'As set on Mastodon' };

/** https://docs.joinmastodon.org/methods/statuses/#create */
export const mastodonOptions: PlatformOptions = {
  fields: [
    {
      name: 'visibility',
      label: 'Who can see it',
      kind: 'choice',
      choices: [
        AS_SET,
        { value: 'public', label: 'Public' },
        { value: 'unlisted', label: 'Quiet public' },
        { value: 'private', label: 'Followers' },
      ],
    },
    {
      name: 'contentWarning',
      label: 'Content warning',
      help: 'People see these words first, and open the post themselves. They count towards its length.',
      kind: 'text',
      maxLength: 200,
      placeholder: 'Spoilers for the finale',
    },
    {
      name: 'sensitive',
      label: 'Hide the media as sensitive',
      concerns: ['pictures', 'video'],
      kind: 'switch',
    },
    { name: 'language', label: 'Language', kind: 'choice', choices: [AS_SET, ...languageChoices()] },
    {
      name: 'poll',
      label: 'Poll',
      help: 'For posts without pictures and videos.',
      concerns: ['text'],
      isOfPost: true,
      kind: 'switch',
    },
    {
      name: 'pollAnswers',
      label: 'Answers',
      concerns: ['text'],
      only: { name: 'poll', values: [true] },
      isOfPost: true,
      kind: 'list',
      // An instance's default limits; others allow more.
      min: 2,
      max: 4,
      itemLength: 50,
      placeholder: 'Rye, Spelt, Wheat',
    },
    {
      name: 'pollMinutes',
      label: 'Open for',
      concerns: ['text'],
      only: { name: 'poll', values: [true] },
      isOfPost: true,
      kind: 'choice',
      choices: [
        { value: '1440', label: '1 day' },
        { value: '5', label: '5 minutes' },
        { value: '30', label: '30 minutes' },
        { value: '60', label: '1 hour' },
        { value: '360', label: '6 hours' },
        { value: '720', label: '12 hours' },
        { value: '4320', label: '3 days' },
        { value: '10080', label: '7 days' },
      ],
    },
    {
      name: 'pollMultiple',
      label: 'Allow several answers',
      concerns: ['text'],
      only: { name: 'poll', values: [true] },
      isOfPost: true,
      kind: 'switch',
    },
  ],
  problem: pollProblem,
};
