import { graphemesIn } from './graphemes.ts';
import { addressesIn } from './x-length.ts';

/** Each of these is one grapheme (CR may be half of one), which avoids slow segmenting. */
const LATIN_TEXT = /^[\n\t -\u02FF]*$/;

/** The number of graphemes: an emoji sequence or a letter with its accents is one. */
export function graphemeLength(text: string): number {
  if (LATIN_TEXT.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesIn(text)) count += 1;
  return count;
}

/** A post on Bluesky may have 300 graphemes, and 3000 bytes of UTF-8. */
const BLUESKY_BYTES_MAX = 3000;
const BLUESKY_BYTES_PER_SIGN = 10;

/**
 * The length of a text as Bluesky counts it: its graphemes. If it has too many bytes, they are counted instead, scaled
 * so that the result exceeds the grapheme limit.
 */
export function blueskyLength(text: string): number {
  const bytes = new TextEncoder().encode(text).length;
  const bySize = bytes > BLUESKY_BYTES_MAX ? Math.ceil(bytes / BLUESKY_BYTES_PER_SIGN) : 0;
  return Math.max(graphemeLength(text), bySize);
}

/** The length that Mastodon counts for any link. Addresses without http:// or https:// are not links there. */
const MASTODON_LINK_LENGTH = 23;
const LINK = /^https?:/i;
/** A name with its server; only the first part counts. */
const FULL_NAME = /(?<![\p{L}\p{N}_=/])(@[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)@[\p{L}\p{N}_.-]*[\p{L}\p{N}_]/giu;

/** The length of a text as Mastodon counts it: its graphemes, with links as 23 and `@user@host` as `@user`. */
export function mastodonLength(text: string): number {
  const links = addressesIn(text).filter(({ start, end }) => LINK.test(text.slice(start, end)));
  let length = links.length * MASTODON_LINK_LENGTH;
  let place = 0;
  for (const { start, end } of [...links, { start: text.length, end: text.length }]) {
    length += graphemeLength(text.slice(place, start).replace(FULL_NAME, '$1'));
    place = end;
  }
  return length;
}

/** Characters shown as emoji: by default, with a variation selector, as a flag or as a keycap. */
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\uFE0F\u20E3]/u;

/**
 * The length of a text as Threads counts it: an emoji counts as its number of UTF-8 bytes.
 * https://developers.facebook.com/docs/threads/reference/publishing
 */
export function emojiBytesLength(text: string): number {
  if (!EMOJI.test(text)) return text.length;
  let length = 0;
  for (const sign of graphemesIn(text))
    length += EMOJI.test(sign) ? new TextEncoder().encode(sign).length : sign.length;
  return length;
}
