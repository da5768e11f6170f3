import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from './error-answers.ts';

/** Interval of heartbeats on an idle stream, so that no proxy closes it. */
const HEARTBEAT_MS = 15_000;
/** A client that leaves more bytes unread is disconnected. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

/** Sends one server-sent event; a no-op once the client has disconnected. */
export type SendEvent = (event: string, data: unknown) => void;

/** Whether the client accepts server-sent events. */
export function wantsEventStream(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/event-stream');
}

/** Aborts when the client of a request without a body disconnects, or the agent stops. */
export function clientGone({ raw, server }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, server.stopping]);
}

/** Aborts when the connection closes before the answer is sent. Unlike clientGone, also for requests with a body. */
export function connectionLost({ raw }: FastifyReply): AbortSignal {
  const lost = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) lost.abort();
  });
  return lost.signal;
}

/**
 * Answers 200 with server-sent events while `work` runs. If the client disconnects, the stream ends but the work
 * continues. If the agent stops, the stream ends, and `app.stopping` cancels the work. If the work fails, the last
 * event is `error` with `{ error, code }`.
 */
export function answerWithEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (send: SendEvent) => Promise<void>,
): FastifyReply {
  const { stopping } = request.server;
  const stream = new PassThrough();
  const write = (text: string) => {
    if (!stream.writable) return;
    stream.write(text);
    if (stream.writableLength > UNREAD_MAX_BYTES) stream.destroy();
  };
  const end = () => stream.end();
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  stream.once('close', () => clearInterval(heartbeat));
  stopping.addEventListener('abort', end, { once: true });

  const send: SendEvent = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  // A comment sends the headers before the first event.
  write(': open\n\n');
  work(send)
    .catch((error: unknown) => {
      const { body } = describeError(error);
      if (body.code === 'internal') request.log.error({ err: error }, 'work behind an event stream failed');
      send('error', body);
    })
    .finally(() => {
      stopping.removeEventListener('abort', end);
      end();
    });
  return reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store').send(stream);
}
