import type { PlatformOptions } from '../options.ts';
import { pollFields, pollProblem } from '../poll.ts';

/** https://docs.x.com/x-api/posts/create-post */
export const xOptions: PlatformOptions = {
  fields: [
    {
      name: 'replies',
      label: 'Who can reply',
      kind: 'choice',
      choices: [
        { value: 'everyone', label: 'Everyone' },
        { value: 'verified', label: 'Verified accounts' },
        { value: 'following', label: 'Accounts you follow' },
        { value: 'subscribers', label: 'Your subscribers' },
        { value: 'mentionedUsers', label: 'Only accounts you mention' },
      ],
    },
    {
      name: 'community',
      label: 'Community',
      help: 'The address of a community that you have joined. The post appears there.',
      kind: 'text',
      maxLength: 100,
      placeholder: 'https://x.com/i/communities/1146654567674912769',
      pattern: /^(https:\/\/(x|twitter)\.com\/i\/communities\/)?[0-9]{1,19}\/?$/,
      mistake: 'Copy the address of the community from X: https://x.com/i/communities/ and a number.',
    },
    {
      name: 'communityFollowers',
      label: 'Show the community post to your followers too',
      kind: 'switch',
    },
    ...pollFields({ max: 4, itemLength: 25 }),
    { name: 'madeWithAi', label: 'Made with AI', help: 'X labels the post.', kind: 'switch' },
    {
      name: 'paidPartnership',
      label: 'Paid partnership',
      help: 'X labels the post as a paid promotion.',
      kind: 'switch',
    },
  ],
  problem: pollProblem,
};
