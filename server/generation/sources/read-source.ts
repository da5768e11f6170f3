import type { SourceReading } from '../post.ts';
import { type FetchPageDeps, fetchPage, siteOf } from './fetch-page.ts';
import { SOURCE_REASONS, SourceError } from './messages.ts';
import { webNetwork } from './network.ts';

export type ReadSourceDeps = FetchPageDeps & {
  /** Called when the document is here and is about to be read. */
  onFetched?: () => void;
};

/**
 * Reads one source: an article page, an RSS or Atom feed, or plain text, over http and https. `text` is made of blocks
 * with a blank line between them; headings begin with `## `, list items with `- ` or their number. Never throws but
 * when `signal` is aborted; what goes wrong is a `reason` for people.
 */
export async function readSource(url: string, deps: ReadSourceDeps): Promise<SourceReading> {
  try {
    // The parsers are large, and load while the page comes.
    const [page, { readDocument }] = await Promise.all([fetchPage(url, deps), import('./read-document.ts')]);
    deps.onFetched?.();
    return { ok: true, url, ...readDocument(page) };
  } catch (error) {
    deps.signal?.throwIfAborted();
    const reason = error instanceof SourceError ? error.reason : SOURCE_REASONS.unreadable(siteOf(url));
    return { ok: false, url, reason };
  }
}

/** How a run reads its sources. Rejects only when `signal` is aborted. */
export type SourceReader = (url: string, signal: AbortSignal) => Promise<SourceReading>;

/**
 * Reads within this thread, which a page that is made for it can hold up: for runtimes that end a function that takes
 * too long.
 */
export const readInPlace: SourceReader = (url, signal) => readSource(url, { network: webNetwork(fetch), signal });
