import type { ChannelGuide, EntryField } from '../ways.ts';

const SERVER: EntryField = {
  name: 'server',
  label: 'Server',
  placeholder: 'mastodon.social',
  missing: 'Enter your server.',
};

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'sign-in',
      label: 'Log in (recommended)',
      steps: [
        { text: 'Enter your server.' },
        { text: 'Log in there in a new tab and press Authorize.' },
        { text: 'Come back here.' },
      ],
      fields: [SERVER],
    },
    {
      kind: 'entry',
      label: 'Access token',
      steps: [
        { text: 'Open Preferences, Development, New application on your server.' },
        { text: 'Name it Local Agent and choose the scopes read, write:statuses and write:media.' },
        { text: 'Submit, open the application, and copy "Your access token".' },
        { text: 'Enter your server and the access token here.' },
      ],
      fields: [
        SERVER,
        { name: 'accessToken', label: 'Access token', isSecret: true, missing: 'Enter the access token.' },
      ],
    },
  ],
  cost: 'Nothing.',
  cannot: [
    'Each server sets its own limits for text and media. They are read from yours and checked before a post goes out.',
  ],
};
