import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';
import { readChoice } from '../reads.ts';
import { reads } from './reads.ts';

/** Videos go to the user's inbox to be finished there, or are published directly with this privacy. */
export const tiktokModeSchema = z.enum([
  'inbox',
  'SELF_ONLY',
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
]);
export type TikTokMode = z.infer<typeof tiktokModeSchema>;

export const tiktok = {
  id: 'tiktok',
  label: 'TikTok',
  alsoCalled: [],
  limits: {
    textLength: 2200,
    counting: 'characters',
    hashtags: 5,
    needsMedia: true,
    pictures: 0,
    mixesVideos: false,
    commentLength: 150,
  },
  media: {
    imageTypes: ['image/jpeg', 'image/webp'],
    imageBytes: 20 * MB,
    videoBytes: 4000 * MB,
    seconds: { min: 3, max: 600 },
    // TikTok Ads Manager, "In-feed ads: safe zone", with a caption of several lines.
    covers: { top: 130, right: 140, bottom: 480, left: 60 },
    // https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide#video_restrictions
    video: {
      codecs: ['H.264', 'H.265', 'VP8', 'VP9'],
      frameRate: { min: 23, max: 60 },
      width: { min: 360, max: 4096 },
      height: { min: 360, max: 4096 },
    },
  },
  showsProjectVideos: true,
  replies: null,
  takesCover: 'time',
  // https://developers.tiktok.com/doc/content-sharing-guidelines
  asksForEachPost: true,
  api: { origin: 'https://open.tiktokapis.com', site: 'https://www.tiktok.com', version: 'v2', endsOn: null },
  // It uploads a chosen file immediately, but publishes only when the user presses Post.
  composer: {
    address: 'https://www.tiktok.com/tiktokstudio/upload',
    textParameter: null,
    script: () => import('./composer.ts'),
  },
  login: {
    url: 'https://www.tiktok.com',
    loginUrl: 'https://www.tiktok.com/login',
    sessionCookies: ['sessionid'],
  },
  figures: { post: ['impressions', 'likes', 'comments', 'shares'], followers: true },
  reads,
  signIn: z.object({
    platform: z.literal('tiktok'),
    clientKey: entryText,
    clientSecret: entryText,
    mode: tiktokModeSchema.default('inbox'),
    figures: readChoice,
  }),
  effort: { minutes: 15, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    mark: { lines: ['M13 3.5v11.8a4.1 4.1 0 1 1-4.1-4.1M13 3.5c.3 2.9 2.4 4.9 5.4 5.1'] },
    fold: { characters: 90, lines: 2 },
    layout: 'vertical',
    actions: [{ icon: 'heart' }, { icon: 'comment' }, { icon: 'bookmark' }, { icon: 'share' }],
    shapes: [],
    plainAddresses: 'all',
  },
} as const satisfies PlatformDescriptor;
