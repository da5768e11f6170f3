import { APP_NAME, type ChannelGuide } from '../ways.ts';
import { bluesky } from './platform.ts';

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'App password',
      steps: [
        {
          text: `Open Settings, Privacy and security, App passwords on Bluesky. Press "Add App Password", and name it ${APP_NAME}; it does not need access to your direct messages. Enter your handle and that password here.`,
          url: 'https://bsky.app/settings/app-passwords',
          copy: [APP_NAME],
        },
      ],
      fields: [
        { name: 'identifier', label: 'Handle', placeholder: 'ada.bsky.social', missing: 'Enter your handle.' },
        {
          name: 'appPassword',
          label: 'App password',
          placeholder: 'xxxx-xxxx-xxxx-xxxx',
          isSecret: true,
          missing: 'Enter the app password.',
          form: /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/,
        },
        {
          name: 'server',
          label: 'Server (PDS), if you host your own',
          placeholder: 'https://bsky.social',
          isOptional: true,
          missing: 'Enter your server.',
        },
      ],
    },
  ],
  cost: 'Nothing.',
  cannot: [
    'A post cannot be edited once it is published: delete it and post again.',
    `Pictures are compressed to ${bluesky.media.imageBytes / 1_000_000} MB each, the limit of Bluesky.`,
  ],
};
