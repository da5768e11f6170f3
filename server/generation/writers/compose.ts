import type { Slide } from '../../../shared/pictures/card.ts';
import type { ReadableSource } from '../post.ts';
import { textWidth } from '../text/measure.ts';
import { creditOf, footerOf } from './credit.ts';
import type { Draft, Part } from './draft.ts';
import { headingRightOver, type Introduction, introduce, linesOf, missingName } from './headings.ts';
import type { Language } from './languages/language.ts';
import type { Material } from './material.ts';
import type { Steps } from './slices.ts';
import { countQuotationMarks, type PassageFormat, questionHeading } from './text/passage-preferences.ts';
import type { Passage } from './text/passages.ts';
import type { Sentence } from './text/sentences.ts';

/** Maximum width of title and body together, in letters (textWidth). */
const CARD_TEXT_MAX_WIDTH = 300;

/** A draft in a one-passage format; null when no unused sentences suit it. */
export function* composePassage(format: PassageFormat, material: Material, niche: string): Steps<Draft | null> {
  const passage = yield* material.passage(format);
  const source = passage && material.sources[passage.sentences[0]?.source ?? -1];
  return source ? draftOf(format, passage, source, material, niche) : null;
}

/**
 * A passage with its source, under its own heading if that is informative, and under the name of its page if nothing
 * else says what it is about. No words are added.
 */
function draftOf(
  format: PassageFormat,
  passage: Passage,
  source: ReadableSource,
  material: Material,
  niche: string,
): Draft {
  const { language } = material;
  const isQuote = format === 'quote';
  const { name, heading } = introductionTo(format, passage, source, material);
  const title = name ?? heading;
  const parts: Part[] = [{ sentences: isQuote ? [asQuote(passage, language)] : passage.sentences.map(withSpeaker) }];
  return {
    format,
    contentType: 'image',
    hook: linesOf(name, heading),
    title: title ?? source.title,
    numbered: false,
    isIndivisible: false,
    parts,
    credit: creditOf(source, passage.sentences, language, [name, heading]),
    slides: [{ ...slideOf(title, parts[0]?.sentences ?? []), kicker: niche, footer: footerOf(source) }],
    used: passage.sentences,
    headings: heading ? [heading] : [],
  };
}

/**
 * The lines above a passage. Quotations have none, and questions no name, because the source's name below says what
 * they are about.
 */
function introductionTo(
  format: PassageFormat,
  { sentences: [lead], text }: Passage,
  source: ReadableSource,
  material: Material,
): Introduction {
  const { language } = material;
  if (!lead || format === 'quote') return { name: null, heading: null };
  if (format === 'question') return { name: null, heading: questionHeading(lead, language) };
  if (format === 'story') return { name: missingName(text, lead, source, language), heading: null };
  return introduce(text, lead, headingRightOver(lead, material), source, material);
}

function slideOf(heading: string | null, [lead = '', second]: readonly string[]): Slide {
  if (heading) return { title: heading, body: lead };
  const hasRoom = second && textWidth(lead) + textWidth(second) <= CARD_TEXT_MAX_WIDTH;
  return hasRoom ? { title: lead, body: second } : { title: lead };
}

/** A sentence in quotation marks, with the speaker's name if the source has it. */
function asQuote({ text, sentences: [lead] }: Passage, { quotes: [open, close] }: Language): string {
  if (!lead || countQuotationMarks(text) === 0) return open + text + close;
  return withSpeaker(lead);
}

function withSpeaker({ text, speaker }: Sentence): string {
  return speaker ? `${text} — ${speaker}` : text;
}
