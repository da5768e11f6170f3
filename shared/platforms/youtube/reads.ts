import type { OptionalReads } from '../reads.ts';

/** https://developers.google.com/youtube/analytics/reference/reports/query */
export const reads = {
  figures: {
    label: 'Also read figures',
    what: 'watch time and shares',
    tells: ['shares', 'watchSeconds'],
    needs:
      'Your Google project needs the YouTube Analytics API: open console.cloud.google.com/apis/library/youtubeanalytics.googleapis.com, choose the project, and press "Enable".',
  },
} as const satisfies OptionalReads;
