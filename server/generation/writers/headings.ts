import { textWidth, wordCount } from '../text/measure.ts';
import type { Material } from './material.ts';
import type { Sentence } from './text/sentences.ts';

const HEADING_MAX_WORDS = 14;
/** In letters (textWidth). */
const HEADING_MAX_WIDTH = 90;

/** The heading above a sentence without its number, if it is informative and not yet used. */
export function headingOver(sentence: Sentence, material: Material): string | null {
  if (!sentence.section) return null;
  const heading = withoutNumber(sentence.section);
  return isTelling(heading, material) && material.isUnusedHeading(heading) ? heading : null;
}

/** headingOver, but only for the first sentence below the heading. */
export function headingRightOver(sentence: Sentence, material: Material): string | null {
  const isFirst = sentence.blocksBelowHeading === 0 && sentence.indexInBlock === 0 && !sentence.isAfterGap;
  return isFirst ? headingOver(sentence, material) : null;
}

/** “1. The rate” becomes “The rate”. */
function withoutNumber(heading: string): string {
  return heading.replace(/^\d{1,2}\s*[.):：、]\s*/u, '');
}

function isTelling(heading: string, { language }: Material): boolean {
  const words = wordCount(heading);
  return (
    words >= 2 &&
    words <= HEADING_MAX_WORDS &&
    textWidth(heading) <= HEADING_MAX_WIDTH &&
    !/[:：]$/.test(heading) &&
    ![language.emptyHeading, language.dangling, language.leaning, language.announcing, language.firstPerson].some(
      (pattern) => pattern.test(heading) || pattern.test(heading.charAt(0).toLowerCase() + heading.slice(1)),
    )
  );
}
