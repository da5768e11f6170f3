import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';
import { readChoice } from '../reads.ts';
import { reads } from './reads.ts';

export const youtube = {
  id: 'youtube_shorts',
  label: 'YouTube Shorts',
  alsoCalled: ['youtube', 'shorts', 'yt'],
  limits: {
    textLength: 5000,
    counting: 'characters',
    hashtags: 8,
    titleLength: 100,
    needsMedia: true,
    pictures: 0,
    mixesVideos: false,
    commentLength: 10_000,
  },
  media: {
    imageTypes: [],
    imageBytes: 0,
    videoBytes: 2000 * MB,
    seconds: { min: 1, max: 180 },
    isUpright: true,
    // Google Ads, "Shorts ads: safe area".
    covers: { top: 270, right: 190, bottom: 670, left: 65 },
  },
  showsProjectVideos: true,
  replies: 'comment',
  // https://developers.google.com/youtube/v3/docs/videos#status.publishAt
  holds: {
    place: { name: 'YouTube Studio', url: 'https://studio.youtube.com/video/{id}/edit' },
    note: 'YouTube holds public videos of audited Google projects. Changing the post uploads the video again.',
  },
  takesCover: 'picture',
  takesSubtitles: true,
  noComment: {
    private: 'YouTube allows no comments on private videos: post the first comment yourself once the video is public.',
    made_for_kids: 'YouTube allows no comments on videos made for kids: the first comment is not posted.',
    unaudited:
      'YouTube keeps the videos of your Google project private until Google has audited it, and allows no comments on them: post the first comment yourself once the video is public.',
    maybe_unaudited:
      'Until Google has audited your project, YouTube keeps its videos private and allows no comments on them: then post the first comment yourself once the video is public.',
  },
  // https://developers.google.com/youtube/v3/docs/videos/insert
  audit: {
    text: 'Your Google project is not audited: YouTube keeps the video private until Google has audited it.',
    url: 'https://support.google.com/youtube/contact/yt_api_form',
    link: 'Ask Google for the audit',
  },
  // https://support.google.com/youtube/answer/171664
  verification: {
    cover: 'YouTube accepts custom covers only from channels with a verified phone number. It chooses one itself.',
    longVideos: 'Once your phone number is verified at youtube.com/verify, it takes 12 hours.',
    url: 'https://www.youtube.com/verify',
    link: 'Verify the channel',
  },
  api: {
    origin: 'https://www.googleapis.com',
    site: 'https://accounts.google.com',
    tokenOrigin: 'https://oauth2.googleapis.com',
    figuresOrigin: 'https://youtubeanalytics.googleapis.com',
    version: 'v3',
    endsOn: null,
  },
  // It uploads a chosen file immediately, but publishes only when the user presses Publish.
  composer: {
    address: 'https://www.youtube.com/upload',
    textParameter: null,
    script: () => import('./composer.ts'),
    otherHost: 'studio.youtube.com',
  },
  login: {
    url: 'https://www.youtube.com',
    loginUrl: 'https://accounts.google.com/ServiceLogin?service=youtube&continue=https%3A%2F%2Fwww.youtube.com%2F',
    sessionCookies: ['LOGIN_INFO', 'SID'],
  },
  figures: { post: ['impressions', 'likes', 'comments', 'shares', 'watchSeconds'], followers: true },
  reads,
  answers: { from: 'posts', mentions: false, can: ['reply', 'hide'], canRemove: true },
  signIn: z.object({
    platform: z.literal('youtube_shorts'),
    clientId: entryText,
    clientSecret: entryText,
    /** Who can see the videos. */
    privacy: z.enum(['public', 'unlisted', 'private']).default('public'),
    /** Whether the videos are made for kids, a required declaration. */
    madeForKids: z.enum(['no', 'yes']).default('no'),
    figures: readChoice,
  }),
  otherSites: ['youtu.be'],
  effort: { minutes: 15, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: [
        'M10 3h4a4.5 4.5 0 0 1 4.5 4.5v9a4.5 4.5 0 0 1-4.5 4.5h-4a4.5 4.5 0 0 1-4.5-4.5v-9a4.5 4.5 0 0 1 4.5-4.5z',
      ],
      filled: ['m10.3 9 4.7 3-4.7 3z'],
    },
    fold: { characters: 200, lines: 3 },
    layout: 'vertical',
    actions: [{ icon: 'thumb' }, { icon: 'thumbDown' }, { icon: 'comment' }, { icon: 'share' }],
    shapes: [],
  },
} as const satisfies PlatformDescriptor;
