import { DOMAIN_ENDINGS } from './domain-endings.ts';
import { graphemesIn } from './graphemes.ts';

/** The length that X counts for any address. */
const ADDRESS_WEIGHT = 23;
/** Code points that count 1 on X (its configuration v3); all others count 2, as does a whole emoji sequence. */
const LIGHT_RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

/** Letters of a name or path besides a to z and 0 to 9: accented Latin, and Cyrillic in paths. */
const LATIN = '\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0300-\\u036F\\u1E00-\\u1EFF';
/** The top-level domain must be complete, and must not be followed by the @ of an email address. */
const ENDING = `(?:${DOMAIN_ENDINGS.join('|')}|xn--[-0-9a-z]+)(?![0-9a-z@])`;
/**
 * Characters that no label contains. After https:// a label may have any others, in a bare name only Latin letters;
 * hyphens only inside. A bare name's label has at most 63 characters, so that a text of only letters is scanned in
 * linear time.
 */
const NO_LETTER = '\\s\\x00-,./:-@[-^`{-\\x7F\\u2000-\\u206F\\uFEFF';
const FULL_NAME = `(?:(?!-)[^${NO_LETTER}]+(?<!-)\\.)*(?!-)[^${NO_LETTER}_]+(?<!-)\\.`;
const BARE_NAME = `(?:(?!-)[-a-z0-9${LATIN}]{1,63}(?<!-)\\.)+`;

const PATH_SIGN = `[a-z0-9!*';:=+,.$/%#[\\]_~@|&\\u2013\\u0400-\\u04FF${LATIN}-]`;
const IN_PARENTHESES = `\\(${PATH_SIGN}*(?:\\(${PATH_SIGN}+\\)${PATH_SIGN}*)?\\)`;
/** Paths and queries end before the sentence's punctuation. */
const PATH = `/(?:(?:${PATH_SIGN}|${IN_PARENTHESES})*(?:[a-z0-9+=_#/\\u0400-\\u04FF${LATIN}-]|${IN_PARENTHESES}))?`;
const QUERY = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]_.,~|-]*[a-z0-9_&=#/-]";
const PORT = '(?::[0-9]+)?';

/**
 * An address that X links: http:// or https://, or a bare name with or without a path; with a known top-level domain.
 */
const ADDRESS = new RegExp(
  [
    `(?<![a-z0-9@＠$#＃])https?://${FULL_NAME}${ENDING}${PORT}(?:${PATH})?(?:${QUERY})?`,
    `(?<![a-z0-9@＠$#＃_./-])${BARE_NAME}${ENDING}(?:${PORT}${PATH}(?:${QUERY})?)?`,
  ].join('|'),
  'gi',
);

/** Text without it has no address, and skips the pattern with all top-level domains, slow above all on first use. */
const MAY_HAVE_ADDRESS = /\.[^\s.]/;

/**
 * Matches a grapheme that is a pictograph, flag or keycap: one emoji, however many code points it has. © and ® without
 * a variation selector are letters.
 */
const EMOJI = /(?![©®]$)\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
/** Each of these counts 1, which avoids slow segmenting. */
const LATIN_TEXT = /^[\n\r\t -\u02FF]*$/;

/** The length of a text as X counts it, where the limit is 280. */
export function xLength(text: string): number {
  let addresses = 0;
  const whole = text.normalize('NFC');
  const rest = MAY_HAVE_ADDRESS.test(whole)
    ? whole.replace(ADDRESS, () => {
        addresses += 1;
        return '';
      })
    : whole;
  let length = addresses * ADDRESS_WEIGHT;
  if (LATIN_TEXT.test(rest)) return length + rest.length;
  for (const sign of graphemesIn(rest)) {
    length += EMOJI.test(sign) ? 2 : weightedLength(sign);
  }
  return length;
}

/** The addresses in a text that X links: `end` is exclusive, both in UTF-16 units. */
export function addressesIn(text: string): { start: number; end: number }[] {
  if (!MAY_HAVE_ADDRESS.test(text)) return [];
  return [...text.matchAll(ADDRESS)].map(({ 0: address, index }) => ({ start: index, end: index + address.length }));
}

function weightedLength(segment: string): number {
  let weight = 0;
  for (const character of segment) {
    const code = character.codePointAt(0) ?? 0;
    weight += LIGHT_RANGES.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
  }
  return weight;
}
