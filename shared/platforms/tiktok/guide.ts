import { readFields } from '../reads.ts';
import type { ChannelGuide } from '../ways.ts';
import { reads } from './reads.ts';

/** Any port: TikTok accepts the asterisk for apps of the platform Desktop. */
const REDIRECT_URI = 'http://127.0.0.1:*/api/channels/return';

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'sign-in',
      label: 'Log in with TikTok',
      steps: [
        {
          text: 'Log in to TikTok for Developers, open "Manage apps", press "Connect an app", and choose "Desktop" as the platform. A sandbox is enough, and is not reviewed. Where the form asks for terms of service and a privacy policy, enter the addresses of your own pages.',
          policies: ['terms', 'privacy'],
          url: 'https://developers.tiktok.com/apps/',
        },
        {
          text: 'Under "Products", press "Add products" and add "Login Kit" and "Content Posting API".',
          at: ['developers.tiktok.com/app/*'],
        },
        { text: `In Login Kit, enter this redirect URI for Desktop: ${REDIRECT_URI}`, copy: [REDIRECT_URI] },
        {
          text: 'Under "Scopes", press "Add scopes" and add user.info.basic, video.list, and video.upload; for direct posts turn on "Direct Post" in Content Posting API and add video.publish. To read followers, add user.info.stats, too.',
          copy: ['user.info.basic', 'video.list', 'video.upload', 'video.publish', 'user.info.stats'],
        },
        { text: 'In a sandbox, add your TikTok account under "Target users".' },
        {
          text: 'Copy the client key and the client secret, and enter them here. Press Continue, log in, and allow everything that is asked for.',
          takes: ['clientKey', 'clientSecret'],
        },
      ],
      fields: [
        {
          name: 'clientKey',
          label: 'Client key',
          missing: 'Enter the client key.',
          form: /^(?:sb)?aw[a-z0-9]{8,20}$/,
        },
        {
          name: 'clientSecret',
          label: 'Client secret',
          isSecret: true,
          missing: 'Enter the client secret.',
          form: /^[A-Za-z0-9]{32}$/,
        },
        {
          name: 'mode',
          label: 'Where videos go',
          missing: 'Choose where videos go.',
          options: [
            { value: 'inbox', label: 'To your TikTok inbox: you finish each post in the app' },
            { value: 'SELF_ONLY', label: 'Directly, visible to you alone (private account)' },
            { value: 'PUBLIC_TO_EVERYONE', label: 'Directly, for everyone (audited apps)' },
            { value: 'MUTUAL_FOLLOW_FRIENDS', label: 'Directly, for friends (audited apps)' },
            { value: 'FOLLOWER_OF_CREATOR', label: 'Directly, for followers (audited apps)' },
          ],
        },
        ...readFields(reads),
      ],
      mistakes: [
        {
          form: /^\d{17,20}$/,
          words: 'This is the app ID. Copy the client key and the client secret below "Credentials".',
        },
      ],
    },
  ],
  cost: 'Nothing.',
  cannot: [
    'Until TikTok has audited your app, videos go to your inbox, or are visible to you alone while your account is private; at most 5 people a day can use the app.',
    'A video in the inbox has no caption. Local Agent tells you when it is there, with the caption ready to copy.',
    'For direct posts you choose for each post who can view it, and no one can comment on it, make a Duet or Stitch it until you turn that on for it. TikTok forbids apps to have a default for these, so Posting defaults have none. Posts that no one composes, such as those of the autopilot, are visible to the audience that you chose when connecting. In the inbox, you choose everything in the TikTok app.',
    'Videos only: TikTok accepts pictures from verified web addresses only. Apps cannot post first comments.',
    'Apps cannot delete videos on TikTok: delete them in the TikTok app.',
  ],
  figures:
    'For public videos, if you allow listing them when you connect. Followers are reported with “Also read followers”.',
};
