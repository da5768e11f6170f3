import type { ReadableSource } from '../post.ts';
import { cutAtBlock, cutText } from './cut-text.ts';
import { decodeText } from './decode-text.ts';
import { type FetchedPage, siteOf } from './fetch-page.ts';
import { SOURCE_REASONS, SourceError } from './messages.ts';
import { looksLikeFeed, readFeed } from './read-feed.ts';
import { type PageContent, readHtml } from './read-html.ts';
import { normaliseSpace } from './text-blocks.ts';

/** Maximum characters kept of an article: about fifty pages of a book. */
const TEXT_MAX_LENGTH = 120_000;
const TITLE_MAX_LENGTH = 300;
/** The minimum buffer length that RFC 5646 (4.4.1) recommends for language tags. */
const LANGUAGE_MAX_LENGTH = 35;

/**
 * Extracts the content of a downloaded document, at most about 120,000 characters. Time and memory depend on the
 * document: call it only where both are limited. Throws SourceError when there is nothing to read.
 */
export function readDocument(page: FetchedPage): Omit<ReadableSource, 'ok' | 'url'> {
  const site = siteOf(page.url);
  if (page.bytes.length === 0) throw new SourceError(SOURCE_REASONS.empty(site));
  const text = decodeText(page.bytes, page.charset);
  if (text === null) throw new SourceError(SOURCE_REASONS.garbled(site));
  if (text.trim() === '') throw new SourceError(SOURCE_REASONS.empty(site));
  const content = contentOf(page, text);
  if (content.text === null) throw new SourceError(missingTextReason(page, text, site));
  return {
    title: cutText(content.title, TITLE_MAX_LENGTH) || site,
    text: cutAtBlock(content.text, TEXT_MAX_LENGTH),
    language: languageTag(content.language),
    picture: content.picture,
    ...(content.entries && { entries: content.entries }),
  };
}

function contentOf(page: FetchedPage, text: string): PageContent {
  if (looksLikeFeed(text)) return readFeed(text, page.url, page.isCut);
  if (page.type === 'text/plain' || page.type.endsWith('markdown')) return readPlain(text);
  return readHtml(text, page.url);
}

function readPlain(text: string): PageContent {
  const blocks = text
    .split(/\r?\n\s*\r?\n/)
    .map(normaliseSpace)
    .filter(Boolean);
  const [first = ''] = blocks;
  return {
    title: first.length <= 120 ? first.replace(/^#+ /, '') : '',
    text: blocks.join('\n\n') || null,
    language: null,
    picture: null,
  };
}

function missingTextReason(page: FetchedPage, text: string, site: string): string {
  if (looksLikeFeed(text)) return SOURCE_REASONS.emptyFeed(site);
  return page.isCut ? SOURCE_REASONS.noArticleWithinLimit(site) : SOURCE_REASONS.noArticle(site);
}

/** The claimed language as a tag that Intl accepts, otherwise null. Pages declare en_US, and worse. */
function languageTag(claimed: string | null): string | null {
  const tag = claimed?.replaceAll('_', '-') ?? '';
  if (tag === '' || tag.length > LANGUAGE_MAX_LENGTH) return null;
  try {
    Intl.getCanonicalLocales(tag);
    return tag;
  } catch {
    return null;
  }
}
