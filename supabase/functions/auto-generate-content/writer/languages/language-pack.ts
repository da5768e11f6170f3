import type { Format } from '../draft.ts';
import type { Style } from '../style.ts';

/**
 * Which phrases go around a draft: those of its format, `notes` for lists that inform instead of advising, `figure` for
 * facts that lie in a number.
 */
export type Phrases = Format | 'notes' | 'figure';

/** A whole post without any source, and the style of template that it fits. */
export type Prompt = { style: Exclude<Style, 'general' | 'insight'>; title: string; body: string };

/**
 * What the built-in writer knows of one language. Patterns are tried on single sentences. In phrases `{niche}` and
 * `{n}` are filled in; an empty list leaves that part of the post out.
 */
export type LanguagePack = {
  /** BCP 47 primary tag, also for Intl.Segmenter. */
  language: string;
  /** Words too common to say anything, in lower case. They also tell the language of a text. */
  stopwords: ReadonlySet<string>;
  /** Ends of text that look like the end of a sentence and are none. */
  abbreviation: RegExp;
  /** Sentences that mean nothing without the one before them. */
  dangling: RegExp;
  /** Sentences that probably lean on the one before them. */
  leaning: RegExp;
  /** The site or the author speaking of themselves, not of the subject. */
  boilerplate: RegExp;
  /** Sentences tied to the day on which they were written: last week, next month. */
  stale: RegExp;
  /** Sentences that advise. */
  advice: RegExp;
  /** Words that tell of something that happened. */
  narrative: RegExp;
  /** Words that stand before nouns, so that what follows alone is one. Languages with capital nouns need none. */
  nounMarkers: ReadonlySet<string>;
  /** Whether adjectives follow their noun, so that the first word behind a marker is the noun. */
  nounsFirst: boolean;
  /** Words before the name of a place, as alternatives of a pattern; null where capitals do not show names. */
  where: string | null;
  /** Turns of phrase that make a sentence worth quoting. */
  memorable: RegExp;
  /** Headings that say nothing by themselves. */
  emptyHeading: RegExp;
  quotes: readonly [string, string];
  /** Whether nouns are written with capitals, so that a capital is no sign of a name. */
  capitalNouns: boolean;
  /** Names the source at the end of a post. */
  credit: string;
  /** `{niche}` and `{hook}` as one title. */
  joinTitle: string;
  /** Hashtags that the niche makes where the sources offer none, `{niche}` filled in. */
  tagPhrases: readonly string[];
  hooks: Record<Phrases, readonly string[]>;
  /** The gentle call to action at the end. */
  asks: Record<Phrases, readonly string[]>;
  /** Hooks of lists that lost points to a platform's limit. */
  shortListHook: string;
  /** Whole posts for the time without any source: they ask and invite, and claim nothing. */
  prompts: readonly Prompt[];
  /** Shown at the end of a carousel. */
  lastSlide: { title: string; body: string };
};

/** A set of the words of a text, for the packs' word lists. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
