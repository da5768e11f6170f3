import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';

export const linkedin = {
  id: 'linkedin',
  label: 'LinkedIn',
  alsoCalled: [],
  limits: {
    textLength: 3000,
    counting: 'characters',
    hashtags: 5,
    needsMedia: false,
    pictures: 20,
    mixesVideos: false,
    commentLength: 1250,
  },
  media: {
    imageTypes: ['image/jpeg', 'image/png'],
    imageBytes: 10 * MB,
    videoBytes: 500 * MB,
    seconds: { min: 3, max: 1800 },
    // https://www.linkedin.com/help/linkedin/answer/a548372 (which refuses ProRes and MPEG-2)
    video: {
      codecs: ['H.264', 'H.265', 'VP8', 'VP9', 'AV1', 'MPEG-4'],
      frameRate: { min: 10, max: 60 },
      aspect: { min: 1 / 2.4, max: 2.4 },
    },
    altLength: 4086,
  },
  replies: 'comment',
  noComment: {
    not_offered: 'LinkedIn’s API accepts first comments for company pages only: post it yourself.',
  },
  takesCover: 'picture',
  // https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/documents-api (and 300 pages). The
  // title's length is that of LinkedIn's composer.
  document: { maxBytes: 100 * MB, titleLength: 58 },
  linkCard: 'beside',
  api: {
    origin: 'https://api.linkedin.com',
    site: 'https://www.linkedin.com',
    tokenOrigin: 'https://www.linkedin.com',
    version: '202607',
    endsOn: '2027-07-15',
  },
  composer: {
    address: 'https://www.linkedin.com/feed/?shareActive=true',
    textParameter: 'text',
    script: () => import('./composer.ts'),
  },
  login: {
    url: 'https://www.linkedin.com',
    loginUrl: 'https://www.linkedin.com/login',
    sessionCookies: ['li_at'],
  },
  figures: { post: ['impressions', 'reach', 'likes', 'comments', 'shares', 'clicks'], followers: true },
  entry: z.object({
    platform: z.literal('linkedin'),
    accessToken: entryText,
    /** Which of several company pages to use, by its number. */
    page: entryText.optional(),
  }),
  otherSites: ['lnkd.in'],
  signIn: z.object({
    platform: z.literal('linkedin'),
    clientId: entryText.optional(),
    clientSecret: entryText.optional(),
    /** For an app for company pages. */
    pageClientId: entryText.optional(),
    pageClientSecret: entryText.optional(),
    page: entryText.optional(),
  }),
  effort: { minutes: 5, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: [
        'M7 3.5h10a3.5 3.5 0 0 1 3.5 3.5v10a3.5 3.5 0 0 1-3.5 3.5h-10a3.5 3.5 0 0 1-3.5-3.5v-10a3.5 3.5 0 0 1 3.5-3.5z',
        'M8 11v5.5M12 16.5V11M12 13.6c0-3.4 4.4-3.4 4.4 0v2.9',
      ],
      filled: ['M7.3 7.9a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0'],
    },
    fold: { characters: 210, lines: 3 },
    layout: 'feed',
    actions: [
      { icon: 'thumb', word: 'Like' },
      { icon: 'comment', word: 'Comment' },
      { icon: 'repost', word: 'Repost' },
      { icon: 'send', word: 'Send' },
    ],
    frame: { tallest: 4 / 5, widest: 1.91, grid: 1.91 },
    shapes: ['landscape'],
    // A mention needs the member's URN, for which a member's app has no search.
    names: 'none',
  },
} as const satisfies PlatformDescriptor;
