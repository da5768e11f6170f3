import { z } from 'zod';
import { MB, type PlatformDescriptor, USUAL_TYPES } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';

export const discord = {
  id: 'discord',
  label: 'Discord',
  alsoCalled: ['discordwebhook'],
  limits: {
    // https://docs.discord.com/developers/resources/webhook#execute-webhook
    textLength: 2000,
    counting: 'characters',
    hashtags: 3,
    needsMedia: false,
    pictures: 10,
    mixesVideos: true,
    commentLength: 2000,
  },
  media: {
    imageTypes: [...USUAL_TYPES, 'image/gif'],
    // https://docs.discord.com/developers/reference#uploading-files: per file, on a server without boosts.
    imageBytes: 10 * MB,
    videoBytes: 10 * MB,
    seconds: { min: 0, max: 14_400 },
    // https://docs.discord.com/developers/resources/message#attachment-object
    altLength: 1024,
  },
  showsProjectVideos: true,
  replies: null,
  api: { origin: 'https://discord.com', site: 'https://discord.com', version: '10', endsOn: null },
  composer: { address: 'https://discord.com/channels/@me', textParameter: null },
  figures: { post: ['likes'], followers: false },
  entry: z.object({ platform: z.literal('discord'), webhook: entryText }),
  otherSites: ['discord.gg', 'discordapp.com'],
  effort: { minutes: 1 },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: [
        'M7.5 4.5h9a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-4l-4.6 3v-3h-.4a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4z',
        'M9 11h0M15 11h0',
      ],
    },
    fold: null,
    layout: 'feed',
    isBeside: true,
    actions: [{ icon: 'heart' }, { icon: 'reply' }, { icon: 'share' }, { icon: 'more' }],
    frame: { tallest: 4 / 5, widest: 2, grid: 3 / 2, isRounded: true },
    shapes: [],
    // A webhook can mention only by <@id>. https://docs.discord.com/developers/reference#message-formatting
    names: 'none',
  },
} as const satisfies PlatformDescriptor;
