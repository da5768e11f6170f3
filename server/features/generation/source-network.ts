import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { PageRequest, SourceNetwork } from '../../generation/sources/network.ts';
import { addressesOf, onlyTo } from '../../system/judged-connection.ts';

/** What sources are told apart by; a page may send any number of other headers. */
const READ_HEADERS = ['content-type', 'location'] as const;

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Sources over Node's own HTTP, where a connection is made to the very addresses that were judged. */
export const nodeNetwork: SourceNetwork = {
  resolve: addressesOf,
  send,
};

function send(url: string, addresses: readonly string[], { headers, signal }: PageRequest): Promise<Response> {
  const { request } = new URL(url).protocol === 'https:' ? https : http;
  const sent = { ...headers, 'accept-encoding': 'gzip, br' };
  return new Promise((resolve, reject) => {
    // No agent: a connection that was kept open might lead elsewhere than these addresses.
    request(url, { agent: false, lookup: onlyTo(addresses), headers: sent, signal })
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
 * The body unpacked piece by piece, so that no more of it is unpacked than is read. One layer: more of them are nothing
 * but a trick.
 */
function decoded(message: IncomingMessage): Readable {
  const decoder = DECODERS[message.headers['content-encoding']?.trim().toLowerCase() ?? '']?.();
  // Its errors reach the reader of the last stream.
  return decoder ? pipeline(message, decoder, () => {}) : message;
}
