import type { ReadableSource } from '../post.ts';
import { textWidth, wordCount } from '../text/measure.ts';
import { entryOf } from './credit.ts';
import type { Language } from './languages/language.ts';
import type { Material } from './material.ts';
import { stemsOf } from './text/rank.ts';
import type { Sentence } from './text/sentences.ts';

const HEADING_MAX_WORDS = 14;
/** Maximum width of a heading, in letters (textWidth). */
const HEADING_MAX_WIDTH = 90;
/** How many blocks below a heading are assumed to be about it: articles continue below their last heading. */
const HEADING_MAX_BLOCKS = 1;
/** Maximum length of a page's name, in UTF-16 units. */
const NAME_MAX_LENGTH = 110;

/** The heading above a sentence, without its number, if it is informative and still unused. */
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

/** The lines above a passage that say what it is about: the name of its page, and its section's heading. */
export type Introduction = { name: string | null; heading: string | null };

/**
 * The lines that a reader needs above a passage, including the heading `chosen` for it. Without one, the section's
 * heading is used if the passage has none of its words ("Use 15 grams" does not mention AeroPress), even if an earlier
 * post had it. The page's name is added if passage and heading have none of its words; below a chosen heading, any word
 * that the source repeats is enough to leave it out.
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

/** The name of a sentence's page, if a text has none of its words; otherwise null. */
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

/**
 * The heading of a sentence's section, if the text that begins with the sentence has none of its words; otherwise null.
 */
export function missingHeading(
  text: string,
  { section, blocksBelowHeading }: Sentence,
  language: Language,
): string | null {
  const heading = withoutNumber(section ?? '');
  // A question heading belongs only to the answer directly below it.
  const isOver = blocksBelowHeading <= (language.question.test(heading) ? 0 : HEADING_MAX_BLOCKS);
  return isOver && isTelling(heading, language) && lacks(text, heading, language) ? heading : null;
}

/**
 * The name of the page with a section: the headline of the feed entry, or the source's title. Empty if it cannot be
 * shown.
 */
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
