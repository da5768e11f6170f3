import type { LanguageData, PhraseKind, Phrases } from './language-data.ts';

const NONE: Record<PhraseKind, Phrases> = {
  insight: '',
  list: '',
  steps: '',
  tip: '',
  notes: '',
  question: '',
  opinion: '',
  quote: '',
  fact: '',
  figure: '',
  story: '',
};

/** For languages without a file: the sources speak for themselves, and no phrases are put around them. */
export const neutral = {
  stopwords: 'the and',
  dangling: '',
  leaning: '',
  boilerplate: { parts: 'cookie|newsletter|©|copyright' },
  stale: '',
  advice: '',
  narrative: '',
  memorable: { parts: '["“„«「]' },
  emptyHeadings: '',
  nounMarkers: 'the',
  capitalNouns: true,
  templateNames: { quote: '', how_to: '', tips: '', question: '', facts: '', opinion: '', insight: '', story: '' },
  quotes: ['“', '”'],
  credit: '{title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: [],
  shortListHook: '',
  hooks: NONE,
  callsToAction: NONE,
  prompts: { quote: {}, tips: {}, how_to: {}, question: {}, opinion: {}, facts: {}, story: {} },
  lastSlide: { title: '', body: '' },
} satisfies Omit<LanguageData, 'tag'>;
