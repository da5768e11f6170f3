import { foreignMentions, mentionPattern } from '../../../../shared/posts/mentions.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import { addressesIn } from '../../../../shared/posts/x-length.ts';

/** A part of a text. A `mark` is highlighted: a hashtag, a name, or an address that the platform links. */
export type TextPart = { start: number; text: string; isMark: boolean };

/** Which addresses in a text the platform does not turn into links; null if it links all. */
export function plainAddresses(platform: Platform, text: string): 'all' | 'bare' | null {
  const plain = platformOf(platform).look.plainAddresses;
  return plain && addressesIn(text).length > linksIn(platform, text).length ? plain : null;
}

function linksIn(platform: Platform, text: string): { start: number; end: number }[] {
  const plain = platformOf(platform).look.plainAddresses;
  return addressesIn(text).filter(({ start }) => !plain || (plain === 'bare' && /^https?:/i.test(text.slice(start))));
}

const TAG = '[#＃][\\p{L}\\p{N}\\p{M}_]+';
function tagsAndNames(platform: Platform): RegExp {
  const name = mentionPattern(platform);
  return new RegExp(`(?<![\\p{L}\\p{N}_&/])(?:${name === null ? TAG : `${TAG}|${name}`})`, 'giu');
}

/** Splits a text into the parts that the platform highlights and those between them. */
export function textParts(platform: Platform, text: string): TextPart[] {
  const addresses = addressesIn(text);
  const others = foreignMentions(platform, text).filter(({ becomes }) => becomes === null);
  const isWithin = (start: number) => [...addresses, ...others].some((one) => start >= one.start && start < one.end);
  const tags = [...text.matchAll(tagsAndNames(platform))]
    .map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }))
    .filter(({ start }) => !isWithin(start));
  const marks = [...linksIn(platform, text), ...tags].sort((a, b) => a.start - b.start);
  const parts: TextPart[] = [];
  let place = 0;
  for (const { start, end } of marks) {
    parts.push({ start: place, text: text.slice(place, start), isMark: false });
    parts.push({ start, text: asShown(platform, text.slice(start, end)), isMark: true });
    place = end;
  }
  parts.push({ start: place, text: text.slice(place), isMark: false });
  return parts.filter((part) => part.text !== '');
}

/** On platforms whose names have a server, a mention is shown without it. */
function asShown(platform: Platform, mark: string): string {
  if (platformOf(platform).look.names !== 'server') return mark;
  return mark.replace(/^([@＠][^@]+)@.*$/u, '$1');
}
