import type { SourceReading } from '../post.ts';
import { type FetchPageDeps, fetchPage, siteOf } from './fetch-page.ts';
import { SOURCE_REASONS, SourceError } from './messages.ts';
import { webNetwork } from './network.ts';

export type ReadSourceDeps = FetchPageDeps & {
  /** Called after the download, before parsing. */
  onFetched?: () => void;
};

/**
 * Reads a source: an article page, an RSS or Atom feed, or plain text, over http or https. `text` has blocks separated
 * by blank lines; headings begin with `## `, list items with `- ` or their number. Throws only when `signal` is
 * aborted; failures have a `reason` for users.
 */
export async function readSource(url: string, deps: ReadSourceDeps): Promise<SourceReading> {
  try {
    // The parsers are large and load during the download.
    const [page, { readDocument }] = await Promise.all([fetchPage(url, deps), import('./read-document.ts')]);
    deps.onFetched?.();
    return { ok: true, url, ...readDocument(page) };
  } catch (error) {
    deps.signal?.throwIfAborted();
    const reason = error instanceof SourceError ? error.reason : SOURCE_REASONS.unreadable(siteOf(url));
    return { ok: false, url, reason };
  }
}

/** Reads a source for a run. Rejects only when `signal` is aborted. */
export type SourceReader = (url: string, signal: AbortSignal) => Promise<SourceReading>;

/** Reads in this thread, which a hostile page can block: only for runtimes that stop functions after a time limit. */
export const readInPlace: SourceReader = (url, signal) => readSource(url, { network: webNetwork(fetch), signal });
