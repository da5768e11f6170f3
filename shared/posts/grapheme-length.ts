import { graphemesIn } from './graphemes.ts';
import { addressesIn } from './x-length.ts';

/** Each of these is one grapheme (a CR could be half of one), and segmenting is slow. */
const LATIN_TEXT = /^[\n\t -\u02FF]*$/;

/** How many signs people see in a text: an emoji sequence or a letter with its accents is one. */
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
 * How long Bluesky finds a text: its graphemes. Where those are so large that the text has too many bytes, they count
 * by their bytes, which is always more than Bluesky's limit.
 */
export function blueskyLength(text: string): number {
  const bytes = new TextEncoder().encode(text).length;
  const bySize = bytes > BLUESKY_BYTES_MAX ? Math.ceil(bytes / BLUESKY_BYTES_PER_SIGN) : 0;
  return Math.max(graphemeLength(text), bySize);
}

/** What a link counts on Mastodon, however long it is. Addresses without http:// or https:// are no links there. */
const MASTODON_LINK_LENGTH = 23;
const LINK = /^https?:/i;
/** A name with its server; only the first half counts. */
const FULL_NAME = /(?<![\p{L}\p{N}_=/])(@[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)@[\p{L}\p{N}_.-]*[\p{L}\p{N}_]/giu;

/** How long Mastodon finds a text: its graphemes, links as 23, and `@user@host` as `@user`. */
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
