import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { AgentError } from '../../shared/agent/agent-api.ts';
import { AppError, type ErrorCode } from '../errors.ts';

/** Fastify's own refusals, by status, in our words. */
const REFUSALS: { [status: number]: { code: ErrorCode; error: string } } = {
  400: { code: 'bad_input', error: 'The request could not be read: its body must be well-formed JSON.' },
  404: { code: 'not_found', error: 'There is nothing at this address.' },
  413: { code: 'too_large', error: 'The request is too large for this route.' },
  414: { code: 'bad_input', error: 'The address of the request is too long.' },
  415: { code: 'unsupported_media_type', error: 'Send the body as JSON, with "Content-Type: application/json".' },
};

const INTERNAL: AgentError = {
  code: 'internal',
  error: 'Something went wrong inside the agent. Its log (--log-level error) says what.',
};

/** What a failed request answers with: `{ error, code }`, the same from every route and for every client. */
export function describeError(error: unknown): { status: number; body: AgentError; retryAfterSeconds?: number } {
  if (error instanceof AppError) {
    const { code, message, status, retryAfterSeconds } = error;
    return { status, body: { error: message, code }, retryAfterSeconds };
  }
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  const refusal = REFUSALS[status];
  return refusal ? { status, body: refusal } : { status: 500, body: INTERNAL };
}

/** Fastify's error handler: the one place where errors become answers. Only faults of ours are logged as errors. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterSeconds } = describeError(error);
  if (body.code === 'internal') request.log.error({ err: error }, 'request failed');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
