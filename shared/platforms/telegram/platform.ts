import { z } from 'zod';
import { MB, type PlatformDescriptor, USUAL_TYPES } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';

export const telegram = {
  id: 'telegram',
  label: 'Telegram channel',
  name: 'Telegram',
  alsoCalled: ['tg', 'telegramchannel'],
  limits: {
    // https://core.telegram.org/bots/api#sendmessage and #sendphoto
    textLength: 4096,
    captionLength: 1024,
    counting: 'characters',
    hashtags: 5,
    needsMedia: false,
    pictures: 10,
    mixesVideos: true,
    commentLength: 4096,
  },
  media: {
    imageTypes: USUAL_TYPES,
    imageBytes: 10 * MB,
    aspect: { min: 1 / 20, max: 20 },
    videoBytes: 50 * MB,
    // Telegram documents no limit but the size.
    seconds: { min: 0, max: 14_400 },
  },
  showsProjectVideos: true,
  replies: null,
  // The Bot API has no versions in its addresses.
  api: { origin: 'https://api.telegram.org', site: 'https://t.me', version: '1', endsOn: null },
  composer: { address: 'https://web.telegram.org/a/', textParameter: null },
  figures: { post: [], followers: true },
  entry: z.object({
    platform: z.literal('telegram'),
    botToken: entryText,
    /** `@name`, its address on t.me, or the number of a private channel. */
    channel: entryText,
  }),
  otherSites: ['telegram.me', 'telegram.dog', 'telegram.org'],
  effort: { minutes: 3 },
  guide: () => import('./guide.ts'),
  look: {
    mark: { lines: ['M20.5 4 3.5 10.9l5.2 2 2 6.1 2.9-3.5 4.6 3.5z', 'M8.7 12.9l7.2-4.6'] },
    fold: null,
    layout: 'feed',
    actions: [{ icon: 'heart' }, { icon: 'comment', word: 'Comments' }, { icon: 'views' }, { icon: 'share' }],
    frame: { tallest: 4 / 5, widest: 2, grid: 3 / 2, isRounded: true },
    shapes: [],
    names: 'word',
  },
} as const satisfies PlatformDescriptor;
