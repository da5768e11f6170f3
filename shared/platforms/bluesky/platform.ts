import { z } from 'zod';
import { MB, type PlatformDescriptor, USUAL_TYPES } from '../descriptor.ts';
import { entryText, serverText } from '../entry-text.ts';

export const bluesky = {
  id: 'bluesky',
  label: 'Bluesky',
  alsoCalled: ['bsky'],
  limits: {
    textLength: 300,
    counting: 'graphemes',
    hashtags: 3,
    needsMedia: false,
    // app.bsky.embed.gallery, "a soft limit of 10 items" (lexicons of 2026-11: @atproto/api 0.21.0).
    pictures: 10,
    mixesVideos: false,
    commentLength: 300,
  },
  // Sizes according to the same lexicons; 10 minutes according to Bluesky's own app of 2026-11 (VIDEO_MAX_DURATION_MS).
  media: { imageTypes: USUAL_TYPES, imageBytes: 2 * MB, videoBytes: 300 * MB, seconds: { min: 0, max: 600 } },
  replies: 'thread',
  takesSubtitles: true,
  linkCard: 'above',
  // https://docs.bsky.app/docs/advanced-guides/intent-links
  composer: {
    address: 'https://bsky.app/intent/compose',
    textParameter: 'text',
    script: () => import('./composer.ts'),
  },
  figures: { post: ['likes', 'comments', 'shares', 'saves'], followers: true },
  answers: { from: 'account', mentions: true, can: ['reply', 'like', 'hide'], canRemove: true },
  entry: z.object({
    platform: z.literal('bluesky'),
    /** The handle or DID; an e-mail address works on some servers. */
    identifier: entryText,
    appPassword: entryText,
    /** The personal data server (PDS); https://bsky.social by default. */
    server: serverText.optional(),
  }),
  otherSites: ['bsky.app', 'bsky.social'],
  findsPeople: true,
  effort: { minutes: 1 },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: [
        'M12 11.2C10.7 8.4 7.6 5.1 5.2 4.6c-1.3-.2-1.8.6-1.7 2.2.1 1.7.4 4 .9 5 .8 1.6 2.6 1.9 4.3 1.6-2.5.6-3.1 1.9-1.9 3.5 2.1 2.7 4.3.6 5.2-2.5',
        'M12 11.2c1.3-2.8 4.4-6.1 6.8-6.6 1.3-.2 1.8.6 1.7 2.2-.1 1.7-.4 4-.9 5-.8 1.6-2.6 1.9-4.3 1.6 2.5.6 3.1 1.9 1.9 3.5-2.1 2.7-4.3.6-5.2-2.5',
      ],
    },
    fold: { characters: Number.POSITIVE_INFINITY, lines: 25 },
    layout: 'feed',
    isBeside: true,
    actions: [
      { icon: 'comment' },
      { icon: 'repost' },
      { icon: 'heart' },
      { icon: 'bookmark' },
      { icon: 'share' },
      { icon: 'more' },
    ],
    frame: { tallest: 1 / 2, widest: 5, grid: 2, isRounded: true },
    shapes: ['wide'],
    names: 'domain',
  },
} as const satisfies PlatformDescriptor;
