import type { PlatformOptions } from '../options.ts';
import { POLL_MULTIPLE, pollFieldOf, pollFields, pollProblem } from '../poll.ts';
import { languageChoices } from '../post-languages.ts';

/** Nothing is sent: the account's own setting on the server holds. */
const AS_SET = 'As set on Mastodon';

/** https://docs.joinmastodon.org/methods/statuses/#create */
export const mastodonOptions: PlatformOptions = {
  fields: [
    {
      name: 'visibility',
      label: 'Who can see it',
      kind: 'choice',
      unset: AS_SET,
      choices: [
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
    { name: 'language', label: 'Language', kind: 'choice', unset: AS_SET, choices: languageChoices() },
    // More than servers are known to allow; each has its own limits.
    ...pollFields({ max: 50, itemLength: 500 }),
    POLL_MULTIPLE,
  ],
  ofAccount: pollFieldOf,
  problem: pollProblem,
  effects: ({ contentWarning }) => ({ countedText: String(contentWarning ?? '') }),
};
