import { csvLine } from '../../csv/csv-line.ts';

/** The example's file name. */
export const EXAMPLE_NAME = 'posts-example.csv';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A valid file with every general column and one platform option; its posts are due in about a week. */
export function exampleCsv(now: Date): string {
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const lines = [
    [
      'date',
      'time',
      'text',
      'platforms',
      'accounts',
      'media',
      'alt text',
      'hashtags',
      'first comment',
      'bluesky:replies',
    ],
    [day(7), '09:00', 'Our oven is on from six. Come by while the bread is warm.', 'facebook, linkedin'],
    [
      day(8),
      '5:30 PM',
      'Three loaves, one dough:\nrye, spelt and wheat.',
      'bluesky',
      '',
      '',
      '',
      '#bread #baking',
      'Recipes on our site',
      'nobody',
    ],
    ['', '', 'A line without a date becomes a draft.', 'mastodon'],
  ];
  return `${lines.map(csvLine).join('\r\n')}\r\n`;
}
