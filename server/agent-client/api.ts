import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { agentErrorSchema } from '../../shared/agent/agent-api.ts';
import { readEventStream } from '../../shared/agent/event-stream.ts';
import {
  type Answered,
  type EventOf,
  type Operation,
  pathTo,
  routeOf,
  type Sent,
  type SentTo,
} from '../../shared/api/operation.ts';
import { AppError, isErrorCode } from '../errors.ts';
import { CONNECTION_LOST } from './messages.ts';

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** A file's bytes, instead of `body`. */
  bytes?: Readable;
  accept?: string;
  /** Sent even while the command is being interrupted: for cleaning up. */
  evenIfEnding?: true;
};

/** The response headers that are passed on. */
const PASSED_ON = ['retry-after', 'content-type'];

/** How long a clean-up request may take, by default. */
const TIDY_UP_MS = 2_000;

/**
 * Sends a request to the agent API with the agent token. If it is refused, rejects with an AppError with the agent's
 * code, message and Retry-After.
 */
export type Api = (request: ApiRequest) => Promise<Response>;

/** The API of the agent at `url`. `ending` aborts requests, except those for cleaning up, which get `tidyUpMs`. */
export function runningApi(url: string, agentToken: string, ending: AbortSignal, tidyUpMs = TIDY_UP_MS): Api {
  return async ({ method, path, body, bytes, accept, evenIfEnding }) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: headersOf(agentToken, { body, bytes }, accept),
      signal: evenIfEnding ? AbortSignal.timeout(tidyUpMs) : ending,
      ...(body && { body: JSON.stringify(body) }),
      ...(bytes && { body: Readable.toWeb(bytes) as ReadableStream, duplex: 'half' }),
    }).catch((cause: unknown) => {
      if (ending.aborted) throw ending.reason;
      throw new AppError('unavailable', CONNECTION_LOST, { cause });
    });
    return accepted(response);
  };
}

/** The part of an agent in this process that the client needs. */
export type InProcess = { app: Pick<FastifyInstance, 'inject'>; agentToken: string };

/** The API of an agent in this process that does not listen, with the same routes, checks and event streams. */
export function inProcessApi({ app, agentToken }: InProcess, port: number): Api {
  return async ({ method, path, body, bytes, accept }) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...headersOf(agentToken, { body, bytes }, accept), host: `127.0.0.1:${port}` },
      payloadAsStream: true,
      ...(body && { payload: JSON.stringify(body) }),
      ...(bytes && { payload: bytes }),
    });
    const hasBody = answer.statusCode !== 204;
    const content = hasBody ? (Readable.toWeb(answer.stream()) as ReadableStream<Uint8Array>) : null;
    const headers = PASSED_ON.flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    return accepted(new Response(content, { status: answer.statusCode, headers }));
  };
}

/** Builds the `Api` request of an operation. */
function requestTo<O extends Operation>(
  operation: O,
  sent = {} as Sent<O>,
): Pick<ApiRequest, 'method' | 'path' | 'body'> {
  const { body } = sent as { body?: object };
  return {
    method: routeOf(operation).method,
    path: pathTo(operation, sent as Pick<Sent<O>, 'params' | 'query'>),
    ...(body && { body }),
  };
}

/** Calls an operation of the agent API. Throws the same errors as `api`. */
export async function call<O extends Operation>(api: Api, operation: O, ...[sent]: SentTo<O>): Promise<Answered<O>> {
  const response = await api(requestTo<O>(operation, sent));
  return (operation.answer && (await readJson(response, operation.answer))) as Answered<O>;
}

/** Calls an operation that answers a file. */
export function callForFile<O extends Operation>(api: Api, operation: O, ...[sent]: SentTo<O>): Promise<Response> {
  return api(requestTo<O>(operation, sent));
}

/** Calls an operation for cleaning up, even while the command is being interrupted. Undefined on failure. */
export async function callWhileEnding<O extends Operation>(
  api: Api,
  operation: O,
  ...[sent]: SentTo<O>
): Promise<Response | undefined> {
  return api({ ...requestTo<O>(operation, sent), evenIfEnding: true }).catch(() => undefined);
}

/**
 * Calls an operation and reads its event stream until `onEvent` returns a result. AppError with the agent's code and
 * message when the work fails, unavailable when the connection breaks, internal with `noResult` when the stream ends
 * without a result.
 */
export async function callForEvents<O extends Operation, Result>(
  api: Api,
  operation: O,
  sent: Sent<O>,
  noResult: string,
  onEvent: (event: EventOf<O>) => Result | undefined,
): Promise<Result> {
  const response = await api({ ...requestTo(operation, sent), accept: 'text/event-stream' });
  for await (const { event, value } of readEvents(response, noResult)) {
    const schema = operation.events?.[event];
    const result = schema && onEvent({ event, value: schema.parse(value) } as EventOf<O>);
    if (result !== undefined) return result;
  }
  throw new AppError('internal', noResult);
}

/** Parses a response's JSON body with its schema. AppError unavailable when the connection breaks. */
export async function readJson<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await response.json().catch(connectionLost));
}

/** The final event of a stream whose work failed, in all streams of the agent API. */
const ERROR_EVENT = 'error';

/**
 * Yields the events of a stream with their parsed JSON. AppError with the agent's code and message when the work fails,
 * unavailable when the connection breaks, internal with `noResult` when there is no stream.
 */
export async function* readEvents(
  response: Response,
  noResult: string,
): AsyncGenerator<{ event: string; value: unknown }> {
  if (!response.body) throw new AppError('internal', noResult);
  const events = readEventStream(response.body);
  try {
    for (;;) {
      const { done, value: next } = await events.next().catch(connectionLost);
      if (done) return;
      const value: unknown = JSON.parse(next.data);
      yield { event: next.event, value };
      if (next.event === ERROR_EVENT) throw refusal(value, noResult);
    }
  } finally {
    await events.return(undefined);
  }
}

/**
 * fetch reports a connection that breaks during the response as a TypeError with a cause. Other errors are rethrown.
 */
function connectionLost(error: unknown): never {
  if (!(error instanceof TypeError) || error.cause === undefined) throw error;
  throw new AppError('unavailable', CONNECTION_LOST, { cause: error });
}

function headersOf(
  agentToken: string,
  { body, bytes }: Pick<ApiRequest, 'body' | 'bytes'>,
  accept = 'application/json',
): Record<string, string> {
  return {
    accept,
    authorization: `Bearer ${agentToken}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(bytes && { 'content-type': 'application/octet-stream' }),
  };
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw refusal(answer, `The agent answered with status ${response.status}.`, seconds);
}

/** Converts the agent's error answer back to an AppError. */
function refusal(answer: unknown, otherwise: string, retryAfterSeconds = Number.NaN): AppError {
  const { data } = agentErrorSchema.loose().safeParse(answer);
  const code = data && isErrorCode(data.code) ? data.code : 'unavailable';
  const { error: _error, code: _code, ...details } = data ?? {};
  return new AppError(code, data?.error ?? otherwise, {
    details,
    ...(!Number.isNaN(retryAfterSeconds) && { retryAfterSeconds }),
  });
}
