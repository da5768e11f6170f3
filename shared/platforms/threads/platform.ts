import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';
import { readChoice } from '../reads.ts';
import { reads } from './reads.ts';

export const threads = {
  id: 'threads',
  label: 'Threads',
  alsoCalled: ['thread'],
  // https://developers.facebook.com/docs/threads/overview#limitations-and-specifications
  limits: {
    textLength: 500,
    counting: 'emoji_bytes',
    // The first becomes the post's topic; others stay plain text.
    hashtags: 1,
    needsMedia: false,
    pictures: 20,
    mixesVideos: true,
    commentLength: 500,
  },
  media: {
    imageTypes: ['image/jpeg', 'image/png'],
    imageBytes: 8 * MB,
    aspect: { min: 1 / 10, max: 10 },
    videoBytes: 1000 * MB,
    seconds: { min: 0, max: 300 },
    // https://developers.facebook.com/docs/threads/reference/publishing
    altLength: 1000,
    video: {
      codecs: ['H.264', 'H.265'],
      frameRate: { min: 23, max: 60 },
      width: { min: 1, max: 1920 },
      aspect: { min: 1 / 100, max: 10 },
      isAac: true,
      isPlain: true,
    },
    fetchesVideos: true,
  },
  showsProjectVideos: true,
  replies: 'thread',
  // graph.threads.com is the same. https://developers.facebook.com/docs/threads/overview
  api: { origin: 'https://graph.threads.net', site: 'https://www.threads.com', version: 'v1.0', endsOn: null },
  // https://developers.facebook.com/docs/threads/threads-web-intents
  composer: {
    address: 'https://www.threads.com/intent/post',
    textParameter: 'text',
    script: () => import('./composer.ts'),
  },
  answers: { from: 'posts', mentions: true, can: ['reply', 'hide'], canRemove: true },
  reads,
  figures: { post: ['impressions', 'likes', 'comments', 'shares'], followers: true },
  entry: z.object({
    platform: z.literal('threads'),
    accessToken: entryText,
    /** With it, a one-hour token is exchanged for a 60-day one. */
    appSecret: entryText.optional(),
  }),
  otherSites: ['threads.net'],
  signIn: z.object({
    platform: z.literal('threads'),
    appId: entryText,
    appSecret: entryText,
    answers: readChoice,
  }),
  effort: { minutes: 10, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: [
        'M8.2 12a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0',
        'M15.8 8.2v5a2.4 2.4 0 0 0 4.8 0V12a8.6 8.6 0 1 0-3.5 6.9',
      ],
    },
    fold: null,
    layout: 'feed',
    isBeside: true,
    actions: [{ icon: 'heart' }, { icon: 'comment' }, { icon: 'repost' }, { icon: 'send' }],
    frame: { tallest: 3 / 4, widest: 1.91, grid: 4 / 5, isRounded: true },
    shapes: ['portrait'],
  },
} as const satisfies PlatformDescriptor;
