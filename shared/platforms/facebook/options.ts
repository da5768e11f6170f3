import type { PlatformOptions } from '../options.ts';
import { storyEffects, storyField } from '../story.ts';

/** https://developers.facebook.com/docs/page-stories-api and https://developers.facebook.com/docs/pages-api/posts */
export const facebookOptions: PlatformOptions = {
  fields: [
    storyField('Post or reel'),
    {
      name: 'link',
      label: 'Link',
      help: 'Shown as a card below the text. If left empty, the first link in the text is used.',
      concerns: ['text'],
      isOfPost: 'text',
      kind: 'text',
      maxLength: 2000,
      placeholder: 'https://example.com/rye',
      pattern: /^https?:\/\/[^\s<>"]{3,}$/,
      mistake: 'Enter a whole address that begins with https://.',
    },
  ],
  effects: storyEffects,
};
