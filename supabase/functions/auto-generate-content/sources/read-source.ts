import type { ReadableSource, SourceReading } from '../post.ts';
import { decodeText } from './decode-text.ts';
import { type FetchedPage, type FetchPageDeps, fetchPage, siteOf } from './fetch-page.ts';
import { SOURCE_REASONS, SourceProblem } from './messages.ts';
import { looksLikeFeed, readFeed } from './read-feed.ts';
import { type PageContent, readHtml } from './read-html.ts';
import { tidy } from './text-blocks.ts';

/** How much of an article is kept, in characters: some fifty pages of a book. */
const TEXT_MAX_LENGTH = 120_000;

/**
 * Reads one source: an article page, an RSS or Atom feed, or plain text, over http and https. `text` is made of blocks with a blank line between
 * them; headings begin with `## `, list items with `- ` or their number. Never throws but when `signal` is aborted; what goes wrong is a `reason`
 * for people.
 */
export async function readSource(url: string, deps: FetchPageDeps): Promise<SourceReading> {
  try {
    return await read(url, deps);
  } catch (error) {
    deps.signal?.throwIfAborted();
    const reason = error instanceof SourceProblem ? error.reason : SOURCE_REASONS.garbled(siteOf(url));
    return { ok: false, url, reason };
  }
}

async function read(url: string, deps: FetchPageDeps): Promise<ReadableSource> {
  const page = await fetchPage(url, deps);
  const site = siteOf(page.url);
  if (page.bytes.length === 0) throw new SourceProblem(SOURCE_REASONS.empty(site));
  const text = decodeText(page.bytes, page.charset);
  if (text === null) throw new SourceProblem(SOURCE_REASONS.garbled(site));
  if (text.trim() === '') throw new SourceProblem(SOURCE_REASONS.empty(site));
  const content = contentOf(page, text);
  if (content.text === null) throw new SourceProblem(missing(page, text, site));
  return { ok: true, url, ...content, title: content.title || site, text: cutAtBlock(content.text) };
}

function contentOf(page: FetchedPage, text: string): PageContent {
  if (looksLikeFeed(text)) return readFeed(text);
  if (page.type === 'text/plain' || page.type.endsWith('markdown')) return readPlain(text);
  return readHtml(text, page.url);
}

function readPlain(text: string): PageContent {
  const blocks = text
    .split(/\r?\n\s*\r?\n/)
    .map(tidy)
    .filter(Boolean);
  const [first = ''] = blocks;
  return {
    title: first.length <= 120 ? first.replace(/^#+ /, '') : '',
    text: blocks.join('\n\n') || null,
    language: null,
    picture: null,
  };
}

function missing(page: FetchedPage, text: string, site: string): string {
  if (looksLikeFeed(text)) return SOURCE_REASONS.emptyFeed(site);
  return page.cut ? SOURCE_REASONS.noArticleWithinLimit(site) : SOURCE_REASONS.noArticle(site);
}

function cutAtBlock(text: string): string {
  if (text.length <= TEXT_MAX_LENGTH) return text;
  const end = text.lastIndexOf('\n\n', TEXT_MAX_LENGTH);
  return text.slice(0, end > 0 ? end : TEXT_MAX_LENGTH);
}
