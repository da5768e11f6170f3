import type { OptionalReads } from '../reads.ts';

/** https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-media/insights */
export const reads = {
  figures: {
    label: 'Also read figures',
    what: 'impressions, reach, shares, saves and watch time',
    tells: ['impressions', 'reach', 'shares', 'saves', 'watchSeconds'],
    needs:
      'Your app needs the permission instagram_manage_insights, or instagram_business_manage_insights for the login with Instagram: at Meta for Developers under My Apps, your app, Use cases, press "Customize", then "Add" beside it. Without it, Meta refuses the login.',
  },
} as const satisfies OptionalReads;
