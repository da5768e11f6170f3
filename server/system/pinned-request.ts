import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { pinnedLookup } from './pinned-connection.ts';

/** Statuses without a body (Fetch standard). */
const WITHOUT_BODY = [204, 205, 304];

export type PinnedRequest = Pick<RequestInit, 'method' | 'headers' | 'body'> & { signal: AbortSignal };

/**
 * Sends a request to a URL at these addresses, regardless of what its name resolves to. Does not follow redirects.
 * Rejects with a TypeError like fetch's when there is no answer.
 */
export async function sendTo(url: URL, addresses: readonly string[], sent: PinnedRequest): Promise<Response> {
  const { method = 'GET', body, signal } = sent;
  // A Response provides the body's content type if the headers do not.
  const whole = body === undefined || body === null ? null : new Response(body);
  const type = whole?.headers.get('content-type');
  const headers = Object.fromEntries(new Headers({ ...(type && { 'content-type': type }), ...asRecord(sent.headers) }));
  const bytes = whole && !(body instanceof ReadableStream) ? Buffer.from(await whole.arrayBuffer()) : null;
  const { request } = url.protocol === 'https:' ? https : http;
  // No agent: a kept-alive connection might be to another address.
  const options = { method, headers, signal, agent: false as const, lookup: pinnedLookup(addresses) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options)
      .on('response', (message) => resolve(toResponse(message)))
      .on('error', (cause) => reject(new TypeError('fetch failed', { cause })));
    if (bytes === null && whole?.body) {
      // Errors are reported by the request's error event.
      pipeline(Readable.fromWeb(whole.body as NodeStream), outgoing, () => undefined);
    } else {
      outgoing.end(bytes ?? undefined);
    }
  });
}

function asRecord(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  const { rawHeaders } = message;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(String(rawHeaders[at]), String(rawHeaders[at + 1]));
  if (WITHOUT_BODY.includes(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
}
