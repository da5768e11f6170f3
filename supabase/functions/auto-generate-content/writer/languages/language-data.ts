import type { Format } from '../draft.ts';
import type { TemplateStyle } from '../style.ts';

/**
 * Which phrases go around a draft: those of its format, `notes` for lists that inform instead of advising, `figure` for
 * facts that lie in a number.
 */
export type PhraseKind = Format | 'notes' | 'figure';

/**
 * Alternatives, separated by `|` or a line break, as in a regular expression without capitals: `yesterday|(last|next)
 * week`. `~` stands for any letters, also none: `advertis~`.
 */
export type Alternatives = string;

/** Phrases for posts, as they are, separated by `|` or a line break. */
export type Phrases = string;

/** Which sentences have a property: those that match one of these. Alternatives alone are `words`. */
export type Cue =
  | Alternatives
  | {
      /** Whole words at the beginning of a sentence: `however|after that`. */
      start?: Alternatives;
      /** Whole words anywhere: `yesterday|(last|next) week`. */
      words?: Alternatives;
      /** Letters anywhere, also within a word: `sponsoris`. */
      parts?: Alternatives;
      /** What the other fields cannot say: `/^(nunca|não) \p{L}+[ea](?!\p{L})/iu`. */
      patterns?: readonly RegExp[];
      /** Capitals count, as where they tell `Sie` from `sie`. */
      exactCase?: true;
    };

/**
 * What the built-in writer knows of one language. To add a language, write a file like english.ts, and name it in
 * LANGUAGES of language.ts; the engine takes the rest from these fields. In phrases `{niche}` and `{n}` are filled in.
 */
export type LanguageData = {
  /** BCP 47 primary tag: `en`. Intl.Segmenter and Intl.DateTimeFormat get it as well. */
  tag: string;
  /** For writing without spaces between words; its cues have no word boundaries. */
  unspaced?: {
    /** Unicode scripts that only this language uses, which tell it from others: `['Hiragana', 'Katakana']`. */
    scripts: readonly string[];
    /** What stands behind a noun of Han or Katakana and not behind the stem of a verb: `は|が|から`. */
    afterNoun: Alternatives;
    /** Characters that begin an amount, so that no hashtag does: `一二三`. */
    counted: string;
  };
  /** Words too common to say anything, in lower case: `a about above`. They also tell the language of a text. */
  stopwords: string;
  /** Words that end in a full stop within a sentence, without it: `Dr|e.g`. Spaces in them may be missing. */
  abbreviations?: Alternatives;
  /** Numbers with a full stop are ordinals: `9. August`. */
  ordinalsEndInStop?: true;
  /** The end of a question that has no question mark: `か`. */
  questionEnd?: string;
  /** Words that carry on a sentence behind a quotation that has its own full stop: `と|って`. */
  afterQuotation?: Alternatives;
  /** Sentences that mean nothing without the one before them: `however|this`. An opening quotation mark may lead. */
  dangling: Cue;
  /** Sentences that probably depend on the one before them: `therefore|instead`. */
  leaning: Cue;
  /** Sentences about the site instead of the subject: `newsletter|read more`. */
  boilerplate: Cue;
  /** The author speaking of themselves, which is boilerplate outside quotations: `I|my`. */
  firstPerson?: Alternatives;
  /** Sentences tied to the day on which they were written: `yesterday|next month`. */
  stale: Cue;
  /** Sentences that advise: `should|at least`. */
  advice: Cue;
  /** Sentences that tell of something that happened: `was|became`. */
  narrative: Cue;
  /** Turns of phrase that make a sentence worth quoting: `never|truth`. */
  memorable: Cue;
  /** Headings that say nothing by themselves: `introduction|final thoughts`. A question mark may follow. */
  emptyHeadings: Alternatives;
  /** Words before nouns, so that a single word behind one is a noun: `a the your`. */
  nounMarkers: string;
  /** Adjectives follow their noun, so that the first word behind a marker is the noun. */
  nounsFirst?: true;
  /** Endings of verbs that stand behind noun markers, too, as in “le plaisir de choisir”: `[aei]r|oir`. */
  infinitives?: Alternatives;
  /** Nouns have capitals, so that a capital is no sign of a name. */
  capitalNouns?: true;
  /** Words before the name of a place: `in|near`. Left out where capitals do not show names. */
  beforePlaces?: Alternatives;
  /** What the name or prompt of a template says when it asks for a style: `tips?|checklists?`. A hyphen is a space. */
  templateNames: Record<TemplateStyle, Alternatives>;
  /** Quotation marks, with the spaces that go inside: `['“', '”']`. */
  quotes: readonly [open: string, close: string];
  /** Names the source at the end of a post: `Source: {title}`. */
  credit: string;
  /** Niche and hook as one title: `{niche}: {hook}`. */
  joinTitle: string;
  /** Hashtags made of the niche where the sources offer too few: `['{niche} tips']`. */
  tagPhrases: readonly string[];
  /** Hooks of lists that lost points to a platform's limit: `Worth knowing about {niche}:`. */
  shortListHook: string;
  /** Openings, five or more of each kind: `figure: 'Did you know?|In numbers:'`. */
  hooks: Record<PhraseKind, Phrases>;
  /** The gentle call to action at the end, four or more of each kind: `tip: 'Save it for later.|Try it.'`. */
  callsToAction: Record<PhraseKind, Phrases>;
  /** Posts for the time without any source, as title and text. They ask and invite, and claim nothing. */
  prompts: Record<Exclude<TemplateStyle, 'insight'>, Readonly<Record<string, string>>>;
  /** The last slide of a carousel. */
  lastSlide: { title: string; body: string };
};
