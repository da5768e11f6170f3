import type { PlatformOptions } from '../options.ts';

/** https://developers.facebook.com/docs/threads/reference/publishing */
export const threadsOptions: PlatformOptions = {
  fields: [
    {
      name: 'replyControl',
      label: 'Who can reply',
      kind: 'choice',
      choices: [
        { value: 'everyone', label: 'Anyone' },
        { value: 'followers_only', label: 'Your followers' },
        { value: 'accounts_you_follow', label: 'Profiles you follow' },
        { value: 'mentioned_only', label: 'Profiles you mention' },
      ],
    },
    {
      name: 'topicTag',
      label: 'Topic',
      help: 'One topic, shown beside your name. Without one, the first hashtag of the text becomes it.',
      kind: 'text',
      maxLength: 50,
      placeholder: 'Sourdough',
      pattern: /^[^.&#]+$/,
      mistake: 'A topic on Threads cannot contain a full stop, & or #.',
    },
  ],
};
