import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { PageRequest, SourceNetwork } from '../../generation/sources/network.ts';
import { addressesOf, pinnedLookup } from '../../system/pinned-connection.ts';

/** The headers that are used; a page may send any number of others. */
const READ_HEADERS = ['content-type', 'location'] as const;

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads sources with Node's HTTP, which connects only to the addresses that were checked. */
export const nodeNetwork: SourceNetwork = {
  resolve: addressesOf,
  send,
};

function send(url: string, addresses: readonly string[], { headers, signal }: PageRequest): Promise<Response> {
  const { request } = new URL(url).protocol === 'https:' ? https : http;
  const sent = { ...headers, 'accept-encoding': 'gzip, br' };
  return new Promise((resolve, reject) => {
    // No agent: a kept-alive connection might lead to other addresses.
    request(url, { agent: false, lookup: pinnedLookup(addresses), headers: sent, signal })
      .on('response', (message) => resolve(toResponse(message)))
      .on('error', reject)
      .end();
  });
}

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  for (const name of READ_HEADERS) {
    const value = message.headers[name];
    if (value) headers.set(name, value);
  }
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect || status < 200 || status > 599) {
    message.destroy();
    return new Response(null, { status: isRedirect ? status : 500, headers });
  }
  const body = Readable.toWeb(decoded(message)) as ReadableStream<Uint8Array>;
  return new Response(status === 204 || status === 205 ? null : body, { status, headers });
}

/**
 * Decompresses the body as it is read, so that no more is decompressed than needed. Only one layer: legitimate servers
 * use no more.
 */
function decoded(message: IncomingMessage): Readable {
  const decoder = DECODERS[message.headers['content-encoding']?.trim().toLowerCase() ?? '']?.();
  // Errors surface on the last stream, where they are handled.
  return decoder ? pipeline(message, decoder, () => {}) : message;
}
