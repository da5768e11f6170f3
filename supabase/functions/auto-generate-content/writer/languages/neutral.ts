import { type LanguagePack, wordSet } from './language-pack.ts';

const MATCHES_NOTHING = /$^/;

const NO_PHRASES = {
  insight: [],
  list: [],
  steps: [],
  tip: [],
  notes: [],
  question: [],
  opinion: [],
  quote: [],
  fact: [],
  figure: [],
  story: [],
} as const;

/** For languages without a pack: the sources speak for themselves, nothing is put into words around them. */
export function neutralPack(language: string): LanguagePack {
  return {
    language,
    stopwords: wordSet('the and'),
    abbreviation: MATCHES_NOTHING,
    dangling: MATCHES_NOTHING,
    leaning: MATCHES_NOTHING,
    boilerplate: /cookie|newsletter|©|copyright/i,
    stale: MATCHES_NOTHING,
    advice: MATCHES_NOTHING,
    narrative: MATCHES_NOTHING,
    nounMarkers: wordSet('the'),
    nounsFirst: false,
    where: null,
    memorable: /["“„«「]/,
    emptyHeading: MATCHES_NOTHING,
    quotes: ['“', '”'],
    capitalNouns: true,
    credit: '{title}',
    joinTitle: '{niche}: {hook}',
    tagPhrases: [],
    hooks: NO_PHRASES,
    asks: NO_PHRASES,
    shortListHook: '',
    prompts: [],
    lastSlide: { title: '', body: '' },
  };
}
