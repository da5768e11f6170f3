import { z } from 'zod';
import { MB, type PlatformDescriptor } from '../descriptor.ts';
import { entryText } from '../entry-text.ts';

export const pinterest = {
  id: 'pinterest',
  label: 'Pinterest',
  alsoCalled: ['pin', 'pins'],
  // https://developers.pinterest.com/docs/api/v5/pins-create
  limits: {
    textLength: 800,
    counting: 'characters',
    hashtags: 5,
    needsMedia: true,
    pictures: 5,
    mixesVideos: false,
    commentLength: 500,
  },
  media: {
    imageTypes: ['image/jpeg', 'image/png'],
    // The site accepts 20 MB. All pictures of a pin are sent in one request, a third larger in Base64.
    imageBytes: 10 * MB,
    // https://help.pinterest.com/en/business/article/pinterest-product-specs
    videoBytes: 2000 * MB,
    seconds: { min: 4, max: 900 },
    altLength: 500,
    video: { codecs: ['H.264', 'H.265'], aspect: { min: 1 / 2, max: 1.91 } },
  },
  showsProjectVideos: true,
  replies: null,
  takesCover: 'picture',
  api: { origin: 'https://api.pinterest.com', site: 'https://www.pinterest.com', version: 'v5', endsOn: null },
  composer: {
    address: 'https://www.pinterest.com/pin-creation-tool/',
    textParameter: null,
    script: () => import('./composer.ts'),
    // Depends on the user's country.
    otherHost: '.pinterest.com',
  },
  otherSites: ['pin.it'],
  figures: { post: ['impressions', 'likes', 'comments', 'saves', 'clicks'], followers: true },
  signIn: z.object({ platform: z.literal('pinterest'), appId: entryText, appSecret: entryText }),
  effort: { minutes: 15, isTechnical: true },
  guide: () => import('./guide.ts'),
  look: {
    mark: {
      lines: ['M12 14.5V21', 'M7.5 3.5h9l-1.4 6 2.9 5H6l2.9-5z'],
    },
    fold: { characters: 100, lines: 2 },
    layout: 'pictures',
    actions: [{ icon: 'heart' }, { icon: 'comment' }, { icon: 'share' }, { icon: 'more' }],
    frame: { tallest: 2 / 3, widest: 1.91, grid: 2 / 3, isRounded: true },
    shapes: ['portrait'],
    plainAddresses: 'all',
    // Pinterest documents no mentions in descriptions.
    names: 'none',
  },
} as const satisfies PlatformDescriptor;
