import { APP_NAME, type ChannelGuide, type EntryField } from '../ways.ts';

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
      steps: [{ text: 'Enter your server and press Continue. Then log in there in a new tab, and press Authorize.' }],
      fields: [SERVER],
    },
    {
      kind: 'entry',
      label: 'Access token',
      steps: [
        { text: 'Open Preferences, Development, New application on your server.' },
        {
          text: `Name it ${APP_NAME} and choose the scopes read, write:statuses, write:media and write:favourites.`,
          copy: [APP_NAME],
        },
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
    'Each server sets its own limits for text, media and polls (mostly 4 answers of 50 characters). They are read from yours and checked before a post is published.',
  ],
};
