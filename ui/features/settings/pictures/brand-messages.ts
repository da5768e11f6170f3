import { BRAND_HANDLE_MAX_LENGTH } from '../../../../shared/pictures/brand.ts';

export const brandMessages = {
  title: 'Pictures',
  description: 'How the cards drawn for your posts look. Existing pictures stay as they are.',
  color: 'Brand colour',
  colorHint: 'Text on it is dark or light, whichever is readable. Leave empty to give each niche its own colours.',
  pick: 'Pick a brand colour',
  none: 'Colours by niche',
  handle: 'Handle',
  handleHint: `Shown on every card, up to ${BRAND_HANDLE_MAX_LENGTH} characters. Leave empty to show the niche.`,
  handleExample: '@bread.daily',
  noHandle: 'no handle',
  preview: 'How cards will look',
  sample: { niche: 'Your niche', title: 'Bread is alive', body: 'Let it rest overnight.', source: 'Source' },
} as const;

export const brandErrors = {
  color: 'Enter a colour such as #2f4fc9: a # and six digits from 0 to 9 and a to f.',
  handle: (tooMany: number) => `The limit is ${BRAND_HANDLE_MAX_LENGTH} characters. Remove ${tooMany}.`,
} as const;
