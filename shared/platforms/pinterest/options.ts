import type { PlatformOptions } from '../options.ts';

/** https://developers.pinterest.com/docs/api/v5/pins-create */
export const pinterestOptions: PlatformOptions = {
  fields: [
    {
      name: 'board',
      label: 'Board',
      help: 'The name of one of your boards, or its address.',
      kind: 'text',
      isRequired: true,
      maxLength: 300,
      placeholder: 'Sourdough bread',
    },
    {
      name: 'section',
      label: 'Section',
      help: 'The name of a section of that board.',
      kind: 'text',
      maxLength: 180,
    },
    {
      name: 'title',
      label: 'Title',
      kind: 'text',
      maxLength: 100,
      isOfPost: 'text',
    },
    {
      name: 'link',
      label: 'Link',
      help: 'Where the pin leads. Without one, it is the first link of the text.',
      kind: 'text',
      maxLength: 2048,
      placeholder: 'https://example.com/sourdough',
      pattern: /^https?:\/\/[^\s/]+\.\S+$/,
      mistake: 'The link has to begin with https:// or http://.',
      isOfPost: 'text',
    },
  ],
};
