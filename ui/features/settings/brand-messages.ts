import { BRAND_HANDLE_MAX_LENGTH } from '../../../shared/brand.ts';

/** Every word of the Pictures card. */
export const brandMessages = {
  title: 'Pictures',
  description: 'How the cards look that are drawn for your posts. Pictures of posts that exist stay as they are.',
  color: 'Brand colour',
  colorHint: 'Text on it is dark or light, whichever can be read. Empty: each niche has colours of its own.',
  pick: 'Pick a brand colour',
  none: 'Colours by niche',
  handle: 'Handle',
  handleHint: `Stands on every card, up to ${BRAND_HANDLE_MAX_LENGTH} characters. Empty: the niche stands there.`,
  handleExample: '@bread.daily',
  noHandle: 'no handle',
  preview: 'How cards will look',
  sample: { niche: 'Your niche', title: 'Bread is alive', body: 'Let it rest overnight.', source: 'Source' },
} as const;

/** What is wrong with the brand, and what to enter. */
export const brandErrors = {
  color: 'Enter a colour such as #2f4fc9: a # and six digits from 0 to 9 and a to f.',
  handle: (tooMany: number) =>
    `A handle has at most ${BRAND_HANDLE_MAX_LENGTH} characters: take ${tooMany} away, or the card cannot show it.`,
} as const;
