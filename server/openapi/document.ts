import type { z } from 'zod';
import { codesOf } from '../errors.ts';
import { OPERATION_GROUPS } from './groups.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';
import type { Operation } from './operation.ts';
import type { SeenRoute } from './route.ts';
import { type ConvertedSchemas, convertSchemas, type JsonSchema } from './schemas.ts';
import { ABOUT, ACCESS_ABOUT, ERROR_ANSWERS, type ErrorStatus, SECURITY_ABOUT, SUCCESS } from './words.ts';

type Described = { route: SeenRoute; operation: Operation; tag: string };

/**
 * The agent API as an OpenAPI 3.1 document without its servers: every route with its words (operations.ts beside it),
 * its schemas, who may call it, and the errors of its kind. A route without words is left out, which a test finds.
 */
export function buildDocument(routes: readonly SeenRoute[], version: string): object {
  const described = describe(routes);
  const schemas = convertSchemas(NAMED_SCHEMAS, described.flatMap(schemasOf));
  const error = schemas.of(NAMED_SCHEMAS.output.AgentError, 'output');
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const { route, operation, tag } of described) {
    const path = route.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route, operation, tag, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'local-agent',
      version,
      summary: 'Make, schedule and publish social media posts from your own machine.',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: OPERATION_GROUPS.map(({ tag, about }) => ({ name: tag, description: about })),
    paths,
    components: {
      securitySchemes: {
        agentToken: { type: 'http', scheme: 'bearer', description: SECURITY_ABOUT.agentToken },
        memberToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: SECURITY_ABOUT.memberToken },
      },
      responses: errorResponses(error),
      schemas: schemas.components(),
    },
  };
}

function describe(routes: readonly SeenRoute[]): Described[] {
  const words = new Map<string, Omit<Described, 'route'>>();
  for (const { tag, operations } of OPERATION_GROUPS)
    for (const [name, operation] of Object.entries(operations)) if (operation) words.set(name, { operation, tag });
  return routes.flatMap((route) => {
    const found = words.get(nameOf(route));
    return found ? [{ ...found, route }] : [];
  });
}

function nameOf({ method, path }: SeenRoute): string {
  return `${method} ${path}`;
}

function schemasOf({ route, operation }: Described): z.ZodType[] {
  const { body, params, querystring, response = {} } = route.schema;
  return [body, params, querystring, ...Object.values(response), ...Object.values(operation.events ?? {})].filter(
    (schema) => schema !== undefined,
  );
}

function operationObject(
  { access, schema, path }: SeenRoute,
  operation: Operation,
  tag: string,
  schemas: ConvertedSchemas,
): object {
  const { id, summary, upload } = operation;
  const about = access === 'owner' || access === 'code' ? ACCESS_ABOUT[access] : undefined;
  const description = [operation.description, about].filter(Boolean).join(' ');
  const parameters = [
    ...parametersOf('path', schema.params, schemas),
    ...parametersOf('query', schema.querystring, schemas),
  ];
  const isOpen = access === 'open';
  const hasBody = schema.body !== undefined || upload !== undefined;
  const errors: ErrorStatus[] = [
    ...(hasBody || parameters.length > 0 ? ([400] as const) : []),
    ...(isOpen ? [] : ([401] as const)),
    403,
    ...(hasBody ? ([413, 415] as const) : []),
    ...(operation.errors ?? []),
    500,
    503,
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: isOpen ? [] : [{ agentToken: [] }, ...(access === 'agent' ? [] : [{ memberToken: [] }])],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: bodyOf(schema.body, upload, schemas) }),
    responses: {
      ...successesOf(path, schema.response ?? {}, operation, schemas),
      ...Object.fromEntries(
        errors
          .filter((status) => !Object.hasOwn(schema.response ?? {}, status))
          .map((status) => [status, { $ref: `#/components/responses/${ERROR_ANSWERS[status].name}` }]),
      ),
    },
  };
}

/** The fields of an object schema, as parameters of an address. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: ConvertedSchemas): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as {
    properties?: { [name: string]: JsonSchema };
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}

function bodyOf(body: z.ZodType | undefined, upload: string | undefined, schemas: ConvertedSchemas): object {
  if (upload || !body) return { required: true, content: { [upload ?? '*/*']: {} } };
  return {
    // A request without a body is one with an empty object.
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema: schemas.of(body, 'input') } },
  };
}

function successesOf(
  path: string,
  response: NonNullable<SeenRoute['schema']['response']>,
  { events, onlyEvents, file }: Operation,
  schemas: ConvertedSchemas,
): object {
  const stream = events && {
    'text/event-stream': {
      schema: { type: 'string' },
      'x-events': Object.fromEntries(
        Object.entries(events).map(([event, data]) => [event, schemas.of(data, 'output')]),
      ),
    },
  };
  if (file) return { 200: { description: SUCCESS[200], content: { [file]: {} } } };
  if (onlyEvents) return { 200: { description: SUCCESS.stream, content: stream } };
  const statuses = Object.entries(response);
  if (statuses.length === 0) return { 204: { description: SUCCESS[204] } };
  const answers = statuses.map(([status, schema]) => {
    const description = SUCCESS[Number(status) as keyof typeof SUCCESS] ?? `Unknown status of ${path}`;
    return [
      status,
      { description, content: { 'application/json': { schema: schemas.of(schema, 'output') } } },
    ] as const;
  });
  const all: { [status: string]: { description: string; content: object } } = Object.fromEntries(answers);
  // A stream's status is 200, whatever the answer without one would have.
  if (stream)
    all[200] = { description: all[200]?.description ?? SUCCESS.stream, content: { ...all[200]?.content, ...stream } };
  return all;
}

function errorResponses(error: JsonSchema): object {
  return Object.fromEntries(
    Object.entries(ERROR_ANSWERS).map(([status, { name, about }]) => {
      const codes = codesOf(Number(status)).map((code) => `\`${code}\``);
      const headers = {
        'Retry-After': { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
      };
      return [
        name,
        {
          description: `${about} Code ${codes.join(' or ')}.`,
          ...(status === '429' && { headers }),
          content: { 'application/json': { schema: error } },
        },
      ];
    }),
  );
}
