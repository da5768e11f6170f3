import type { PlatformOptions } from '../options.ts';
import { POLL_MULTIPLE, pollFieldOf, pollFields, pollProblem } from '../poll.ts';

/** No value is sent, so the account's own setting on the server applies. */
const AS_SET = 'As set on Mastodon';

/** Languages in which many people post, as ISO 639-1 codes. */
const CODES =
  'af ar bg bn ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh';

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

/** Sorted by their English names. */
function languageChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return CODES.split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
