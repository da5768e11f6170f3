import { z } from 'zod';
import { MB, type PlatformDescriptor, USUAL_TYPES } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';

/** In US dollars; unlimited if absent. */
const monthlyBudget = z
  .string()
  .trim()
  .regex(/^\$?(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/)
  .transform((text) => text.replace('$', ''))
  .optional();

export const x = {
  id: 'twitter',
  label: 'X/Twitter',
  name: 'X',
  alsoCalled: ['x'],
  limits: {
    textLength: 280,
    counting: 'weighted',
    hashtags: 2,
    needsMedia: false,
    pictures: 4,
    mixesVideos: false,
    commentLength: 280,
  },
  media: {
    imageTypes: [...USUAL_TYPES, 'image/gif'],
    imageBytes: 5 * MB,
    gifBytes: 15 * MB,
    videoBytes: 512 * MB,
    seconds: { min: 0.5, max: 140 },
    // https://docs.x.com/x-api/media/quickstart/best-practices
    video: { codecs: ['H.264'], frameRate: { min: 1, max: 60 }, aspect: { min: 1 / 3, max: 3 }, isAac: true },
    altLength: 1000,
  },
  replies: 'thread',
  takesSubtitles: true,
  // X API: 403, "You are not allowed to create a Tweet with duplicate content".
  refusesSameText: 'refuses a text that you posted recently',
  api: { origin: 'https://api.x.com', site: 'https://x.com', version: '2', endsOn: null },
  // https://docs.x.com/x-for-websites/web-intents/overview documents `text` for twitter.com/intent/tweet; /intent/post
  // was observed to accept it too.
  composer: {
    address: 'https://x.com/intent/post',
    textParameter: 'text',
    script: () => import('./composer.ts'),
  },
  login: { url: 'https://x.com', loginUrl: 'https://x.com/i/flow/login', sessionCookies: ['auth_token'] },
  // https://docs.x.com/x-api/getting-started/pricing, read in August 2026.
  prices: { post: 15, postWithLink: 200, description: 5, readPost: 5, readAccount: 10 },
  figures: { post: ['impressions', 'likes', 'comments', 'shares', 'saves', 'clicks'], followers: true },
  answers: { from: 'account', mentions: true, can: ['reply', 'hide'], canRemove: true },
  entry: z.object({
    platform: z.literal('twitter'),
    apiKey: entryText,
    apiSecret: entryText,
    accessToken: entryText,
    accessTokenSecret: entryText,
    monthlyBudget,
  }),
  /** Only a confidential client has a secret. */
  signIn: z.object({
    platform: z.literal('twitter'),
    clientId: entryText,
    clientSecret: entryText.optional(),
    monthlyBudget,
  }),
  otherSites: ['twitter.com', 't.co'],
  effort: { minutes: 10, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    readsLinks: 'picture',
    mark: { lines: ['m4.5 4.5 15 15M19.2 4.5 4.8 19.5'] },
    fold: null,
    layout: 'feed',
    isBeside: true,
    actions: [
      { icon: 'comment' },
      { icon: 'repost' },
      { icon: 'heart' },
      { icon: 'views' },
      { icon: 'bookmark' },
      { icon: 'share' },
    ],
    frame: { tallest: 3 / 4, widest: 2, grid: 16 / 9, isRounded: true },
    shapes: ['wide'],
    names: 'word',
    counted: 'X counts a link as 23 characters, and emoji and letters of many scripts as 2.',
  },
} as const satisfies PlatformDescriptor;
