import { parseUrl } from '../web/parse-url.ts';
import { DOMAIN_ENDINGS } from './domain-endings.ts';
import { graphemeLength } from './grapheme-length.ts';

/** The kind of a text range, as in app.bsky.richtext.facet; a mention's account is not resolved yet. */
export type Feature =
  | { kind: 'link'; uri: string }
  | { kind: 'tag'; tag: string }
  | { kind: 'mention'; handle: string };

/** A text range in UTF-16 units; `end` is exclusive. */
type Found = { start: number; end: number; feature: Feature };

/** The lexicon's limits for a tag. */
const TAG_GRAPHEMES_MAX = 64;
const TAG_BYTES_MAX = 640;

/** Links, mentions and cashtags may start at the beginning, after white space, and after an opening parenthesis. */
const BEGINNINGS = /^|(?<=[\s(])(?=[^\s(])/g;
const LINK = /https?:\/\/\S+/iy;
const BARE_LINK = /([a-z][a-z0-9]*(?:\.[a-z0-9]+)+)\S*/iy;
const MENTION = /@([a-z0-9.-]+)/iy;
/** A tag never ends with a zero-width character. */
const TAG = /[#＃](?!\ufe0f)((?:(?!\u20e2)[^\s\u00AD\u2060\u200A-\u200D])+)/y;
const CASHTAG = /\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'\u2019])/iy;

const endings = new Set(DOMAIN_ENDINGS);

/**
 * The links, mentions and hashtags of a text, as in Bluesky's own app: including bare domains with a known top-level
 * domain, and cashtags, which it stores as tags.
 */
export function blueskyFeaturesIn(text: string): Found[] {
  const found: Found[] = [];
  // As in the app, an invalid address is not searched for another one inside it, so each part is read once.
  let readTo = 0;
  for (const { index } of text.matchAll(BEGINNINGS)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const isBehindParenthesis = text[index - 1] === '(';
    const address = index < readTo ? null : addressAt(text, index);
    if (address !== null) readTo = index + address.length;
    const link = address === null ? null : linkOf(address, index);
    const stretch = link ?? mentionAt(text, index) ?? cashtagAt(text, index);
    const tag = stretch === null && !isBehindParenthesis ? tagAt(text, index) : stretch;
    if (tag !== null) found.push(tag);
  }
  return found;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A possible address, up to the next white space. */
function addressAt(text: string, start: number): string | null {
  return (match(LINK, text, start) ?? match(BARE_LINK, text, start))?.[0] ?? null;
}

function linkOf(written: string, start: number): Found | null {
  const domain = match(BARE_LINK, written, 0)?.[1];
  if (!/^https?:\/\//i.test(written) && (domain === undefined || !hasKnownEnding(domain))) return null;
  let address = written;
  if (/[.,;:!?]$/.test(address)) address = address.slice(0, -1);
  if (address.endsWith(')') && !address.includes('(')) address = address.slice(0, -1);
  const uri = /^http/i.test(address) && address.includes('://') ? address : `https://${address}`;
  return parseUrl(uri) ? { start, end: start + address.length, feature: { kind: 'link', uri } } : null;
}

function mentionAt(text: string, start: number): Found | null {
  const handle = withoutEnd(match(MENTION, text, start)?.[1] ?? '', /[.-]/).toLowerCase();
  if (!isHandle(handle)) return null;
  return { start, end: start + 1 + handle.length, feature: { kind: 'mention', handle } };
}

function tagAt(text: string, start: number): Found | null {
  const run = match(TAG, text, start)?.[1] ?? '';
  if (!/[^\d\p{P}]/u.test(run)) return null;
  const tag = withoutEnd(run, /\p{P}/u);
  if (graphemeLength(tag) > TAG_GRAPHEMES_MAX || new TextEncoder().encode(tag).length > TAG_BYTES_MAX) return null;
  return { start, end: start + 1 + tag.length, feature: { kind: 'tag', tag } };
}

function cashtagAt(text: string, start: number): Found | null {
  const [all, ticker] = match(CASHTAG, text, start) ?? [];
  if (all === undefined || ticker === undefined) return null;
  return { start, end: start + all.length, feature: { kind: 'tag', tag: `$${ticker.toUpperCase()}` } };
}

/** Removes matching characters at the end. */
function withoutEnd(text: string, sign: RegExp): string {
  const signs = [...text];
  while (signs.length > 0 && sign.test(signs.at(-1) ?? '')) signs.pop();
  return signs.join('');
}

/** In lower case only: a sentence right after the last one's full stop is not a domain. */
function hasKnownEnding(domain: string): boolean {
  return endings.has(domain.slice(domain.lastIndexOf('.') + 1));
}

function isHandle(handle: string): boolean {
  const labels = handle.split('.');
  if (handle.length > 253 || labels.length < 2) return false;
  if (!labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label) && !/^-|-$/.test(label))) return false;
  // `.test` is for test servers.
  return hasKnownEnding(handle) || handle.endsWith('.test');
}
