import { z } from 'zod';
import { MB, type PlatformDescriptor, USUAL_TYPES } from '../descriptor.ts';
import { entryText, serverText } from '../entry-text.ts';

export const mastodon = {
  id: 'mastodon',
  label: 'Mastodon',
  alsoCalled: [],
  // An instance's default limits.
  limits: {
    textLength: 500,
    counting: 'short_links',
    hashtags: 5,
    needsMedia: false,
    pictures: 4,
    mixesVideos: false,
    commentLength: 500,
  },
  media: {
    imageTypes: USUAL_TYPES,
    imageBytes: 16 * MB,
    videoBytes: 99 * MB,
    seconds: { min: 0, max: 3600 },
    altLength: 1500,
  },
  replies: 'thread',
  // https://docs.joinmastodon.org/methods/scheduled_statuses/
  holds: { place: null, note: 'Mastodon holds up to 300 posts, and 25 for one day.' },
  takesCover: 'picture',
  // /share is in Mastodon's source, but undocumented.
  composer: { address: '{server}/share', textParameter: 'text', script: () => import('./composer.ts') },
  figures: { post: ['likes', 'comments', 'shares'], followers: true },
  answers: { from: 'account', mentions: true, can: ['reply', 'like'], canRemove: true },
  entry: z.object({ platform: z.literal('mastodon'), server: serverText, accessToken: entryText }),
  signIn: z.object({ platform: z.literal('mastodon'), server: serverText }),
  findsPeople: true,
  effort: { minutes: 1 },
  guide: () => import('./guide.ts'),
  look: {
    readsLinks: 'above',
    mark: {
      lines: [
        'M9 17.3c2.6.5 6 .5 8.6-.2 1.7-.5 2.9-1.8 2.9-3.6V8a4.5 4.5 0 0 0-4.5-4.5H8A4.5 4.5 0 0 0 3.5 8v5.6c0 4 2.2 6.9 6.3 6.9 1.3 0 2.5-.2 3.7-.6',
        'M8 12.9V9.4a2 2 0 0 1 4 0v2.1M12 9.4a2 2 0 0 1 4 0v3.5',
      ],
    },
    fold: { characters: Number.POSITIVE_INFINITY, lines: 32 },
    layout: 'feed',
    actions: [{ icon: 'reply' }, { icon: 'repost' }, { icon: 'star' }, { icon: 'bookmark' }, { icon: 'more' }],
    frame: { tallest: 1 / 2, widest: 5, grid: 3 / 2, isRounded: true },
    shapes: [],
    plainAddresses: 'bare',
    names: 'server',
    counted: 'Mastodon counts a link as 23 characters, and @user@server as @user. A server can set other limits.',
  },
} as const satisfies PlatformDescriptor;
