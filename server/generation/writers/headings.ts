import type { ReadableSource } from '../post.ts';
import { textWidth, wordCount } from '../text/measure.ts';
import { entryOf } from './credit.ts';
import type { Language } from './languages/language.ts';
import type { Material } from './material.ts';
import { stemsOf } from './text/rank.ts';
import type { Sentence } from './text/sentences.ts';

const HEADING_MAX_WORDS = 14;
/** In letters (textWidth). */
const HEADING_MAX_WIDTH = 90;
/** How far a section is taken to be about its heading: articles end below their last one. */
const HEADING_MAX_BLOCKS = 1;
/** In UTF-16 units. */
const NAME_MAX_LENGTH = 110;

/** The heading above a sentence without its number, if it is informative and not yet used. */
export function headingOver(sentence: Sentence, material: Material): string | null {
  const heading = withoutNumber(sentence.section ?? '');
  const isUsable = wordCount(heading) >= 2 && isTelling(heading, material.language);
  return isUsable && material.isUnusedHeading(heading) ? heading : null;
}

/** headingOver, but only for the first sentence below the heading. */
export function headingRightOver(sentence: Sentence, material: Material): string | null {
  const isFirst = sentence.blocksBelowHeading === 0 && sentence.indexInBlock === 0 && !sentence.isAfterGap;
  return isFirst ? headingOver(sentence, material) : null;
}

/** The lines above a passage that say what it is about: the name of its page, and the heading of its section. */
export type Introduction = { name: string | null; heading: string | null };

/**
 * What a reader needs above a passage, besides the heading that was `chosen` for it. Without one, the heading of its
 * section if the passage has none of its words ("Use 15 grams" never says AeroPress), also if an earlier post had it.
 * Then the name of its page, if passage and heading have none of its words; below a chosen heading, a word that the
 * whole source repeats is enough.
 */
export function introduce(
  text: string,
  lead: Sentence,
  chosen: string | null,
  source: ReadableSource,
  material: Material,
): Introduction {
  const { language } = material;
  const heading = chosen ?? missingHeading(text, lead, language);
  const told = linesOf(heading, text);
  const isOnTopic = chosen !== null && sharesStem(material.topicsOf(lead.source), stemsOf(told, language));
  return { heading, name: isOnTopic ? null : missingName(told, lead, source, language) };
}

/** The headline of a sentence's page, where a text has none of its words. */
export function missingName(
  text: string,
  { section }: Sentence,
  source: ReadableSource,
  language: Language,
): string | null {
  const name = pageNameOf(source, section);
  return lacks(text, name, language) ? name : null;
}

/** The lines of an introduction as text. */
export function linesOf(...lines: readonly (string | null)[]): string {
  return lines.filter(Boolean).join('\n');
}

/** The heading of a sentence's section, where a text that begins with it has none of its words. */
export function missingHeading(
  text: string,
  { section, blocksBelowHeading }: Sentence,
  language: Language,
): string | null {
  const heading = withoutNumber(section ?? '');
  // A question is about the answer right below it.
  const isOver = blocksBelowHeading <= (language.question.test(heading) ? 0 : HEADING_MAX_BLOCKS);
  return isOver && isTelling(heading, language) && lacks(text, heading, language) ? heading : null;
}

/** The headline of the page that a section is on: a feed's entry, or the source's title. Empty if it cannot be shown. */
export function pageNameOf(source: ReadableSource, section: string | null): string {
  const name = entryOf(source, [{ section }]) ?? source.title;
  return name.length <= NAME_MAX_LENGTH && /\p{L}/u.test(name) && !/^\S+\.\p{L}{2,}$/u.test(name) ? name : '';
}

/** Whether a text has none of a name's significant words. */
function lacks(text: string, name: string, language: Language): boolean {
  const stems = stemsOf(name, language);
  return stems.size > 0 && !sharesStem(stems, stemsOf(text, language));
}

function sharesStem(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((stem) => others.has(stem));
}

/** “1. The rate” becomes “The rate”. */
function withoutNumber(heading: string): string {
  return heading.replace(/^\d{1,2}\s*[.):：、]\s*/u, '');
}

function isTelling(heading: string, language: Language): boolean {
  return (
    heading !== '' &&
    wordCount(heading) <= HEADING_MAX_WORDS &&
    textWidth(heading) <= HEADING_MAX_WIDTH &&
    !/[:：]$/.test(heading) &&
    ![language.emptyHeading, language.dangling, language.leaning, language.announcing, language.firstPerson].some(
      (pattern) => pattern.test(heading) || pattern.test(heading.charAt(0).toLowerCase() + heading.slice(1)),
    )
  );
}
