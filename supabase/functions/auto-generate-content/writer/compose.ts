import type { ReadableSource, Slide } from '../post.ts';
import type { Draft, Format, Part } from './draft.ts';
import type { LanguagePack } from './languages/language-pack.ts';
import type { Material } from './material.ts';
import { textWidth, wordCount } from './measure.ts';
import { findPassages, type Passage, type PassageWish } from './passages.ts';
import type { Phrasing } from './phrasing.ts';
import { TOLD_SHARE } from './sentences.ts';

/** In letters (textWidth). */
const CARD_TITLE_MAX_WIDTH = 200;
/** Of a story, everything but a story is worth little. */
const TORN_FACTOR = 0.25;
/** Title and body together, in letters. */
const CARD_TEXT_MAX_WIDTH = 300;

const hasNumber = (text: string) => /\p{Nd}/u.test(text.replace(/(?<!\d)(19|20)\d\d(?!\d)|\d+(st|nd|rd|th)\b/g, ''));

/** The formats that are built on one passage. */
export type PassageFormat = Exclude<Format, 'list' | 'steps'>;

type Wish = Omit<PassageWish, 'prefer'> & { prefer?: (passage: Omit<Passage, 'score'>, pack: LanguagePack) => number };

/** What each format that lives of one passage looks for. */
const WISHES: Record<PassageFormat, Wish> = {
  insight: { sentences: [2, 4], width: [120, 430] },
  question: { sentences: [2, 4], width: [110, 400] },
  story: {
    sentences: [3, 5],
    width: [200, 680],
    prefer: ({ sentences, text, isWhole }, pack) => {
      const told = sentences.filter((sentence) => pack.narrative.test(sentence.text)).length / sentences.length;
      if (told < TOLD_SHARE) return 0;
      // Articles like to open with a scene.
      const opens = sentences[0]?.section === null && sentences[0].place === 0;
      const advises = sentences.some((sentence) => pack.advice.test(sentence.text));
      const leans = pack.leaning.test(sentences[0]?.text ?? '');
      const ends = isWhole ? 1.6 : 1;
      return (
        told * ends * (opens ? 1.8 : 1) * (leans ? 0.6 : 1) * (advises ? 0.6 : 1) * (/[“„«「]/.test(text) ? 1.2 : 1)
      );
    },
  },
  fact: {
    sentences: [1, 3],
    width: [70, 340],
    prefer: ({ sentences, text }, pack) => {
      const [lead] = sentences;
      if (!lead || !hasNumber(text)) return 0;
      const opens = hasNumber(lead.text) && !/^["“„«「]/.test(lead.text) ? 1 : 0.35;
      return opens * (pack.leaning.test(lead.text) ? 0.1 : 1);
    },
  },
  opinion: { sentences: [1, 1], width: [40, 170] },
  quote: { sentences: [1, 1], width: [40, 150] },
};

/** A draft of a format that is built on one passage; null when the unused sentences hold none. */
export function composePassage(format: PassageFormat, material: Material, phrasing: Phrasing): Draft | null {
  const passage = choosePassage(format, material);
  const source = passage && material.sources[passage.sentences[0]?.source ?? -1];
  return source ? draftOf(format, passage, source, material, phrasing) : null;
}

function choosePassage(format: PassageFormat, material: Material): Passage | undefined {
  const { pack, ranks } = material;
  const wish = WISHES[format];
  const passages = findPassages(material.unused(), ranks, pack, {
    ...wish,
    prefer: (passage) => {
      const isSaying = /^["“„«「]/.test(passage.text);
      const isTorn = format !== 'story' && !isSaying && passage.sentences.some((sentence) => sentence.isTold);
      const own = (wish.prefer?.(passage, pack) ?? 1) * (isTorn ? TORN_FACTOR : 1);
      if (format !== 'quote' && format !== 'opinion')
        return own * (format === 'question' && questionOver(passage.sentences[0], pack) ? 3 : 1);
      // Numbers make facts, not words to live by; sentences that lean at all are no quotes.
      if (hasNumber(passage.text) || pack.leaning.test(passage.text)) return 0;
      // Marks within marks read badly.
      if (format === 'quote' && /.["“„«「]/u.test(passage.text)) return 0;
      if (!pack.memorable.test(passage.text)) return format === 'quote' ? 0.3 * own : 0;
      return (isSaying ? 3 : 1) * own;
    },
  });
  return passages[0];
}

/** The question in the heading that a sentence begins to answer. */
function questionOver(sentence: Passage['sentences'][number] | undefined, pack: Material['pack']): string | null {
  const heading = sentence?.section;
  if (!heading || !/[?？]$/.test(heading) || sentence.below !== 0 || sentence.place !== 0) return null;
  return pack.leaning.test(heading) || pack.dangling.test(heading) || wordCount(heading) < 4 ? null : heading;
}

function draftOf(
  format: PassageFormat,
  passage: Passage,
  source: ReadableSource,
  material: Material,
  phrasing: Phrasing,
): Draft {
  const sentences = passage.sentences.map((sentence) => sentence.text);
  const heading = headingFor(format, passage, material);
  const isQuote = format === 'quote';
  const parts: Part[] = [{ sentences: isQuote ? [inQuotes(passage.text, material.pack.quotes)] : sentences }];
  const hook = heading ?? phrasing.hook(format);
  const slide = slideOf(format, heading, hook, parts[0]?.sentences ?? [], phrasing, source);
  return {
    format,
    contentType: 'image',
    hook,
    shortHook: phrasing.shortHook(),
    title: heading ?? phrasing.title(hook),
    numbered: false,
    parts,
    ask: phrasing.ask(format),
    credit: phrasing.credit(source),
    slides: [slide],
    used: passage.sentences,
    headings: heading ? [heading] : [],
  };
}

function headingFor(format: Format, passage: Passage, material: Material): string | null {
  const [lead] = passage.sentences;
  if (format === 'question') return questionOver(lead, material.pack);
  if (format !== 'insight' || !lead?.section || lead.below !== 0 || lead.place !== 0) return null;
  const heading = lead.section;
  const says = wordCount(heading) >= 3 && textWidth(heading) <= 90 && !/[?？]$/.test(heading);
  return says && !material.pack.emptyHeading.test(heading) && material.isFresh(heading) ? heading : null;
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

function inQuotes(text: string, [open, close]: readonly [string, string]): string {
  return /["“”„«»「」]/.test(text) ? text : open + text + close;
}
