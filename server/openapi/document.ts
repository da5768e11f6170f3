import type { z } from 'zod';
import { type Operation, routeOf } from '../../shared/api/operation.ts';
import { codesOf } from '../errors.ts';
import { OPERATION_GROUPS } from './groups.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';
import { type ConvertedSchemas, convertSchemas, type JsonSchema } from './schemas.ts';
import { ABOUT, ACCESS_ABOUT, ERROR_ANSWERS, type ErrorStatus, SECURITY_ABOUT, SUCCESS } from './words.ts';

/** Builds an OpenAPI 3.1 document of the agent API from the operations' contracts, without servers. */
export function buildDocument(version: string): object {
  const all = OPERATION_GROUPS.flatMap(({ tag, operations }) =>
    Object.entries<Operation>(operations).map(([id, operation]) => ({ id, tag, operation })),
  );
  const schemas = convertSchemas(
    NAMED_SCHEMAS,
    all.flatMap(({ operation }) => schemasOf(operation)),
  );
  const error = schemas.of(NAMED_SCHEMAS.output.AgentError, 'output');
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const { id, tag, operation } of all) {
    const { method, path: route } = routeOf(operation);
    const path = route.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    const described = { operationId: id, tags: [tag], ...operationObject(operation, schemas) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
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

function schemasOf({ body, params, query, answer, failures = {}, events = {} }: Operation): z.ZodType[] {
  return [body, params, query, answer, ...Object.values(failures), ...Object.values(events)].filter(
    (schema) => schema !== undefined,
  );
}

function operationObject(operation: Operation, schemas: ConvertedSchemas): object {
  const { summary, access, params, query, body, upload, failures = {} } = operation;
  const about = access === 'owner' || access === 'code' ? ACCESS_ABOUT[access] : undefined;
  const description = [operation.description, about].filter(Boolean).join(' ');
  const parameters = [...parametersOf('path', params, schemas), ...parametersOf('query', query, schemas)];
  const isOpen = access === 'open';
  const hasBody = body !== undefined || upload !== undefined;
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
    summary,
    ...(description && { description }),
    security: isOpen ? [] : [{ agentToken: [] }, ...(access === 'agent' ? [] : [{ memberToken: [] }])],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: bodyOf(body, upload, schemas) }),
    responses: {
      ...outcomesOf(operation, schemas),
      ...Object.fromEntries(
        errors
          .filter((status) => !Object.hasOwn(failures, status))
          .map((status) => [status, { $ref: `#/components/responses/${ERROR_ANSWERS[status].name}` }]),
      ),
    },
  };
}

/** Converts the fields of an object schema to path or query parameters. */
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
    // A missing body counts as {}.
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema: schemas.of(body, 'input') } },
  };
}

/** An operation's answers: success, and failures of accepted work. */
function outcomesOf(
  { answer, status = 200, failures = {}, events, onlyEvents, file }: Operation,
  schemas: ConvertedSchemas,
): object {
  const json = (schema: z.ZodType) => ({ 'application/json': { schema: schemas.of(schema, 'output') } });
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
  if (!answer) return { 204: { description: SUCCESS[204] } };
  // Streams always answer 200.
  const ok = { ...(status === 200 && json(answer)), ...stream };
  return {
    ...(Object.keys(ok).length > 0 && {
      200: { description: status === 200 ? SUCCESS[200] : SUCCESS.stream, content: ok },
    }),
    ...(status !== 200 && { [status]: { description: SUCCESS[status], content: json(answer) } }),
    ...Object.fromEntries(
      Object.entries(failures).map(([failed, schema]) => [
        failed,
        { description: SUCCESS[Number(failed) as 422 | 503], content: json(schema) },
      ]),
    ),
  };
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
