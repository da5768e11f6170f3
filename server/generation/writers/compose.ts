import type { Slide } from '../../../shared/pictures/card.ts';
import type { ReadableSource } from '../post.ts';
import { textWidth } from '../text/measure.ts';
import { creditOf, footerOf } from './credit.ts';
import type { Draft, Part } from './draft.ts';
import { headingRightOver } from './headings.ts';
import type { Language } from './languages/language.ts';
import type { Material } from './material.ts';
import type { Steps } from './slices.ts';
import { countQuotationMarks, type PassageFormat, questionHeading } from './text/passage-preferences.ts';
import type { Passage } from './text/passages.ts';
import type { Sentence } from './text/sentences.ts';

/** Title and body together, in letters (textWidth). */
const CARD_TEXT_MAX_WIDTH = 300;

/** A draft in a one-passage format; null when no unused sentences suit it. */
export function* composePassage(format: PassageFormat, material: Material, niche: string): Steps<Draft | null> {
  const passage = yield* material.passage(format);
  const source = passage && material.sources[passage.sentences[0]?.source ?? -1];
  return source ? draftOf(format, passage, source, material, niche) : null;
}

/** The passage under its own heading, where that is informative, with its source. No words are added. */
function draftOf(
  format: PassageFormat,
  passage: Passage,
  source: ReadableSource,
  material: Material,
  niche: string,
): Draft {
  const { language } = material;
  const heading = headingFor(format, passage, material);
  const isQuote = format === 'quote';
  const parts: Part[] = [{ sentences: isQuote ? [asQuote(passage, language)] : passage.sentences.map(withSpeaker) }];
  return {
    format,
    contentType: 'image',
    hook: heading ?? '',
    title: heading ?? source.title,
    numbered: false,
    isIndivisible: false,
    parts,
    credit: creditOf(source, passage.sentences, language),
    slides: [{ ...slideOf(heading, parts[0]?.sentences ?? []), kicker: niche, footer: footerOf(source) }],
    used: passage.sentences,
    headings: heading ? [heading] : [],
  };
}

function headingFor(format: PassageFormat, { sentences: [lead] }: Passage, material: Material): string | null {
  if (!lead || format === 'quote' || format === 'story') return null;
  if (format === 'question') return questionHeading(lead, material.language);
  return headingRightOver(lead, material);
}

function slideOf(heading: string | null, [lead = '', second]: readonly string[]): Slide {
  if (heading) return { title: heading, body: lead };
  const hasRoom = second && textWidth(lead) + textWidth(second) <= CARD_TEXT_MAX_WIDTH;
  return hasRoom ? { title: lead, body: second } : { title: lead };
}

/** A sentence in quotation marks, with the speaker's name where the source gives it. */
function asQuote({ text, sentences: [lead] }: Passage, { quotes: [open, close] }: Language): string {
  if (!lead || countQuotationMarks(text) === 0) return open + text + close;
  return withSpeaker(lead);
}

function withSpeaker({ text, speaker }: Sentence): string {
  return speaker ? `${text} — ${speaker}` : text;
}
