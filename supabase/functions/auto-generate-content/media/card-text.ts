/** The scripts that cards can be written in: the name of the font file's subset and the characters for which it is needed. */
const SUBSETS = [
  ['latin-ext', /[\u0100-\u02ff\u1d00-\u1dbf\u1e00-\u1e9f\u1ef2-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/],
  ['cyrillic-ext', /[\u0460-\u052f\u1c80-\u1c88\u2de0-\u2dff\ua640-\ua69f]/],
  ['greek', /[\u0370-\u03ff]/],
  ['greek-ext', /[\u1f00-\u1fff]/],
  ['vietnamese', /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef1\u20ab]/],
] as const;

export type FontSubset = 'latin' | (typeof SUBSETS)[number][0];

const DRAWABLE =
  /[\u0020-\u007e\u00a0-\u02ff\u0370-\u052f\u1c80-\u1c88\u1d00-\u1dbf\u1e00-\u1fff\u2010-\u2027\u2030-\u203a\u2044\u20ab\u20ac\u2116\u2122\u2212]/u;

const KICKER_MAX_LENGTH = 34;

/** The subsets that a text needs, Latin always among them. */
export function subsetsFor(text: string): FontSubset[] {
  return ['latin', ...SUBSETS.filter(([, needed]) => needed.test(text)).map(([name]) => name)];
}

/**
 * A text as it can stand on a card: emoji and characters that the card's font does not have are left out, since an empty box says less than
 * nothing. A script that is not covered at all leaves an empty text.
 */
export function drawableText(text: string): string {
  return [...text.normalize('NFC').replace(/[\s\u202f]+/g, ' ')]
    .filter((character) => DRAWABLE.test(character))
    .join('')
    .replace(/ +([.,;:!?])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s.,;:!?]+$/, '')
    .trim();
}

/** The niche as it stands in a corner of a card: as many whole words as one line has room for. */
export function kickerText(niche: string): string {
  const words = drawableText(niche);
  if (words.length <= KICKER_MAX_LENGTH) return words;
  const end = words.lastIndexOf(' ', KICKER_MAX_LENGTH);
  return `${words.slice(0, end > 0 ? end : KICKER_MAX_LENGTH)} …`;
}
