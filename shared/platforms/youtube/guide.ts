import { readFields } from '../reads.ts';
import { APP_NAME, type ChannelGuide } from '../ways.ts';
import { reads } from './reads.ts';

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'sign-in',
      label: 'Log in with Google',
      usesOwnBrowser: true,
      steps: [
        {
          text: `Create a project in the Google Cloud console: name it ${APP_NAME} and press "Create".`,
          url: 'https://console.cloud.google.com/projectcreate',
          copy: [APP_NAME],
        },
        {
          text: 'Open "YouTube Data API v3" in the library and press "Enable".',
          url: 'https://console.cloud.google.com/apis/library/youtube.googleapis.com',
        },
        {
          text: `Open Google Auth Platform, press "Get started", and enter ${APP_NAME} as the app name, and your e-mail address. Choose "External" as the audience.`,
          url: 'https://console.cloud.google.com/auth/overview',
          copy: [APP_NAME],
        },
        {
          text: 'Under "Audience", press "Publish app" and confirm, so that the publishing status is "In production". In "Testing" the login ends after 7 days.',
          url: 'https://console.cloud.google.com/auth/audience',
        },
        {
          text: 'Under "Clients", press "Create client" and choose "Desktop app" as the application type. It needs no redirect address.',
          url: 'https://console.cloud.google.com/auth/clients',
        },
        {
          text: 'Copy the client ID and the client secret, and enter them here. Press Continue and log in. If Google says that it has not verified the app, press "Advanced" and "Go to …": it is your own.',
          takes: ['clientId', 'clientSecret'],
        },
      ],
      fields: [
        {
          name: 'clientId',
          label: 'Client ID',
          placeholder: '….apps.googleusercontent.com',
          missing: 'Enter the client ID.',
          form: /^\d{1,20}(-[a-z0-9]{1,64})?\.apps\.googleusercontent\.com$/,
        },
        {
          name: 'clientSecret',
          label: 'Client secret',
          isSecret: true,
          missing: 'Enter the client secret.',
          form: /^GOCSPX-[\w-]{10,}$/,
        },
        {
          name: 'privacy',
          label: 'Who can see the videos',
          missing: 'Choose who can see the videos.',
          options: [
            { value: 'public', label: 'Everyone (public)' },
            { value: 'unlisted', label: 'Anyone with the link (unlisted)' },
            { value: 'private', label: 'Only you (private)' },
          ],
        },
        {
          name: 'madeForKids',
          label: 'Made for kids',
          missing: 'Choose whether the videos are made for kids.',
          options: [
            { value: 'no', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ],
        },
        ...readFields(reads),
      ],
      mistakes: [
        {
          form: /^AIza[\w-]{35}$/,
          words:
            'This is an API key, which cannot upload videos. Create a client under "Clients", and copy its ID and secret.',
        },
      ],
    },
  ],
  cost: 'Nothing. Google allows about 100 uploads a day for each project.',
  cannot: [
    'Until Google has audited your project (YouTube API Services, Audit and Quota Extension Form), videos stay private, whatever you choose here, and to show them you have to upload them on YouTube yourself. Google does not say whether a project is audited: Local Agent reads it from the first video, and daily from then on.',
    'Videos longer than 15 minutes, and covers of your own, need a verified phone number: verify it at youtube.com/verify. A video of more than 3 minutes is an ordinary one on YouTube, not a Short.',
    'While your project is in "Testing", the login ends after 7 days and you have to connect again.',
    'The first line of a post is the title, and its hashtags are the tags. The text must not contain < or >.',
    'Private videos and videos made for kids allow no first comment.',
  ],
  figures:
    'Impressions are views. Watch time and shares are reported with “Also read figures”, and two or three days late. A channel that hides its subscribers reports none; large counts are rounded down.',
};
