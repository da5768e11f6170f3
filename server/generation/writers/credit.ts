import type { ReadableSource } from '../post.ts';
import { siteOf } from '../sources/fetch-page.ts';
import type { Credit } from './draft.ts';
import type { Language } from './languages/language.ts';
import type { Sentence } from './text/sentences.ts';

const TITLE_MAX_LENGTH = 110;
const LINK_MAX_LENGTH = 300;
const FOOTER_MAX_LENGTH = 48;

/** Tracking parameters. */
const COUNTING = /^(utm_|fbclid$|gclid$|mc_)/;
/** Paths of feeds, which are not pages for readers. */
const FEED = /(\.(xml|rss|atom|rdf)|\/(feed|rss|atom))\/?$/i;

/**
 * Names a source and links to the page with all of the `used` sentences. A feed is named with its entry. Names that the
 * post already shows, such as in a title, are not repeated.
 */
export function creditOf(
  source: ReadableSource,
  used: readonly Pick<Sentence, 'section'>[],
  language: Language,
  shown: readonly (string | null)[],
): Credit {
  const [first = source.url, ...others] = new Set(used.map(({ section }) => pageOf(source, section)));
  const link = linkTo(others.length > 0 ? source.url : first);
  const names = [entryOf(source, used), nameOf(source)].filter(
    (name): name is string => name !== null && !shown.includes(name),
  );
  const [name = ''] = [names.join(' – '), ...names].filter((text) => text.length <= TITLE_MAX_LENGTH);
  return { line: name && language.credit.replace('{title}', () => name), link };
}

/** The headline of the feed entry that contains all of the sentences; null if there is none. */
export function entryOf({ entries }: ReadableSource, used: readonly Pick<Sentence, 'section'>[]): string | null {
  const [section, ...others] = new Set(used.map((sentence) => sentence.section));
  return section && others.length === 0 && entries?.some(({ heading }) => heading === section) ? section : null;
}

/** The address of the feed entry with this heading, or else the source's. */
export function pageOf({ url, entries }: ReadableSource, heading: string | null): string {
  return entries?.find((entry) => entry.heading === heading)?.url ?? url;
}

/** A source's address for readers: a feed's site, without tracking parameters, and bounded in length. */
export function linkTo(address: string): string {
  const url = new URL(address);
  if (FEED.test(url.pathname)) return `${url.origin}/`;
  const counting = [...url.searchParams.keys()].filter((name) => COUNTING.test(name));
  for (const name of counting) url.searchParams.delete(name);
  url.hash = '';
  return url.href.length <= LINK_MAX_LENGTH ? url.href : `${url.origin}/`;
}

/** The small line at the bottom of a card. */
export function footerOf(source: ReadableSource): string {
  const site = siteOf(source.url);
  const name = isBareAddress(site) ? source.title : site;
  return name.length <= FOOTER_MAX_LENGTH ? name : '';
}

function nameOf(source: ReadableSource): string {
  return source.title && source.title.length <= TITLE_MAX_LENGTH ? source.title : siteOf(source.url);
}

function isBareAddress(site: string): boolean {
  return /^(localhost|\d+\.\d+\.\d+\.\d+|\[)/.test(site);
}
