import type { LanguageData } from './language-data.ts';

/** For languages without data: posts only quote, without phrases of their own. */
export const neutral = {
  stopwords: 'the and',
  dangling: '',
  leaning: '',
  announcing: '',
  reported: { subject: [], rest: [] },
  boilerplate: { parts: 'cookie|newsletter|©|copyright' },
  stale: '',
  advice: '',
  narrative: '',
  memorable: { parts: '["“„«「]' },
  emptyHeadings: '',
  nounMarkers: 'the',
  capitalNouns: true,
  quotes: ['“', '”'],
  credit: '{title}',
  fromTitle: '{title}',
  prompts: { quote: {}, tips: {}, how_to: {}, question: {}, opinion: {}, facts: {}, story: {} },
} satisfies Omit<LanguageData, 'tag'>;
