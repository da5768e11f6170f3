import type { Platform } from '../../../../shared/posts/platforms.ts';
import { addressesIn } from '../../../../shared/posts/x-length.ts';

/** A piece of a text; a `mark` stands out: a hashtag, a name, or an address where the platform links those. */
export type TextPart = { start: number; text: string; isMark: boolean };

/** Where an address in a caption is only words. */
const WITHOUT_LINKS: readonly Platform[] = ['instagram', 'tiktok'];

/** True where a platform makes links of the addresses in a post's text. */
export function linksAddresses(platform: Platform): boolean {
  return !WITHOUT_LINKS.includes(platform);
}

/** True where a text holds an address that people may want to press. */
export function hasAddress(text: string): boolean {
  return addressesIn(text).length > 0;
}

const TAG_OR_NAME =
  /(?<![\p{L}\p{N}_&/])(?:[#＃][\p{L}\p{N}\p{M}_]+|@[\p{L}\p{N}_](?:[\p{L}\p{N}_.]*[\p{L}\p{N}_])?)/gu;

/** A text in pieces, those that the platform colours told from those that it does not. */
export function textParts(platform: Platform, text: string): TextPart[] {
  const addresses = addressesIn(text);
  const tags = [...text.matchAll(TAG_OR_NAME)]
    .map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }))
    .filter(({ start }) => !addresses.some((address) => start >= address.start && start < address.end));
  const marks = [...(linksAddresses(platform) ? addresses : []), ...tags].sort((a, b) => a.start - b.start);
  const parts: TextPart[] = [];
  let place = 0;
  for (const { start, end } of marks) {
    parts.push({ start: place, text: text.slice(place, start), isMark: false });
    parts.push({ start, text: text.slice(start, end), isMark: true });
    place = end;
  }
  parts.push({ start: place, text: text.slice(place), isMark: false });
  return parts.filter((part) => part.text !== '');
}
