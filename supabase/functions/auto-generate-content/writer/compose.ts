import type { Slide } from '../../../../shared/pictures/card.ts';
import type { ReadableSource } from '../post.ts';
import type { Draft, Format, Part } from './draft.ts';
import type { Language, Prompt } from './languages/language.ts';
import type { PhraseKind } from './languages/language-data.ts';
import type { Material } from './material.ts';
import type { Phrasing } from './phrasing.ts';
import type { Steps } from './slices.ts';
import type { Style } from './style.ts';
import { namesFigure, textWidth, wordCount } from './text/measure.ts';
import { countQuotationMarks, type PassageFormat, questionHeading } from './text/passage-preferences.ts';
import type { Passage } from './text/passages.ts';
import type { Sentence } from './text/sentences.ts';

/** In letters (textWidth). */
const CARD_TITLE_MAX_WIDTH = 200;
/** Title and body together, in letters. */
const CARD_TEXT_MAX_WIDTH = 300;

/** A draft of a format that is built on one passage; null when the unused sentences hold none. */
export function* composePassage(format: PassageFormat, material: Material, phrasing: Phrasing): Steps<Draft | null> {
  const passage = yield* material.passage(format);
  const source = passage && material.sources[passage.sentences[0]?.source ?? -1];
  return source ? draftOf(format, passage, source, material, phrasing) : null;
}

function draftOf(
  format: PassageFormat,
  passage: Passage,
  source: ReadableSource,
  material: Material,
  phrasing: Phrasing,
): Draft | null {
  const sentences = passage.sentences.map(withSpeaker);
  const heading = headingFor(format, passage, material);
  const parts: Part[] = [{ sentences: format === 'quote' ? [asQuote(passage, material.language)] : sentences }];
  const hook = heading ?? phrasing.hook(phrasesOf(format, passage));
  if (hook === null) return null;
  const slide = slideOf(format, heading, hook, parts[0]?.sentences ?? [], phrasing, source);
  return {
    format,
    contentType: 'image',
    hook,
    shortHook: phrasing.shortHook(),
    title: heading ?? phrasing.title(hook),
    numbered: false,
    parts,
    callToAction: phrasing.ask(phrasesOf(format, passage)),
    credit: phrasing.credit(source),
    slides: [slide],
    used: passage.sentences,
    headings: heading ? [heading] : [],
  };
}

function headingFor(format: Format, passage: Passage, material: Material): string | null {
  const [lead] = passage.sentences;
  if (format === 'question') return questionHeading(lead, material.language);
  if (format !== 'insight' || !lead?.section || lead.blocksBelowHeading !== 0 || lead.indexInBlock !== 0) return null;
  const heading = lead.section;
  const says = wordCount(heading) >= 3 && textWidth(heading) <= 90 && !/[?？]$/.test(heading);
  return says && !material.language.emptyHeading.test(heading) && material.isUnusedHeading(heading) ? heading : null;
}

function slideOf(
  format: Format,
  heading: string | null,
  hook: string,
  sentences: readonly string[],
  phrasing: Phrasing,
  source: ReadableSource,
): Slide {
  const frame = { kicker: phrasing.niche, footer: phrasing.footer(source) };
  const [lead = '', second] = sentences;
  if (format === 'question' && heading) return { ...frame, title: heading };
  if (heading) return { ...frame, title: heading, body: lead };
  if (format === 'opinion') return { ...frame, title: lead, body: hook };
  if (second && textWidth(lead) + textWidth(second) <= CARD_TEXT_MAX_WIDTH && format !== 'question') {
    return { ...frame, title: lead, body: second };
  }
  return textWidth(lead) <= CARD_TITLE_MAX_WIDTH || !hook
    ? { ...frame, title: lead }
    : { ...frame, title: hook, body: lead };
}

function phrasesOf(format: PassageFormat, { sentences: [lead] }: Passage): PhraseKind {
  return format === 'fact' && lead && namesFigure(lead.text) ? 'figure' : format;
}

/** A sentence in quotation marks, with the name of whoever said it where the source names them. */
function asQuote({ text, sentences: [lead] }: Passage, { quotes: [open, close] }: Language): string {
  if (!lead || countQuotationMarks(text) === 0) return open + text + close;
  return withSpeaker(lead);
}

function withSpeaker({ text, speaker }: Sentence): string {
  return speaker ? `${text} — ${speaker}` : text;
}

/**
 * Posts that need no source: questions and invitations about the niche that fit the style. Each prompt of the language
 * at most once per call.
 */
export function* composePrompt(style: Style, language: Language, phrasing: Phrasing): Generator<Draft> {
  for (const prompt of phrasing.shuffle(language.prompts.filter((prompt) => fits(prompt, style)))) {
    const title = phrasing.fill(prompt.title);
    yield {
      format: 'question',
      contentType: 'image',
      hook: title,
      shortHook: title,
      title,
      numbered: false,
      parts: [{ sentences: [prompt.body] }],
      callToAction: '',
      credit: '',
      slides: [{ kicker: phrasing.niche, title, body: prompt.body }],
      used: [],
      headings: [],
    };
  }
}

/** Every prompt that ends in a question mark suits a template that asks; a general template takes all. */
function fits(prompt: Prompt, style: Style): boolean {
  if (style === 'general') return true;
  return prompt.style === style || (style === 'question' && /[?？]$/.test(prompt.title));
}
