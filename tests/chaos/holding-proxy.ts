import type { IncomingMessage } from 'node:http';
import { deferred } from '../helpers/deferred.ts';
import { serve } from '../helpers/loopback.ts';

/**
 * Holds the `nth` request for `path` (by default the first), either before it is forwarded or before its response is.
 */
export type Hold = { path: string; when: 'before' | 'after'; nth?: number };
type Answer = { status: number; headers: Record<string, string>; body: Buffer };
type Forward = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}) => Promise<Answer>;

/**
 * A loopback proxy that forwards everything, and can be made to stop at one request for good: the server behind it has
 * then received the request, or not, and the client waits.
 */
export async function startHoldingProxy(forward: Forward) {
  const seen: string[] = [];
  let hold: (Hold & { left: number; reached: () => void }) | null = null;
  const isHeld = (url: string, when: Hold['when']) => {
    if (!hold || hold.when !== when || !url.includes(hold.path)) return false;
    hold.left -= 1;
    if (hold.left > 0) return false;
    hold.reached();
    hold = null;
    return true;
  };
  const { origin, close } = await serve(async (request, response) => {
    try {
      const { method = 'GET', url = '/' } = request;
      const body = await bytesOf(request);
      seen.push(`${method} ${url.replace(/\?.*/, '')}`);
      if (isHeld(url, 'before')) return;
      const answer = await forward({ method, url, headers: headersOf(request), body });
      if (isHeld(url, 'after')) return;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      // An agent that was killed gets no response.
      response.destroy();
    }
  });
  return {
    url: origin,
    /** The requests so far, without their queries. */
    seen,
    /** Stops at a request; resolves when one is held. */
    hold(next: Hold): Promise<void> {
      const { promise, resolve } = deferred();
      hold = { ...next, left: next.nth ?? 1, reached: resolve };
      return promise;
    },
    close,
  };
}

/** Forwards requests to a server, or to a fetch function in this process. */
export function forwardTo(origin: string, ask: typeof fetch = fetch): Forward {
  return async ({ method, url, headers, body }) => {
    const answer = await ask(`${origin}${url}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body: Uint8Array.from(body) }),
    });
    const {
      'content-encoding': _,
      'content-length': __,
      'transfer-encoding': ___,
      ...kept
    } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: kept, body: Buffer.from(await answer.arrayBuffer()) };
  };
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const { connection: _, host: __, 'transfer-encoding': ___, 'content-length': ____, ...kept } = request.headers;
  return kept as Record<string, string>;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
