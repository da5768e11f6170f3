import { type Platform, platformLabel } from '../posts/platforms.ts';

/** What a person does on the platform first; `url` is where. */
export type GuideStep = { text: string; url?: string };

/** What connecting an account for posting takes: said before, on the screen and in the terminal. */
export type ChannelGuide = {
  steps: readonly GuideStep[];
  cost: string;
  /** What posting there does not do. */
  cannot: readonly string[];
};

const BLUESKY: ChannelGuide = {
  steps: [
    {
      text: 'Open Settings, Privacy and security, App passwords on Bluesky.',
      url: 'https://bsky.app/settings/app-passwords',
    },
    { text: 'Press "Add App Password" and name it Local Agent. It does not need access to your direct messages.' },
    { text: 'Enter your handle and the app password here.' },
  ],
  cost: 'Nothing.',
  cannot: [
    'A post cannot be edited once it is out: delete it and post again.',
    'Pictures are compressed to 1 MB each, the limit of Bluesky.',
  ],
};

const MASTODON: ChannelGuide = {
  steps: [
    { text: 'Open Preferences, Development, New application on your server.' },
    { text: 'Name it Local Agent and choose the scopes read, write:statuses and write:media.' },
    { text: 'Submit, open the application, and copy "Your access token".' },
    { text: 'Enter your server and the access token here.' },
  ],
  cost: 'Nothing.',
  cannot: [
    'Each server sets its own limits for text and media. They are read from yours and checked before a post goes out.',
  ],
};

/** Null for a platform that Local Agent does not post to directly. */
export function channelGuide(platform: Platform): ChannelGuide | null {
  const guides: { [platform in Platform]?: ChannelGuide } = { bluesky: BLUESKY, mastodon: MASTODON };
  return guides[platform] ?? null;
}

/** For a platform without a guide: what happens to its posts instead. */
export const byHandOnly = (platform: Platform) =>
  `Local Agent does not post to ${platformLabel(platform)} directly yet. Your posts come up as "Your turn" at their time, ready to be posted by you.`;
