import { parseFeed } from 'feedsmith';
import { parsePage } from './parse-page.ts';
import type { PageContent } from './read-html.ts';
import { textBlocks, tidy } from './text-blocks.ts';

/** How many of a feed's entries are read, newest first. */
const FEED_MAX_ENTRIES = 12;

type ParsedFeed = ReturnType<typeof parseFeed<string>>;
type Entry = { title: string; html: string; date: number };

/** Whether a document is RSS, RDF or Atom, whatever its content type says. */
export function looksLikeFeed(text: string): boolean {
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*|<\?[^>]*>\s*|<!DOCTYPE[^>]*>\s*)*<(rss|feed|rdf:RDF)[\s>]/i.test(
    text,
  );
}

/** The newest entries of a feed, each as a heading and its summary or content. Throws when it cannot be parsed. */
export function readFeed(xml: string): PageContent {
  const { title, language, entries } = normalise(parseFeed(xml));
  const newest = entries.sort((a, b) => b.date - a.date).slice(0, FEED_MAX_ENTRIES);
  const text = newest.flatMap(entryBlocks).join('\n\n');
  return { title: tidy(title), text: text || null, language, picture: null };
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

function entryBlocks(entry: Entry): string[] {
  // A teaser ends in "[…] Continue reading": the mark of the cut goes, and with it the sentence that it cut.
  const html = entry.html
    .replace(/\s*\[(…|&hellip;|&#8230;|\.\.\.)\]/g, '')
    .replace(/<a\b[^>]*>[^<]{0,40}<\/a>\s*$/i, '');
  const body = textBlocks(parsePage(html).body);
  const title = tidy(parsePage(entry.title).body.textContent ?? '');
  return body.length > 0 ? [`## ${title}`, ...body] : [];
}
