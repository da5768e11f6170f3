import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** Gives a route's handler the types of the zod schemas that it names for body, params, querystring and response. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

/** The app as the features see it. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>;

/** Registers a feature's routes. */
export type Routes = (api: Api) => void;

/**
 * Checks what comes in by the routes' zod schemas (AppError bad_input, in words) and sends only what the response
 * schema names.
 */
export function withZod(app: FastifyInstance): Api {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data: unknown) => {
    // A request without a body is one without wishes: schemas decide whether that is enough.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data);
    return result.success ? { value: result.data } : { error: unreadable(result.error) };
  });
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data: unknown) =>
        JSON.stringify(schema.parse(data)),
  );
  return app.withTypeProvider<ZodTypes>();
}

function unreadable(error: z.ZodError): AppError {
  const problems = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return new AppError('bad_input', problems.join('; '), { cause: error });
}
