import type { TemplateStyle } from '../../../../shared/posts/template-style.ts';

/**
 * Alternatives, separated by `|` or a line break, in the syntax of a lower-case regular expression:
 * `yesterday|(last|next) week`. `~` matches any number of letters: `advertis~`.
 */
export type Alternatives = string;

/** Recognises sentences with some property: those that match any of these. Plain alternatives are `words`. */
export type Cue =
  | Alternatives
  | {
      /** Whole words at the beginning of a sentence: `however|after that`. */
      start?: Alternatives;
      /** Whole words anywhere: `yesterday|(last|next) week`. */
      words?: Alternatives;
      /** Letters anywhere, also inside a word: `sponsoris`. */
      parts?: Alternatives;
      /** Patterns for what the other fields cannot express: `/^(nunca|não) \p{L}+[ea](?!\p{L})/iu`. */
      patterns?: readonly RegExp[];
      /** Matches case, for example to distinguish `Sie` from `sie`. */
      exactCase?: true;
    };

/** Patterns and their replacements. */
export type Replacements = readonly (readonly [pattern: RegExp, replacement: string])[];

/**
 * The built-in writer's data for one language. To add a language, write a file like english.ts, list it in LANGUAGES of
 * language.ts, and add its template names to shared/posts/template-style.ts.
 */
export type LanguageData = {
  /** BCP 47 primary tag: `en`, also for Intl.Segmenter and Intl.DateTimeFormat. */
  tag: string;
  /** For languages written without spaces; their cues have no word boundaries. */
  unspaced?: {
    /** Unicode scripts that only this language uses: `['Hiragana', 'Katakana']`. */
    scripts: readonly string[];
    /** Text that follows a noun in Han or Katakana but not a verb stem: `は|が|から`. */
    afterNoun: Alternatives;
    /** Characters at the start of an amount, which is not used as a hashtag: `一二三`. */
    counted: string;
  };
  /** Stop words in lower case: `a about above`. They also serve to recognise the language of a text. */
  stopwords: string;
  /** Abbreviations that end with a full stop, listed without it: `Dr|e.g`. Their spaces are optional. */
  abbreviations?: Alternatives;
  /** Numbers with a full stop are ordinals: `9. August`. */
  ordinalsEndInStop?: true;
  /** The end of a question without a question mark: `か`. */
  questionEnd?: string;
  /** Words that continue a sentence after a quotation that contains a full stop: `と|って`. */
  afterQuotation?: Alternatives;
  /** Beginnings that depend on the previous sentence: `however|this`. An opening quotation mark may precede them. */
  dangling: Cue;
  /**
   * Other signs that a sentence depends on an earlier one: pronouns without their noun, connectives, nouns already
   * introduced (`the company`), and in pro-drop languages a verb at the beginning.
   */
  leaning: Cue;
  /**
   * Captures the noun after a definite article at the beginning. If the noun was introduced earlier and is not in the
   * title, the sentence depends on that introduction.
   */
  definite?: RegExp;
  /** Sentences that only introduce what follows: `here is how|the following`. */
  announcing: Cue;
  /** Sentences about the site instead of the subject: `newsletter|read more`. */
  boilerplate: Cue;
  /**
   * First-person words, `I|my|we|our`. Sentences with them outside quotations are omitted unless `reported` can convert
   * them.
   */
  firstPerson?: Alternatives;
  /**
   * Converts first-person statements to reported ones: “We measured our …” becomes “The authors measured their …”. The
   * first matching `subject` names the authors; then all of `rest` is applied.
   */
  reported: { subject: Replacements; rest: Replacements };
  /** Sentences tied to the day they were written: `yesterday|next month`. */
  stale: Cue;
  /** Sentences that give advice: `should|at least`. */
  advice: Cue;
  /** Sentences that narrate an event: `was|became`. */
  narrative: Cue;
  /** Phrases that make a sentence quotable: `never|truth`. */
  memorable: Cue;
  /** Headings without information: `introduction|final thoughts`. A question mark may follow. */
  emptyHeadings: Alternatives;
  /** Words that mark the next word as a noun: `a the your`. */
  nounMarkers: string;
  /** Adjectives follow their noun, so that the first word after a marker is the noun. */
  nounsFirst?: true;
  /** Endings of infinitives, which may also follow noun markers, as in “le plaisir de choisir”: `[aei]r|oir`. */
  infinitives?: Alternatives;
  /** Nouns are capitalised, so that a capital does not mark a name. */
  capitalNouns?: true;
  /** Words before place names: `in|near`. Absent if capitals do not mark names. */
  beforePlaces?: Alternatives;
  /** Quotation marks, with their inner spaces: `['“', '”']`. */
  quotes: readonly [open: string, close: string];
  /** Names the source at the end of a post, above its link: `Source: {title}`. */
  credit: string;
  /** Introduces a list of points from a source, instead of the credit: `From “{title}”:`. */
  fromTitle: string;
  /**
   * Posts requested without any source, as title and text. They ask and invite without claiming anything; `{niche}` is
   * replaced by the niche as typed.
   */
  prompts: Record<Exclude<TemplateStyle, 'insight'>, Readonly<Record<string, string>>>;
};
