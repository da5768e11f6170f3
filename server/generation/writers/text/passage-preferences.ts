import { namesFigure, wordCount } from '../../text/measure.ts';
import type { Format } from '../draft.ts';
import type { Language } from '../languages/language.ts';
import type { Passage, PassagePreference } from './passages.ts';
import { NARRATIVE_SHARE, type Sentence } from './sentences.ts';

/** Score factor of narrative passages, which say little without their story. */
const NARRATIVE_FACTOR = 0.25;
/** Maximum position of a memorable beginning, in characters: “Ne faites jamais …” is one. */
const MEMORABLE_START_MAX = 12;

const QUOTATION_MARKS = /["“”„«»「」]/g;

/** The formats that consist of one passage. */
export type PassageFormat = Exclude<Format, 'list' | 'steps'>;

const SAYING_MAX_WORDS = 12;
/** Minimum words of a single sentence that is enough for a post. */
const SENTENCE_MIN_WORDS = 14;

type Candidate = Omit<Passage, 'score'>;

/** The passage sizes that a format accepts, and a factor for a passage's score (0: unusable). */
export function preferenceFor(format: PassageFormat, language: Language): PassagePreference {
  return PREFERENCES[format](language);
}

const PREFERENCES: Record<PassageFormat, (language: Language) => PassagePreference> = {
  insight: () => ({
    sentences: [1, 4],
    width: [90, 480],
    prefer: (passage) => narrativeFactor(passage) * lengthFactor(passage) * (namesFigure(passage.text) ? 1.15 : 1),
  }),
  question: (language) => ({
    sentences: [1, 4],
    width: [80, 480],
    prefer: ({ sentences }) => (questionHeading(sentences[0], language) ? 1 : 0),
  }),
  story: (language) => ({ sentences: [3, 6], width: [160, 680], prefer: (passage) => storyScore(passage, language) }),
  fact: (language) => ({
    sentences: [1, 3],
    width: [70, 340],
    prefer: (passage) => factScore(passage, language) * lengthFactor(passage),
  }),
  tip: (language) => ({
    sentences: [1, 3],
    width: [60, 320],
    prefer: (passage) => tipScore(passage, language) * lengthFactor(passage),
  }),
  quote: (language) => ({
    sentences: [1, 1],
    width: [40, 170],
    // Nested quotation marks read badly.
    prefer: (passage) =>
      countQuotationMarks(passage.text) > (isQuoted(passage.text) ? 2 : 0) ? 0 : quotableScore(passage, language),
  }),
};

/** A single sentence is enough only if it is long. */
function lengthFactor({ sentences, text }: Candidate): number {
  if (sentences.length > 1) return 1;
  return wordCount(text) >= SENTENCE_MIN_WORDS ? 0.6 : 0;
}

/** The question in the heading directly above a sentence; null if there is none, or if it is vague. */
export function questionHeading(sentence: Sentence | undefined, language: Language): string | null {
  const heading = sentence?.section;
  if (!heading || !/[?？]$/.test(heading) || sentence.blocksBelowHeading !== 0 || sentence.indexInBlock !== 0)
    return null;
  const isVague = [language.leaning, language.dangling, language.emptyHeading].some((pattern) => pattern.test(heading));
  return isVague || wordCount(heading) < 4 ? null : heading;
}

/** How many quotation marks a text has. */
export function countQuotationMarks(text: string): number {
  return text.match(QUOTATION_MARKS)?.length ?? 0;
}

function isQuoted(text: string): boolean {
  return /^["“„»«「]/.test(text);
}

function narrativeFactor({ text, sentences }: Candidate): number {
  return !isQuoted(text) && sentences.some((sentence) => sentence.isNarrative) ? NARRATIVE_FACTOR : 1;
}

function storyScore({ sentences, text, isWhole }: Candidate, language: Language): number {
  const told = sentences.filter((sentence) => language.narrative.test(sentence.text)).length / sentences.length;
  if (told < NARRATIVE_SHARE) return 0;
  // Articles often open with a scene.
  const opens = sentences[0]?.section === null && sentences[0].indexInBlock === 0;
  const advises = sentences.some((sentence) => language.advice.test(sentence.text));
  const ends = isWhole ? 1.6 : 0.7;
  return told * ends * (opens ? 1.8 : 1) * (advises ? 0.6 : 1) * (/[“„«「]/.test(text) ? 1.2 : 1);
}

function factScore({ sentences, text }: Candidate, language: Language): number {
  const [lead] = sentences;
  if (!lead || isQuoted(text) || sentences.some((sentence) => sentence.isNarrative)) return 0;
  // A percentage late in a paragraph refers to earlier sentences: “At four it was only 12 %.”
  if (lead.indexInBlock > 0 && /\p{Nd} ?%[.。]$/u.test(lead.text)) return 0;
  const place = lead.indexInBlock === 0 ? 1 : 0.4;
  // Advice is not a fact.
  const states = sentences.some((sentence) => language.advice.test(sentence.text)) ? 0.3 : 1;
  return namesFigure(lead.text) ? place * states : 0;
}

function tipScore({ sentences: [lead], text }: Candidate, language: Language): number {
  if (!lead || lead.isNarrative || countQuotationMarks(text) > 0) return 0;
  return language.advice.test(lead.text) ? 1 : 0;
}

/** Rates how quotable a sentence is; highest for a quotation whose speaker the source names. */
function quotableScore({ text, sentences: [lead] }: Candidate, language: Language): number {
  if (!lead) return 0;
  if (isQuoted(text)) return namesFigure(quotedText(text)) || !namesSpeaker(lead) ? 0 : 3;
  // Figures belong to facts, narration needs context, and advice is quotable only with a memorable beginning.
  const at = text.search(language.memorable);
  if (at < 0 || lead.isNarrative || namesFigure(text)) return 0;
  if (at > MEMORABLE_START_MAX && language.advice.test(text)) return 0;
  if (wordCount(text) > SAYING_MAX_WORDS || /(?<!\p{L})(it|them)(?!\p{L})/iu.test(text)) return 0;
  return lead.indexInBlock === 0 ? 1 : 0.7;
}

/** Whether the words around a quotation, or the line below it, name the speaker. */
function namesSpeaker({ text, speaker }: Sentence): boolean {
  if (speaker) return true;
  const around = text.replace(/["“„»«「][^"“”„«»「」]+["”“«»」]/gu, ' ');
  return /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(around) || /(さん|氏|先生|教授|監督|社長)(は|が)/u.test(around);
}

/** The words inside the quotation marks. */
function quotedText(text: string): string {
  return /["“”„«»「」][^"“”„«»「」]+/.exec(text)?.[0] ?? text;
}
