import { parseFeed } from 'feedsmith';
import { parsePage } from './parse-page.ts';
import type { PageContent } from './read-html.ts';
import { normaliseSpace, textBlocks } from './text-blocks.ts';
import { webAddress } from './web-address.ts';

/** Maximum entries read from a feed, newest first. */
const FEED_MAX_ENTRIES = 12;
/** Maximum entries searched for the newest ones. */
const FEED_MAX_LOOKED_AT = 500;
/** Maximum characters of HTML read from an entry. */
const ENTRY_MAX_LENGTH = 200_000;
const TITLE_MAX_LENGTH = 300;

type ParsedFeed = ReturnType<typeof parseFeed<string>>;
type Entry = { title: string; html: string; link: string | undefined; date: number };

/** The markup that may precede a feed's root element, by its start and end. */
const PROLOGUE = [
  ['<?', '>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const;

/** Whether a document is RSS, RDF or Atom, regardless of its content type. */
export function looksLikeFeed(text: string): boolean {
  let at = skipBlanks(text, 0);
  for (let part = prologueAt(text, at); part; part = prologueAt(text, at)) {
    const end = text.indexOf(part[1], at + part[0].length);
    if (end < 0) return false;
    at = skipBlanks(text, end + part[1].length);
  }
  return /^<(rss|feed|rdf:RDF)[\s>]/i.test(text.slice(at, at + 10));
}

function prologueAt(text: string, at: number) {
  return PROLOGUE.find(([start]) => text.startsWith(start, at));
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}

/**
 * Reads the newest entries of the feed at `url`, each as a heading and its summary or content, and the pages that they
 * link to; only complete entries if it `isCut`. Throws when the feed cannot be parsed.
 */
export function readFeed(xml: string, url: string, isCut: boolean): PageContent {
  const whole = isCut ? closedAfterLastEntry(xml) : xml;
  const feed = normalise(parseFeed(whole, { maxItems: FEED_MAX_LOOKED_AT }));
  const newest = feed.entries.sort((a, b) => b.date - a.date).slice(0, FEED_MAX_ENTRIES);
  const read = newest.map((entry) => ({ entry, heading: headingOf(entry), body: bodyOf(entry) }));
  const withText = read.filter(({ body }) => body.length > 0);
  const text = withText.flatMap(({ heading, body }) => [`## ${heading}`, ...body]).join('\n\n');
  const entries = withText.flatMap(({ entry, heading }) => {
    const address = webAddress(entry.link, url);
    return address ? [{ heading, url: address }] : [];
  });
  return { title: normaliseSpace(feed.title), text: text || null, language: feed.language, picture: null, entries };
}

/**
 * Cuts after the last complete entry and closes the open elements: RSS has its items inside the channel, RDF next to
 * it.
 */
function closedAfterLastEntry(xml: string): string {
  const ends = ['</item>', '</entry>'].map((tag) => xml.lastIndexOf(tag) + tag.length);
  const end = Math.max(...ends);
  const root = /<(rss|feed|rdf:RDF)[\s>]/i.exec(xml)?.[1] ?? '';
  return `${xml.slice(0, end)}${/^rss$/i.test(root) ? '</channel>' : ''}</${root}>`;
}

function normalise(parsed: ParsedFeed): { title: string; language: string | null; entries: Entry[] } {
  if (parsed.format === 'atom') {
    const { feed } = parsed;
    return {
      title: feed.title?.value ?? '',
      language: feed.xml?.lang ?? null,
      entries: (feed.entries ?? []).map((entry) => ({
        title: entry.title?.value ?? '',
        html: longer(entry.content?.value, entry.summary?.value),
        link: entry.links?.find(({ rel }) => !rel || rel === 'alternate')?.href,
        date: timeOf(entry.published ?? entry.updated),
      })),
    };
  }
  if (parsed.format === 'json') return { title: '', language: null, entries: [] };
  const { feed } = parsed;
  return {
    title: feed.title ?? '',
    language: ('language' in feed ? feed.language : null) ?? null,
    entries: (feed.items ?? []).map((item) => ({
      title: item.title ?? '',
      html: longer(item.content?.encoded, item.description),
      link: item.link,
      date: timeOf(('pubDate' in item ? item.pubDate : null) ?? item.dc?.dates?.[0]),
    })),
  };
}

function longer(a = '', b = ''): string {
  return a.length > b.length ? a : b;
}

function timeOf(date: string | null | undefined): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** A teaser ends with "[…] Continue reading": this mark and the link after it are removed. */
const CUT_MARK = /\[(…|&hellip;|&#8230;|\.\.\.)\]/g;
/** How far from the end a last link is searched, in characters. */
const LAST_LINK_MAX_LENGTH = 500;
const LAST_LINK = /<a\b[^<>]*>[^<]{0,40}<\/a>$/i;

function bodyOf({ html }: Entry): string[] {
  return textBlocks(parsePage(withoutLastLink(html.slice(0, ENTRY_MAX_LENGTH).replace(CUT_MARK, ''))).body);
}

function headingOf({ title }: Entry): string {
  const text = parsePage(title.slice(0, ENTRY_MAX_LENGTH)).body.textContent ?? '';
  return normaliseSpace(text).slice(0, TITLE_MAX_LENGTH).trim();
}

function withoutLastLink(html: string): string {
  const text = html.trimEnd();
  const reach = Math.max(0, text.length - LAST_LINK_MAX_LENGTH);
  const link = LAST_LINK.exec(text.slice(reach));
  return link ? text.slice(0, reach + link.index) : text;
}
