import type { OptionalReads } from '../reads.ts';

/** https://developers.facebook.com/docs/permissions */
export const reads = {
  figures: {
    label: 'Also read figures',
    what: 'impressions, reach and clicks',
    tells: ['impressions', 'reach', 'clicks'],
    needs:
      'Your app needs the permission read_insights: at Meta for Developers under My Apps, your app, Use cases, press "Customize", then "Add" beside it. Without it, Facebook refuses the login.',
  },
  answers: {
    label: 'Also read comments',
    what: 'comments below your posts',
    tells: ['comments'],
    needs:
      'Your app needs the permission pages_read_user_content: at Meta for Developers under My Apps, your app, Use cases, press "Customize", then "Add" beside it. Without it, Facebook refuses the login.',
  },
} as const satisfies OptionalReads;
