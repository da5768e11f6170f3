import type { TemplateStyle } from '../../../../shared/posts/template-style.ts';

/**
 * Alternatives, separated by `|` or a line break, as in a regular expression without capitals: `yesterday|(last|next)
 * week`. `~` stands for any letters, also none: `advertis~`.
 */
export type Alternatives = string;

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

/** Patterns and what stands in their place. */
export type Replacements = readonly (readonly [pattern: RegExp, replacement: string])[];

/**
 * What the built-in writer knows of one language. To add a language, write a file like english.ts, and name it in
 * LANGUAGES of language.ts and its names of templates into shared/posts/template-style.ts; the engine takes the rest from
 * these fields.
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
  /** Beginnings that mean nothing without the sentence before: `however|this`. An opening quotation mark may lead. */
  dangling: Cue;
  /**
   * Whatever else makes a sentence lean on one before it: pronouns without their noun, connectives, nouns that were named
   * already (`the company`), and in languages that leave subjects out a verb at the beginning.
   */
  leaning: Cue;
  /**
   * The noun at the beginning behind a definite article, as its group: where it was named before and the title does not
   * name it, the sentence leans on that.
   */
  definite?: RegExp;
  /** Sentences that only announce what follows: `here is how|the following`. */
  announcing: Cue;
  /** Sentences about the site instead of the subject: `newsletter|read more`. */
  boilerplate: Cue;
  /** The authors speaking of themselves, `I|my|we|our`: left out, outside quotations, where `reported` has no way. */
  firstPerson?: Alternatives;
  /**
   * How what the authors did is reported: patterns and what replaces them. “We measured our …” becomes “The authors
   * measured their …”: the first `subject` that matches names the authors, and every one of `rest` follows.
   */
  reported: { subject: Replacements; rest: Replacements };
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
  /** Quotation marks, with the spaces that go inside: `['“', '”']`. */
  quotes: readonly [open: string, close: string];
  /** Names the source at the end of a post, above its link: `Source: {title}`. */
  credit: string;
  /** Opens a list of points that stood in a source, in place of the credit: `From “{title}”:`. */
  fromTitle: string;
  /**
   * Posts for those who ask for some without any source, as title and text. They ask and invite, and claim nothing;
   * `{niche}` is filled in as it was typed.
   */
  prompts: Record<Exclude<TemplateStyle, 'insight'>, Readonly<Record<string, string>>>;
};
