import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { SupabaseConnection } from '../supabase/connection.ts';
import { connectionLost } from './event-stream.ts';
import { STORED_FILE_POLICY } from './security-headers.ts';

/** The paths of a Supabase project. */
export const SUPABASE_PATHS = ['/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1'];

/** Headers that the agent sets (CORS, security) or Node writes (framing). */
const NOT_PASSED_ON =
  /^(access-control-.*|connection|keep-alive|transfer-encoding|x-content-type-options|x-frame-options)$/;

/**
 * Dot segments, which `URL` resolves, and backslashes, which it treats as slashes: with them, the path that Fastify
 * routed and the one that `handle` sees would differ.
 */
const DOT_SEGMENTS = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Mounts the embedded Supabase: passes every request under SUPABASE_PATHS to `handle` as a web Request, and sends back
 * its Response. Bodies are streamed both ways and not parsed here, so that a 200 MB upload needs little memory and an
 * event stream arrives line by line. A disconnecting client aborts `request.signal`. `shared`: pages of other (allowed)
 * origins may show stored media.
 */
export function mountSupabase(
  app: FastifyInstance,
  { handle, handleRest }: Pick<SupabaseConnection, 'handle' | 'handleRest'>,
  options: { shared: boolean },
): void {
  if (!handle) return;
  app.register(async (mount) => {
    mount.removeAllContentTypeParsers();
    mount.addContentTypeParser('*', (_request, _payload, done) => done(null));
    mount.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', STORED_FILE_POLICY);
      if (options.shared) reply.header('cross-origin-resource-policy', 'cross-origin');
    });
    for (const path of SUPABASE_PATHS) {
      mount.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url: `${path}/*`,
        handler:
          path === '/rest/v1' && handleRest
            ? (request, reply) => passPlain(request, reply, handleRest)
            : (request, reply) => pass(request, reply, handle),
      });
    }
  });
}

/** For /rest/v1, where web Request and Response objects would take more time than the database. */
async function passPlain(
  { raw, method }: FastifyRequest,
  reply: FastifyReply,
  handleRest: NonNullable<SupabaseConnection['handleRest']>,
): Promise<FastifyReply> {
  const path = pathOf(raw);
  const answer = await handleRest({
    method,
    path,
    query: raw.url?.slice(path.length + 1) ?? '',
    headers: raw.headers as Record<string, string>,
    text: (maxBytes) => readRequestText(raw, reply.raw, maxBytes),
  });
  reply.code(answer.status);
  for (const [name, value] of answer.headers) if (!NOT_PASSED_ON.test(name)) reply.header(name, value);
  return reply.send(answer.body);
}

function pathOf({ url = '' }: IncomingMessage): string {
  const path = url.split('?', 1)[0] ?? '';
  if (!DOT_SEGMENTS.test(path)) return path;
  throw new AppError('bad_input', 'The path may not contain dot segments or backslashes. Send it without them.');
}

async function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: NonNullable<SupabaseConnection['handle']>,
): Promise<FastifyReply> {
  const { raw, method } = request;
  pathOf(raw);
  const body = hasBody(raw) ? readRequestBody(raw) : null;
  // The unread rest of the body is drained after the answer: some clients read the answer only once all is sent.
  if (body) reply.raw.once('finish', body.drain);
  // The Fetch standard requires `duplex` for a streamed body; TypeScript's DOM types lack it.
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: headersOf(raw),
    body: body?.stream ?? null,
    signal: connectionLost(reply),
    duplex: 'half',
  };
  const answer = await handle(new Request(`http://${request.headers.host}${raw.url}`, init), request.ip);
  reply.code(answer.status);
  for (const [name, value] of answer.headers) {
    if (!NOT_PASSED_ON.test(name)) reply.header(name, value);
  }
  return reply.send(answer.body);
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(String(rawHeaders[index]), String(rawHeaders[index + 1]));
  }
  return headers;
}

/** Bytes that may be buffered between the socket and the body's reader. */
const BUFFERED_BYTES = 256 * 1024;

/**
 * A request's body as a web stream with back-pressure. Cancelling it, or `drain`, discards the rest. (Readable.toWeb
 * would destroy the socket instead, and the client would get a broken connection rather than an early answer.)
 */
function readRequestBody(raw: IncomingMessage): { stream: ReadableStream<Uint8Array>; drain: () => void } {
  let settled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const settle = (how: () => void) => {
          if (!settled) how();
          settled = true;
        };
        raw.on('data', (chunk: Buffer) => {
          if (settled) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) raw.pause();
        });
        raw.once('end', () => settle(() => controller.close()));
        raw.once('error', (error) => settle(() => controller.error(error)));
        raw.pause();
      },
      pull() {
        raw.resume();
      },
      cancel() {
        drain();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES }),
  );
  const drain = () => {
    settled = true;
    raw.resume();
  };
  return { stream, drain };
}

/** Reads a request's body as UTF-8; null when it exceeds `maxBytes`. The rest is then discarded after the answer. */
function readRequestText(raw: IncomingMessage, answer: ServerResponse, maxBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const collect = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      raw.off('data', collect).pause();
      answer.once('finish', () => raw.resume());
      resolve(null);
    };
    raw.on('data', collect);
    raw.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    raw.once('error', reject);
  });
}
