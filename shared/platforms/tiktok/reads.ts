import type { OptionalReads } from '../reads.ts';

/** https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export const reads = {
  figures: {
    label: 'Also read followers',
    what: 'followers',
    tells: ['followers'],
    needs:
      'Your app needs the scope user.info.stats: at TikTok for Developers under Manage apps, your app, Scopes, press "Add scopes". Without it, TikTok refuses the login.',
  },
} as const satisfies OptionalReads;
