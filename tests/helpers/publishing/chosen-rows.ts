import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

/** Options of a post with this file, and what arrives of them by which call. */
type ChosenRow = {
  options: OptionValues;
  media?: 'picture' | 'video';
  text?: string;
  route: string;
  says: string[];
};

const STATUS = 'POST /api/v1/statuses';

export const CHOSEN: Partial<Record<Platform, ChosenRow[]>> = {
  mastodon: [
    {
      options: { visibility: 'private', contentWarning: 'Crumbs', language: 'de' },
      route: STATUS,
      says: ['"visibility":"private"', '"spoiler_text":"Crumbs"', '"language":"de"'],
    },
    {
      options: { contentWarning: 'Crumbs', sensitive: true, poll: true, pollAnswers: ['Rye', 'Spelt'] },
      media: 'picture',
      text: '',
      route: STATUS,
      says: ['"spoiler_text":"Crumbs"', '"sensitive":true'],
    },
    {
      options: { visibility: 'default', poll: true, pollAnswers: ['Rye', 'Spelt'], pollMultiple: true },
      route: STATUS,
      says: ['"poll":{"options":["Rye","Spelt"],"expires_in":86400,"multiple":true}'],
    },
  ],
};
