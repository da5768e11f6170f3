import type { TemplateStyle } from '../../../../shared/posts/template-style.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import type { Alternatives, Cue, LanguageData } from './language-data.ts';
import { neutral } from './neutral.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** A complete post without a source, and the template style that it fits. */
export type Prompt = { style: TemplateStyle; title: string; body: string };

type CueName = 'dangling' | 'leaning' | 'announcing' | 'boilerplate' | 'stale' | 'advice' | 'narrative' | 'memorable';

/** A language's data, prepared for use: cues as patterns for single sentences, word lists as sets. */
export type Language = Omit<
  LanguageData,
  CueName | 'stopwords' | 'nounMarkers' | 'unspaced' | 'firstPerson' | 'prompts'
> &
  Record<CueName, RegExp> & {
    stopwords: ReadonlySet<string>;
    nounMarkers: ReadonlySet<string>;
    /** Abbreviations at the end of a text that do not end a sentence. */
    abbreviation: RegExp;
    /** The end of a question. */
    question: RegExp;
    /** The beginning of a text that continues the quotation before it. */
    afterQuote: RegExp;
    emptyHeading: RegExp;
    /** First-person words outside quotations. */
    firstPerson: RegExp;
    infinitive: RegExp;
    /** Place names after the words that mark them. */
    place: RegExp;
    /** Whether the language has cues; unknown languages have only their tag. */
    isKnown: boolean;
    unspaced: { letter: RegExp; noun: RegExp; counted: RegExp } | null;
    prompts: readonly Prompt[];
  };

const MATCHES_NOTHING = '$^';
/** Marks that may precede the first word of a sentence. */
const OPENING_MARK = '["“„»«「『]? ?';
/** A letter of Han or Katakana, used for Japanese nouns. */
const NOUN_LETTER = '\\p{sc=Han}\\p{sc=Katakana}ー々';

/** The languages that posts can be written in. */
export const LANGUAGES = [english, spanish, german, french, portuguese, japanese].map(prepare);

/** The language with this BCP 47 primary tag; for tags not in LANGUAGES, a neutral one without phrases. */
export function languageOf(tag: string): Language {
  return LANGUAGES.find((language) => language.tag === tag) ?? prepare({ ...neutral, tag });
}

/** Converts alternatives to part of a regular expression. */
export function alternation(alternatives: Alternatives): string {
  return `(?:${alternatives
    .trim()
    .replace(/\s*\n\s*/g, '|')
    .replaceAll('~', '\\p{L}*')})`;
}

function prepare(data: LanguageData): Language {
  const { unspaced, abbreviations, questionEnd, afterQuotation, infinitives, beforePlaces } = data;
  const [before, after] = unspaced ? ['', ''] : ['(?<!\\p{L})', '(?!\\p{L})'];
  const whole = (words: Alternatives) => before + alternation(words) + after;
  const sourceOf = (cue: Cue, opening = '') => {
    const { start, words, parts, patterns = [] } = typeof cue === 'string' ? { words: cue } : cue;
    const sources = [
      start && `^${opening}${alternation(start)}${after}`,
      words && whole(words),
      parts && alternation(parts),
      ...patterns.map(({ source }) => source),
    ];
    return sources.filter(Boolean).join('|') || MATCHES_NOTHING;
  };
  const patternOf = (cue: Cue, opening?: string) =>
    new RegExp(sourceOf(cue, opening), typeof cue !== 'string' && cue.exactCase ? 'u' : 'iu');
  const optional = (alternatives: Alternatives | undefined, source: (found: string) => string, flags = 'u') =>
    new RegExp(alternatives ? source(alternation(alternatives)) : MATCHES_NOTHING, flags);
  // “ opens a quotation, but after „ it closes one.
  const [opens, closes] = data.quotes[0] === '„' ? ['„', '“”'] : ['“«「', '”»」'];
  const outsideQuotes = `(?![^${opens}]*[${closes}])`;
  const shortened = abbreviations && alternation(abbreviations).replaceAll('.', '\\.').replaceAll(' ', ' ?');
  return {
    ...data,
    stopwords: wordSet(data.stopwords),
    nounMarkers: wordSet(data.nounMarkers),
    dangling: patternOf(data.dangling, OPENING_MARK),
    leaning: patternOf(data.leaning, OPENING_MARK),
    announcing: patternOf(data.announcing),
    boilerplate: patternOf(data.boilerplate),
    firstPerson: optional(data.firstPerson, () => whole(data.firstPerson ?? '') + outsideQuotes, 'u'),
    stale: patternOf(data.stale),
    advice: patternOf(data.advice),
    narrative: patternOf(data.narrative),
    memorable: patternOf(data.memorable),
    // A single initial abbreviates a name in every language.
    abbreviation: optional(
      `\\p{L}${shortened ? `|${shortened}` : ''}${data.ordinalsEndInStop ? '|\\d{1,2}' : ''}`,
      (found) => `(?:^|[\\s(])${found}\\.$`,
    ),
    question: new RegExp(`([?？]${questionEnd ? `|${questionEnd}。?` : ''})(["”“»’')」』]| ?»)*$`, 'u'),
    afterQuote: new RegExp(`^([\\p{Ll},]${afterQuotation ? `|${alternation(afterQuotation)}` : ''})`, 'u'),
    emptyHeading: optional(data.emptyHeadings, (found) => `^[¿«]?${found} ?\\??$`, 'iu'),
    infinitive: optional(infinitives, (found) => `^\\p{L}*${found}$`),
    place: optional(
      beforePlaces,
      (found) => `(?<=(?<!\\p{L})${found} )\\p{Lu}\\p{Ll}+(?:[ -](?:(?:de|del|do|da|la|los) )?\\p{Lu}\\p{Ll}+)*`,
      'gu',
    ),
    isKnown: data.dangling !== '',
    unspaced: unspaced
      ? {
          letter: new RegExp(unspaced.scripts.map((script) => `\\p{sc=${script}}`).join('|'), 'gu'),
          noun: new RegExp(
            `(?<![${NOUN_LETTER}])[${NOUN_LETTER}]{2,10}` +
              `(?=[^${NOUN_LETTER}\\p{sc=Hiragana}]|${alternation(unspaced.afterNoun)}|$)`,
            'gu',
          ),
          counted: new RegExp(`^[${unspaced.counted}]`, 'u'),
        }
      : null,
    prompts: Object.entries(data.prompts).flatMap(([style, posts]) =>
      Object.entries(posts).map(([title, body]) => ({ style: style as TemplateStyle, title, body })),
    ),
  };
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
