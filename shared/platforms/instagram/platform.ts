import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';
import { metaTokenEntry } from '../facebook/token-entry.ts';
import { readChoice } from '../reads.ts';
import { reads } from './reads.ts';

export const instagram = {
  id: 'instagram',
  label: 'Instagram',
  alsoCalled: ['ig', 'insta'],
  limits: {
    textLength: 2200,
    counting: 'characters',
    hashtags: 5,
    needsMedia: true,
    pictures: 10,
    mixesVideos: true,
    commentLength: 2200,
  },
  media: {
    imageTypes: ['image/jpeg'],
    imageBytes: 8 * MB,
    aspect: { min: 4 / 5, max: 1.91 },
    videoBytes: 300 * MB,
    seconds: { min: 3, max: 900 },
    // Meta, "Safe zones for Reels ads": 14 % at the top, 35 % at the bottom, 6 % at the sides.
    covers: { top: 269, right: 120, bottom: 672, left: 65 },
    // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media#reel-specifications
    video: {
      codecs: ['H.264', 'H.265'],
      frameRate: { min: 23, max: 60 },
      width: { min: 1, max: 1920 },
      isAac: true,
      isPlain: true,
    },
  },
  showsProjectVideos: true,
  replies: 'comment',
  takesCover: 'time',
  api: {
    origin: 'https://graph.instagram.com',
    site: 'https://www.instagram.com',
    tokenOrigin: 'https://api.instagram.com',
    version: 'v26.0',
    endsOn: null,
  },
  composer: { address: 'https://www.instagram.com/', textParameter: null, script: () => import('./composer.ts') },
  login: {
    url: 'https://www.instagram.com',
    loginUrl: 'https://www.instagram.com/accounts/login/',
    sessionCookies: ['sessionid'],
  },
  figures: { post: ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'watchSeconds'], followers: true },
  reads,
  answers: { from: 'posts', mentions: false, can: ['reply', 'hide'], canRemove: true },
  /** A Facebook token posts through the linked Page, an Instagram token directly; their prefixes tell them apart. */
  entry: z.object({ platform: z.literal('instagram'), ...metaTokenEntry }),
  /** Logs in through the linked Page with the app's ID and secret, or directly with those of its Instagram app. */
  signIn: z.object({
    platform: z.literal('instagram'),
    appId: entryText.optional(),
    appSecret: entryText.optional(),
    configId: entryText.optional(),
    page: entryText.optional(),
    instagramAppId: entryText.optional(),
    instagramAppSecret: entryText.optional(),
    figures: readChoice,
  }),
  otherSites: ['instagr.am', 'ig.me'],
  effort: { minutes: 20, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: [
        'M8.5 3.5h7a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-7a5 5 0 0 1-5-5v-7a5 5 0 0 1 5-5z',
        'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
        'M16.8 7.2h0',
      ],
    },
    fold: { characters: 125, lines: 3 },
    layout: 'pictures',
    actions: [{ icon: 'heart' }, { icon: 'comment' }, { icon: 'repost' }, { icon: 'send' }, { icon: 'bookmark' }],
    shapes: ['portrait'],
    plainAddresses: 'all',
  },
} as const satisfies PlatformDescriptor;
