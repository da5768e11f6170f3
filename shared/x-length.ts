/** What an address counts on X, however long it is. */
const ADDRESS_WEIGHT = 23;
/** Code points that count 1 on X (its configuration v3); all others count 2, and an emoji sequence counts 2 as a whole. */
const LIGHT_RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

/** The endings that posts name most; X knows some 1,500. Those of countries, which have two letters, are asked for below. */
const ENDINGS =
  'com|org|net|info|biz|edu|gov|int|mil|name|pro|app|dev|blog|shop|store|online|site|tech|cloud|page|link|news|live|media|studio|design|agency|world|life|club|space|website|email|digital|art|xyz|top|coffee|recipes|fitness|travel';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?';
const PATH = '[/?#]\\S*';
/**
 * With https:// anything; bare, a name with a known ending, or one of a country that has three parts (www.example.de) or a path (example.de/a):
 * X takes example.de alone for words.
 */
const ADDRESS = new RegExp(
  [
    'https?://\\S+',
    `(?<![\\p{L}\\p{N}_@#$/.-])(?:(?:${LABEL}\\.)+(?:${ENDINGS})(?![\\p{L}\\p{N}@-])(?:${PATH})?`,
    `(?:${LABEL}\\.){2,}[a-z]{2}(?![\\p{L}\\p{N}@-])(?:${PATH})?`,
    `${LABEL}\\.[a-z]{2}${PATH})`,
  ].join('|'),
  'giu',
);
/** A sentence's end is not the address'. */
const CLOSING = /[.,;:!?)\]}'"”’»…]+$/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How long X finds a text: 280 is its limit. */
export function xLength(text: string): number {
  let addresses = 0;
  const rest = text.replace(ADDRESS, (address) => {
    addresses += 1;
    return CLOSING.exec(address)?.[0] ?? '';
  });
  let length = addresses * ADDRESS_WEIGHT;
  for (const { segment } of graphemes.segment(rest.normalize('NFC'))) {
    length += /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment) ? 2 : weightOf(segment);
  }
  return length;
}

function weightOf(segment: string): number {
  let weight = 0;
  for (const character of segment) {
    const code = character.codePointAt(0) ?? 0;
    weight += LIGHT_RANGES.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
  }
  return weight;
}
