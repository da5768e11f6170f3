import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const LETTER = /\p{L}/gu;

/**
 * Whether a text is right-to-left, by most of its letters rather than the first: an Arabic sentence may begin with a
 * Latin name.
 */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(LETTER)?.length ?? 0;
  const ofThem = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  return ofThem > 0 && ofThem * 2 >= letters;
}

/** Whether a text has any right-to-left letter. */
export function hasRightToLeft(text: string): boolean {
  return text.search(RIGHT_TO_LEFT) >= 0;
}

/** The embedding level of every UTF-16 unit of a text: odd levels are right-to-left (Unicode UAX 9). */
export function levelsOf(text: string, rtl: boolean): Uint8Array {
  return bidi.getEmbeddingLevels(text, rtl ? 'rtl' : 'ltr').levels;
}

/** The runs of a line from left to right, from runs in reading order (UAX 9, rule L2). */
export function inVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const levels = ordered.map(({ level }) => level);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      if ((ordered[from] as Run).level < level) continue;
      let to = from;
      while (to < ordered.length && (ordered[to] as Run).level >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}
