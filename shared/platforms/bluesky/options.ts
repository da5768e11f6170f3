import type { PlatformOptions } from '../options.ts';

const SOME = { only: { name: 'replies', values: ['some'] }, kind: 'switch' } as const;

/** https://docs.bsky.app/docs/tutorials/thread-gates and https://docs.bsky.app/docs/advanced-guides/posts */
export const blueskyOptions: PlatformOptions = {
  fields: [
    {
      name: 'replies',
      label: 'Who can reply',
      kind: 'choice',
      choices: [
        { value: 'everyone', label: 'Everyone' },
        { value: 'some', label: 'Only some people' },
        { value: 'nobody', label: 'Nobody' },
      ],
    },
    { name: 'mentionedReply', label: 'People you mention can reply', ...SOME },
    { name: 'followedReply', label: 'People you follow can reply', ...SOME },
    { name: 'followersReply', label: 'Your followers can reply', ...SOME },
    { name: 'quotes', label: 'Allow quote posts', kind: 'switch', isOn: true },
    {
      name: 'languages',
      label: 'Languages',
      help: 'Up to three codes. If left empty, the language is detected from the text.',
      kind: 'list',
      max: 3,
      itemLength: 20,
      placeholder: 'en, pt-BR',
      pattern: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
      mistake: 'Write each language as its code, such as en or pt-BR.',
    },
    {
      name: 'contentWarning',
      label: 'Content warning',
      help: 'People see the pictures or the video only after they have read it.',
      concerns: ['pictures', 'video'],
      kind: 'choice',
      choices: [
        { value: 'none', label: 'None' },
        { value: 'sexual', label: 'Suggestive' },
        { value: 'nudity', label: 'Nudity' },
        { value: 'porn', label: 'Adult' },
        { value: 'graphic-media', label: 'Graphic media' },
      ],
    },
  ],
  problem({ replies, mentionedReply, followedReply, followersReply }) {
    if (replies !== 'some' || mentionedReply || followedReply || followersReply) return null;
    return 'Choose at least one group of people who can reply, or choose Nobody.';
  },
};
