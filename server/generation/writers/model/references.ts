import {
  type Reference,
  referenceKey,
  referencesIn,
  standsIn,
  withoutPunctuation,
} from '../../../../shared/posts/links-and-mentions.ts';
import type { WriteRequest } from '../../post.ts';
import { linkTo } from '../credit.ts';

const REASONS: Record<Reference['kind'], string> = {
  link: 'it is not the address of a source.',
  name: 'no source has it, and platforms make a link of it.',
  mention: 'no source names that account.',
};

/**
 * The reasons why a post's texts must not be published: a sentence for each link, site name and mention that comes
 * neither from a source nor from the owner's niche and template. Pages are untrusted: a link must be an address that
 * was read, but names of sites and accounts may be any that the page contains.
 */
export function foreignReferences(texts: readonly string[], request: WriteRequest): string[] {
  const { niche, template, sources } = request;
  const owner = `${niche}\n${template.name}\n${template.prompt}`;
  const own = ownKeys(sources.flatMap(({ url, entries = [] }) => [url, ...entries.map((entry) => entry.url)]));
  const known = [owner, ...sources.flatMap(({ title, text }) => [title, text])];
  const isKnown = (reference: Reference) =>
    own.has(referenceKey(reference.shown)) ||
    (reference.kind === 'link' ? [owner] : known).some((text) => standsIn(text, reference));
  const found = texts.flatMap((text) => referencesIn(withoutOwn(text, own))).filter((found) => !isKnown(found));
  return [...new Set(found.map(({ kind, shown }) => `${shown} may not stand in a post: ${REASONS[kind]}`))];
}

/** The sources' addresses, as read and as shown to readers, and their host names. */
function ownKeys(urls: readonly string[]): Set<string> {
  return new Set(urls.flatMap((url) => [url, linkTo(url), new URL(url).host]).map(referenceKey));
}

/**
 * Removes words that are the sources' own addresses before links are searched, because addresses may contain characters
 * that link finders do not include.
 */
function withoutOwn(text: string, own: ReadonlySet<string>): string {
  return text.replace(/[^\s]+/g, (word) => (own.has(referenceKey(withoutPunctuation(word))) ? ' ' : word));
}

/** Whether a new caption has only links and mentions that are also in the old text. */
export function addsNoReference(caption: string, text: string): boolean {
  const known = new Set(referencesIn(text).map(({ shown }) => referenceKey(shown)));
  return referencesIn(caption).every((found) => known.has(referenceKey(found.shown)) || standsIn(text, found));
}
