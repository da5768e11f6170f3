import { decodeText } from './decode-text.ts';
import { type FetchedPage, type FetchPageDeps, fetchPage, fetchPicture, siteOf } from './fetch-page.ts';
import { SOURCE_REASONS, SourceError } from './messages.ts';
import { parsePage, walkPage } from './parse-page.ts';
import { normaliseSpace } from './text-blocks.ts';
import { webAddress } from './web-address.ts';

/** In characters. LinkedIn allows 400 and 4086, Bluesky documents no limit; previews show less of both. */
export const LINK_TITLE_MAX_LENGTH = 300;
export const LINK_DESCRIPTION_MAX_LENGTH = 1000;

const ELEMENT_NODE = 1;

/** A page's title, description and picture for its link preview. `image` is the picture's address. */
export type LinkWords = { title: string; description: string; image: string | null };

/** `reason` is a sentence for users. */
export type LinkReading = ({ ok: true } & LinkWords) | { ok: false; reason: string };
export type LinkPicture = { ok: true; bytes: Uint8Array } | { ok: false; reason: string };

/** Reads the pages that posts link to. Both reject only when `signal` is aborted. */
export type LinkReader = {
  page(url: string, signal: AbortSignal): Promise<LinkReading>;
  /** The bytes as received; they may not be a picture. */
  picture(url: string, signal: AbortSignal): Promise<LinkPicture>;
};

export type ReadLinkDeps = Omit<FetchPageDeps, 'isPublicOnly'> & {
  /** Called after the download, before parsing. */
  onFetched?: () => void;
};

/**
 * Reads the page behind a link, on the public internet only. Time depends on the page: run it where that is limited.
 */
export async function readLink(url: string, deps: ReadLinkDeps): Promise<LinkReading> {
  return await orReason(url, deps, async () => {
    const page = await fetchPage(url, { ...deps, isPublicOnly: true });
    deps.onFetched?.();
    return { ok: true, ...linkWords(page) };
  });
}

/** Downloads the picture of a link, on the public internet only. */
export async function readLinkPicture(url: string, deps: ReadLinkDeps): Promise<LinkPicture> {
  return await orReason(url, deps, async () => ({
    ok: true,
    bytes: await fetchPicture(url, { ...deps, isPublicOnly: true }),
  }));
}

async function orReason<T>(
  url: string,
  { signal }: ReadLinkDeps,
  work: () => Promise<T>,
): Promise<T | { ok: false; reason: string }> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    return { ok: false, reason: error instanceof SourceError ? error.reason : SOURCE_REASONS.unreadable(siteOf(url)) };
  }
}

const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** Title, description and picture from Open Graph, X's tags, or the page's own title and description. */
export function linkWords({ url, bytes, charset }: FetchedPage): LinkWords {
  const site = siteOf(url);
  const html = decodeText(bytes, charset);
  if (html === null) throw new SourceError(SOURCE_REASONS.garbled(site));
  if (html.trim() === '') throw new SourceError(SOURCE_REASONS.empty(site));
  const { metas, title } = headOf(html);
  const named = (names: readonly string[]) => names.map((name) => metas.get(name)).find(Boolean) ?? '';
  return {
    title: clean(named(TITLES) || title, LINK_TITLE_MAX_LENGTH) || site,
    description: clean(named(DESCRIPTIONS), LINK_DESCRIPTION_MAX_LENGTH),
    image: webAddress(named(IMAGES), url),
  };
}

/** A page's title, and the contents of its meta elements by name; the first of each name counts. */
function headOf(html: string): { metas: Map<string, string>; title: string } {
  const metas = new Map<string, string>();
  let title = '';
  walkPage(parsePage(html).documentElement, {
    enter(node) {
      if (node.nodeType !== ELEMENT_NODE) return;
      const element = node as Element;
      // SVG has title elements too.
      if (element.localName === 'title' && title === '' && !isDrawing(element.parentNode)) {
        title = element.textContent ?? '';
      }
      if (element.localName !== 'meta') return;
      const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? '').trim().toLowerCase();
      const content = element.getAttribute('content')?.trim();
      if (name !== '' && content && !metas.has(name)) metas.set(name, content);
    },
  });
  return { metas, title };
}

function isDrawing(parent: Node | null): boolean {
  return (parent as Element | null)?.localName === 'svg' || (parent as Element | null)?.localName === 'symbol';
}

/** One line that JSON and Postgres can store, truncated with an ellipsis. */
function clean(text: string, maxLength: number): string {
  // Bounds the work on long values.
  const begun = text.slice(0, 4 * maxLength).replace(/\p{Cc}/gu, ' ');
  const line = normaliseSpace(begun.replace(/\p{Surrogate}/gu, '\ufffd'));
  if (line.length <= maxLength) return line;
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
