import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { AppError } from '../../../errors.ts';
import { isPrivateAddress } from '../../../generation/sources/addresses.ts';
import { addressesOf, pinnedLookup } from '../../../system/pinned-connection.ts';
import { redirectsInside, redirectsToHttp, redirectsTooOften } from './messages.ts';

const REDIRECTS_MAX = 5;
const USER_AGENT = 'local-agent (downloads the model its user chose)';

/** A file's response. `sha256` is the digest reported by the publisher's server, or null. */
export type OpenedFile = { message: IncomingMessage; sha256: string | null };

export type AddressDeps = { resolve?: (hostname: string) => Promise<string[]> };

/**
 * Requests a file, following redirects: from https only to https, and from a public address never into a private
 * network. Connects only to the addresses that were checked. Rejects with AppError bad_input for a forbidden redirect,
 * or with Node's error. The caller must read or destroy the message.
 */
export async function openAddress(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  { resolve = addressesOf }: AddressDeps = {},
): Promise<OpenedFile> {
  const { host } = new URL(address);
  let url = address;
  let isFromPublic = false;
  let sha256: string | null = null;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const addresses = await resolve(new URL(url).hostname);
    if (isFromPublic && addresses.some(isPrivateAddress)) throw new AppError('bad_input', redirectsInside(host));
    const message = await send(url, addresses, headers, signal);
    sha256 ??= linkedDigest(message);
    const { statusCode: status = 500 } = message;
    if (status < 300 || status >= 400 || status === 304) return { message, sha256 };
    message.destroy();
    const { location } = message.headers;
    const target = location === undefined ? null : parseUrl(location, url);
    if (!target) throw new AppError('bad_input', redirectsTooOften(host));
    const isAllowed = target.protocol === 'https:' || (target.protocol === 'http:' && url.startsWith('http:'));
    if (!isAllowed) throw new AppError('bad_input', redirectsToHttp(host));
    // A host name with public and private addresses counts as public.
    isFromPublic = !addresses.every(isPrivateAddress);
    url = target.href;
  }
  throw new AppError('bad_input', redirectsTooOften(host));
}

/** Hugging Face reports a large file's SHA-256 as its linked etag, in the redirect to the file. */
function linkedDigest({ headers }: IncomingMessage): string | null {
  return /^"?([0-9a-f]{64})"?$/.exec(String(headers['x-linked-etag'] ?? ''))?.[1] ?? null;
}

function send(
  url: string,
  addresses: readonly string[],
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    // No agent: a kept-alive connection might lead to other addresses.
    request(url, {
      agent: false,
      lookup: pinnedLookup(addresses),
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}
