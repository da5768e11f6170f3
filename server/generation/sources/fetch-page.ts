import { parseUrl } from '../../../shared/web/parse-url.ts';
import { isPrivateAddress } from './addresses.ts';
import { SOURCE_REASONS, SourceError } from './messages.ts';
import { type PageRequest, SOURCE_MAX_BYTES, SOURCE_MAX_REDIRECTS, type SourceNetwork } from './network.ts';

/** Total time limit for one source, including redirects. */
export const SOURCE_TIMEOUT_MS = 10_000;

/** Larger pictures are rejected. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;

const FIRST_BLOCK_BYTES = 64 * 1024;

const USER_AGENT = 'local-agent/0.1 (reads the sources its user entered)';
const ACCEPT =
  'text/html, application/xhtml+xml, application/rss+xml, application/atom+xml, application/xml;q=0.9, text/plain;q=0.8';

/**
 * A downloaded text document: `url` is the address after redirects, `type` the media type without parameters, in lower
 * case; `isCut` if it was longer than SOURCE_MAX_BYTES.
 */
export type FetchedPage = { url: string; type: string; charset: string | null; bytes: Uint8Array; isCut: boolean };

export type FetchPageDeps = {
  network: SourceNetwork;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Rejects private addresses, including the first one: the URL was not entered as a source. */
  isPublicOnly?: boolean;
};

/**
 * The kind of download: the Accept header, the byte limit, and the reason to reject a media type (null if accepted).
 */
type Wanted = { accept: string; maxBytes: number; typeReason(site: string, type: string): string | null };

const PAGE: Wanted = { accept: ACCEPT, maxBytes: SOURCE_MAX_BYTES, typeReason };
/** The declared type is not trusted; the bytes decide. */
const PICTURE: Wanted = {
  accept: 'image/jpeg, image/png, image/webp;q=0.9, image/*;q=0.5',
  maxBytes: PICTURE_MAX_BYTES,
  typeReason: () => null,
};

/**
 * Downloads at most SOURCE_MAX_BYTES of a page. Throws SourceError with the reason, or the caller's own abort reason.
 */
export async function fetchPage(address: string, deps: FetchPageDeps): Promise<FetchedPage> {
  return await download(address, PAGE, deps);
}

/** Downloads a supposed picture of at most PICTURE_MAX_BYTES. Throws as fetchPage does. */
export async function fetchPicture(address: string, deps: FetchPageDeps): Promise<Uint8Array> {
  const { url, bytes, isCut } = await download(address, PICTURE, deps);
  if (isCut) throw new SourceError(SOURCE_REASONS.pictureTooLarge(siteOf(url), PICTURE_MAX_BYTES / 1024 / 1024));
  return bytes;
}

async function download(address: string, wanted: Wanted, deps: FetchPageDeps): Promise<FetchedPage> {
  const timeoutMs = deps.timeoutMs ?? SOURCE_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = deps.signal ? AbortSignal.any([deps.signal, timeout]) : timeout;
  const site = siteOf(address);
  try {
    const headers = { 'user-agent': USER_AGENT, accept: wanted.accept };
    const { response, url } = await followRedirects(address, deps, { headers, signal });
    return { url, ...(await readBody(response, siteOf(url), wanted)) };
  } catch (error) {
    deps.signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    if (timeout.aborted) throw new SourceError(SOURCE_REASONS.timedOut(site, Math.round(timeoutMs / 1000)), error);
    throw new SourceError(networkReason(site, error), error);
  }
}

/** A URL's host as shown to users, without "www."; any other text unchanged. */
export function siteOf(url: string): string {
  return parseUrl(url)?.host.replace(/^www\./, '') ?? url;
}

/**
 * Follows redirects. A public page must not redirect into a private network. A private address that the user entered is
 * allowed and may redirect anywhere, unless `isPublicOnly`.
 */
async function followRedirects(
  address: string,
  { network, isPublicOnly = false }: Pick<FetchPageDeps, 'network' | 'isPublicOnly'>,
  request: PageRequest,
): Promise<{ response: Response; url: string }> {
  let url = address;
  let fromPublic: string | null = null;
  if (!isWebAddress(url)) throw new SourceError(SOURCE_REASONS.badAddress(url));
  for (let hop = 0; hop <= SOURCE_MAX_REDIRECTS; hop += 1) {
    const addresses = await network.resolve(new URL(url).hostname, request.signal);
    if ((fromPublic || isPublicOnly) && addresses.some(isPrivateAddress)) {
      throw new SourceError(
        fromPublic
          ? SOURCE_REASONS.redirectInside(siteOf(fromPublic), siteOf(url))
          : SOURCE_REASONS.inside(siteOf(url)),
      );
    }
    request.signal.throwIfAborted();
    const response = await network.send(url, addresses, request);
    if (response.status < 300 || response.status >= 400) return { response, url };
    await response.body?.cancel();
    const location = response.headers.get('location');
    const target = location ? parseUrl(location, url)?.href : null;
    if (!target || !isWebAddress(target)) throw new SourceError(SOURCE_REASONS.redirectElsewhere(siteOf(url)));
    // A host name with public and private addresses counts as public, and so does one that cannot be resolved.
    fromPublic = addresses.length > 0 && addresses.every(isPrivateAddress) ? null : url;
    url = target;
  }
  throw new SourceError(SOURCE_REASONS.redirectLoop(siteOf(address)));
}

async function readBody(response: Response, site: string, wanted: Wanted): Promise<Omit<FetchedPage, 'url'>> {
  const [type = '', ...parameters] = (response.headers.get('content-type') ?? 'text/html').toLowerCase().split(';');
  const problem = statusReason(site, response.status) ?? wanted.typeReason(site, type.trim());
  if (problem) {
    await response.body?.cancel();
    throw new SourceError(problem);
  }
  const charset = parameters.map((entry) => /charset\s*=\s*"?([^"\s]+)/.exec(entry)?.[1]).find(Boolean) ?? null;
  return { type: type.trim(), charset, ...(await readUpTo(response.body, wanted.maxBytes)) };
}

/** Reads a body into a single buffer, no matter how small its chunks are. */
async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  let bytes = new Uint8Array(FIRST_BLOCK_BYTES);
  let size = 0;
  if (!body) return { bytes: bytes.subarray(0, 0), isCut: false };
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const wanted = size + part.value.length;
    if (wanted > bytes.length) {
      const grown = new Uint8Array(Math.min(limit, Math.max(wanted, 2 * bytes.length)));
      grown.set(bytes.subarray(0, size));
      bytes = grown;
    }
    bytes.set(part.value.subarray(0, limit - size), size);
    size = Math.min(limit, wanted);
    if (wanted > limit) {
      await reader.cancel();
      return { bytes, isCut: true };
    }
  }
  return { bytes: bytes.subarray(0, size), isCut: false };
}

function isWebAddress(url: string): boolean {
  return /^https?:$/.test(parseUrl(url)?.protocol ?? '');
}

function statusReason(site: string, status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return SOURCE_REASONS.notFound(site);
  if (status === 429) return SOURCE_REASONS.busy(site);
  if (status >= 400 && status < 500) return SOURCE_REASONS.forbidden(site, status);
  return SOURCE_REASONS.failing(site, status);
}

function typeReason(site: string, type: string): string | null {
  if (/^text\/(html|plain|xml|markdown|x-markdown)$|^application\/(xml|[\w.-]+\+xml)$/.test(type)) return null;
  return SOURCE_REASONS.notText(site, kindOf(type));
}

function kindOf(type: string): string {
  if (type === 'application/pdf') return 'a PDF';
  if (/zip|compressed|tar|rar/.test(type)) return 'an archive';
  const family = type.split('/')[0];
  if (family === 'image') return 'a picture';
  if (family === 'video') return 'a video';
  if (family === 'audio') return 'a sound file';
  return `a file of the type ${type || 'unknown'}`;
}

/** Node has the reason in the cause's `code`, Deno in its message. */
function networkReason(site: string, error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < 12; at = at.cause) {
    parts.push(at.message, 'code' in at ? String(at.code) : '');
  }
  const text = parts.join(' ');
  if (/ENOTFOUND|EAI_AGAIN|dns error/i.test(text)) return SOURCE_REASONS.unknownHost(site);
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|connection refused|bad port|unreachable/i.test(text)) {
    return SOURCE_REASONS.refused(site);
  }
  if (/CERT|certificate|TLS|SSL|self.signed|EPROTO/i.test(text)) return SOURCE_REASONS.insecure(site);
  return SOURCE_REASONS.broken(site);
}
