import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { AgentError } from '../../shared/agent/agent-api.ts';
import { AppError, type ErrorCode } from '../errors.ts';

/** Error bodies for Fastify's own errors, by status. */
const REFUSALS: { [status: number]: { code: ErrorCode; error: string } } = {
  400: { code: 'bad_input', error: 'The request could not be read: its body must be well-formed JSON.' },
  404: { code: 'not_found', error: 'There is nothing at this address.' },
  413: { code: 'too_large', error: 'The request is too large for this route.' },
  414: { code: 'bad_input', error: 'The address of the request is too long.' },
  415: { code: 'unsupported_media_type', error: 'Send the body as JSON, with "Content-Type: application/json".' },
};

const INTERNAL: AgentError = {
  code: 'internal',
  error: 'Something went wrong inside the agent. Its log (--log-level error) has the details.',
};

const DISK_FULL: AgentError = {
  code: 'unavailable',
  error: 'The disk of the data directory is full. Free some space, then try again.',
};
const READ_ONLY: AgentError = {
  code: 'unavailable',
  error: 'The disk of the data directory is read-only. Make it writable, then try again.',
};

/** Error bodies for system errors of writes, by code. */
const SYSTEM_REFUSALS: { [code: string]: AgentError } = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EROFS: READ_ONLY,
};

/** Longer messages are shortened, because they may quote a request of a megabyte. */
const ERROR_MAX_CHARS = 4_000;

/** Converts an error to an answer: `{ error, code }`, in the same form for every route. */
export function describeError(error: unknown): { status: number; body: AgentError; retryAfterSeconds?: number } {
  if (error instanceof AppError) {
    const { code, message, status, retryAfterSeconds, details } = error;
    return { status, body: { ...details, error: shortened(message), code }, retryAfterSeconds };
  }
  const ofSystem = SYSTEM_REFUSALS[String((error as NodeJS.ErrnoException | null)?.code)];
  if (ofSystem) return { status: 503, body: ofSystem };
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  const refusal = REFUSALS[status];
  return refusal ? { status, body: refusal } : { status: 500, body: INTERNAL };
}

/** Cuts out the middle, because the problem is at the beginning and the remedy at the end. */
function shortened(message: string): string {
  if (message.length <= ERROR_MAX_CHARS) return message;
  const start = message.slice(0, ERROR_MAX_CHARS / 2).replace(/[\uD800-\uDBFF]$/, '');
  const end = message.slice(-ERROR_MAX_CHARS / 2).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}

/** Fastify's error handler, the one place where errors become answers. Only internal errors are logged as errors. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterSeconds } = describeError(error);
  if (body.code === 'internal') request.log.error({ err: error }, 'request failed');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Answers to unparsable requests, by Node's error code. */
const UNREADABLE: { [code: string]: { status: number; error: string } } = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The address and headers of the request are too large together.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'The request has too much between the pieces of its body.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request did not arrive in time. Send it again.' },
};
const NO_REQUEST = { status: 400, error: 'This is not a valid HTTP request.' };

/**
 * Fastify's handler for unparsable requests: answers if the client is still connected, and closes the connection. Such
 * requests reach no hook or route.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, error: words } = UNREADABLE[error.code ?? ''] ?? NO_REQUEST;
  const body = JSON.stringify({ error: words, code: 'bad_input' } satisfies AgentError);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
