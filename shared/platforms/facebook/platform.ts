import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';
import { readChoice } from '../reads.ts';
import { reads } from './reads.ts';
import { metaTokenEntry } from './token-entry.ts';

export const facebook = {
  id: 'facebook',
  label: 'Facebook',
  alsoCalled: ['fb'],
  limits: {
    textLength: 63_206,
    counting: 'characters',
    hashtags: 5,
    needsMedia: false,
    pictures: 10,
    mixesVideos: false,
    commentLength: 8000,
  },
  media: {
    imageTypes: ['image/jpeg', 'image/png'],
    imageBytes: 4 * MB,
    videoBytes: 1000 * MB,
    // https://www.facebook.com/business/help/1640701476174343 (240 minutes)
    seconds: { min: 1, max: 14_400 },
    // Meta, "Safe zones for Reels ads": 14 % at the top, 35 % at the bottom, 6 % at the sides.
    covers: { top: 269, right: 120, bottom: 672, left: 65 },
    // https://developers.facebook.com/documentation/video-api/guides/reels-publishing, also #rate-limit
    reel: { width: 540, height: 960, seconds: { min: 3, max: 90 }, frameRate: { min: 24, max: 60 }, perDay: 30 },
  },
  showsProjectVideos: true,
  replies: 'comment',
  // https://developers.facebook.com/docs/pages-api/posts#publish-posts
  holds: {
    place: { name: 'Meta Business Suite', url: 'https://business.facebook.com/latest/posts/scheduled_posts' },
    note: 'Facebook holds texts, links and pictures; videos and stories are sent when they are due.',
  },
  takesCover: 'picture',
  takesSubtitles: true,
  // Graph API, error 506: "Duplicate posts cannot be published consecutively".
  refusesSameText: 'refuses the same text as in the previous post',
  api: { origin: 'https://graph.facebook.com', site: 'https://www.facebook.com', version: 'v26.0', endsOn: null },
  composer: { address: 'https://www.facebook.com/', textParameter: null, script: () => import('./composer.ts') },
  login: {
    url: 'https://www.facebook.com',
    loginUrl: 'https://www.facebook.com/login/',
    sessionCookies: ['c_user'],
  },
  figures: { post: ['impressions', 'reach', 'likes', 'comments', 'shares', 'clicks'], followers: true },
  reads,
  answers: { from: 'posts', mentions: false, can: ['reply', 'like', 'hide'], canRemove: true },
  entry: z.object({ platform: z.literal('facebook'), ...metaTokenEntry }),
  signIn: z.object({
    platform: z.literal('facebook'),
    appId: entryText,
    appSecret: entryText,
    /** For an app with Facebook Login for Business. */
    configId: entryText.optional(),
    page: entryText.optional(),
    figures: readChoice,
    answers: readChoice,
  }),
  otherSites: ['fb.com', 'fb.me', 'fb.watch', 'm.me'],
  effort: { minutes: 15, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    readsLinks: 'above',
    mark: {
      lines: [
        'M3.25 12a8.75 8.75 0 1 0 17.5 0a8.75 8.75 0 1 0-17.5 0',
        'M12 20.5V11a2.6 2.6 0 0 1 2.6-2.6h.9M9.4 13h5.4',
      ],
    },
    fold: { characters: 480, lines: 6 },
    layout: 'feed',
    actions: [
      { icon: 'thumb', word: 'Like' },
      { icon: 'comment', word: 'Comment' },
      { icon: 'share', word: 'Share' },
    ],
    frame: { tallest: 4 / 5, widest: 1.91, grid: 1.91 },
    shapes: ['portrait', 'landscape'],
    // A Page is mentioned by its id, and only by apps that Meta has reviewed for it.
    names: 'none',
  },
} as const satisfies PlatformDescriptor;
