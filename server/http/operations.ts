import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Operation, type Operations, routeOf } from '../../shared/api/operation.ts';
import type { Routes } from './zod-compiler.ts';

type Read<O, P extends keyof Operation> = O extends { [part in P]: infer S extends z.ZodType } ? z.output<S> : unknown;

/** A request of an operation, with its parsed input. */
type RequestOf<O> = FastifyRequest & {
  params: Read<O, 'params'>;
  query: Read<O, 'query'>;
  body: Read<O, 'body'>;
};

/** A handler's return value: the answer, the reply if it is sent already, or nothing for a 204. */
type Returned<O> = O extends { answer: infer S extends z.ZodType }
  ? z.input<S> | FastifyReply | Promise<z.input<S> | FastifyReply>
  : FastifyReply | Promise<FastifyReply> | Promise<void>;

type Handler<O> = (request: RequestOf<O>, reply: FastifyReply) => Returned<O>;

/** Makes routes from operations and their handlers. Callers, inputs and answers are checked against the operation. */
export function routesOf<O extends Operations>(
  operations: O,
  handlers: { readonly [id in keyof O]: Handler<O[id]> },
): Routes {
  return (api) => {
    for (const [id, operation] of Object.entries<Operation>(operations)) {
      const { access, bodyLimit, params, query, body, answer, failures, file, onlyEvents } = operation;
      const { method, path: url } = routeOf(operation);
      const { status = answer ? 200 : 204 } = operation;
      const handle = handlers[id] as Handler<Operation>;
      const sendsOther = answer !== undefined || file !== undefined || onlyEvents !== undefined;
      const received = { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) };
      api.route({
        method,
        url,
        ...(bodyLimit !== undefined && { bodyLimit }),
        config: access ? { access } : {},
        schema: { ...received, response: { ...(answer && { [status]: answer }), ...failures } },
        handler: async (request, reply) => {
          const answered = await handle(request as RequestOf<Operation>, reply);
          // A sent reply, when awaited, resolves to undefined.
          if (answered === undefined && sendsOther) return reply;
          return reply.code(status).send(answered);
        },
      });
    }
  };
}
