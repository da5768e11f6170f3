import { type LanguagePack, wordSet } from './language-pack.ts';

const NEVER = /$^/;

const SILENT = {
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
    abbreviation: NEVER,
    dangling: NEVER,
    leaning: NEVER,
    boilerplate: /cookie|newsletter|©|copyright/i,
    stale: NEVER,
    advice: NEVER,
    narrative: NEVER,
    nounMarkers: wordSet('the'),
    nounsFirst: false,
    where: null,
    memorable: /["“„«「]/,
    emptyHeading: NEVER,
    quotes: ['“', '”'],
    capitalNouns: true,
    credit: '{title}',
    joinTitle: '{niche}: {hook}',
    tagPhrases: [],
    hooks: SILENT,
    asks: SILENT,
    shortListHook: '',
    prompts: [],
    lastSlide: { title: '', body: '' },
  };
}
