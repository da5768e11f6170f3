import type { Logger } from 'pino';
import type { PlainAnswer, PlainRequest } from '../../connection.ts';
import type { Rows } from '../../sql/pipeline.ts';
import { isDatabaseError } from '../../sql/pool.ts';
import type { tokenVerifier } from '../auth/verify.ts';
import type { Keys } from '../keys.ts';
import { resultOf } from './answer.ts';
import { identify, type RestCaller } from './caller.ts';
import { BODY_SLOT, filled } from './compile/statement.ts';
import type { Change } from './compile/write.ts';
import type { RestDatabase } from './database.ts';
import { answerOf, RestRefusal, raisedAnswer, refusalOf } from './error.ts';
import { nearest } from './nearest.ts';
import { type Plan, planCall, planChange, planOf, planRead } from './plan.ts';
import { type Body, parseBody } from './request/body.ts';
import { parseNames, parseQuery, scopeOf } from './request/parse-query.ts';
import { parseAccept, parsePreferences, parseRange } from './request/preferences.ts';
import type { Query } from './request/query.ts';
import { type Shape, shapeOf } from './request/shape.ts';
import { EXPOSED_SCHEMA } from './schema/load-schema.ts';
import type { Schema, Table } from './schema/schema.ts';
import type { SchemaCache } from './schema/schema-cache.ts';

/** A request whose `text` enforces its own body limit. */
export type RestRequest = Omit<PlainRequest, 'text'> & { text(): Promise<string> };
export type RestApi = (request: RestRequest) => Promise<PlainAnswer>;

export type RestParts = {
  database: RestDatabase;
  schemas: SchemaCache;
  keys: Keys;
  tokens: ReturnType<typeof tokenVerifier>;
  log: Logger;
};

const ROOT = '/rest/v1/';
const WRITES: Record<string, Change['kind']> = { POST: 'insert', PATCH: 'update', DELETE: 'delete' };

/** The resource that a URL addresses. */
type Target = { schema: Schema } & (
  | { kind: 'read'; table: Table }
  | { kind: Change['kind']; table: Table }
  | { kind: 'call'; name: string }
);

/**
 * Serves /rest/v1 as in a hosted project: the part of PostgREST's API that supabase-js uses, for the schema `public`.
 * Each request is one statement, and Postgres produces the JSON.
 * https://docs.postgrest.org/en/v12/
 */
export function restApi(parts: RestParts): RestApi {
  return async (request) => {
    let caller: RestCaller | null = null;
    try {
      caller = await identify(request.headers, parts.keys, parts.tokens);
      return await respond(parts, request, caller);
    } catch (error) {
      const { body, ...refusal } = refused(parts.log, error, caller?.role === 'anon');
      return { ...refusal, body: request.method === 'HEAD' ? null : body };
    }
  };
}

function refused(log: Logger, error: unknown, isAnonymous: boolean): PlainAnswer {
  const raised = raisedAnswer(error);
  if (raised) return raised;
  const refusal = error instanceof RestRefusal ? error : isDatabaseError(error) ? refusalOf(error, isAnonymous) : null;
  if (!refusal) {
    log.error({ err: error }, 'A request to /rest/v1 failed.');
    return answerOf(new RestRefusal(500, 'XX000', 'Internal server error'));
  }
  log.debug({ err: refusal.cause, status: refusal.status, answer: refusal.body }, 'REST request refused');
  return answerOf(refusal);
}

async function respond(parts: RestParts, request: RestRequest, caller: RestCaller): Promise<PlainAnswer> {
  const { method, path, headers } = request;
  refuseOtherSchemas(headers);
  const target = await targetOf(parts.schemas, request);
  // Values get no slots if a Range header is merged with the URL's page, or if the parameters are a call's arguments.
  const isAsItIs = headers.range !== undefined || (target.kind === 'call' && method !== 'POST');
  const shape = shapeOf(request.query, isAsItIs ? null : BODY_SLOT + 1);
  const body = method === 'POST' || method === 'PATCH' ? await readBody(request, shape, target.kind === 'call') : null;
  const written = body && [body.isArray, ...body.keys];
  const key = JSON.stringify([method, path, headers.accept, headers.prefer, headers.range, shape.key, written]);
  const plan = planOf(target.schema, key, () => compile(request, target, shape, body));
  return run(parts, request, caller, plan, [body?.text ?? null, ...shape.values]);
}

async function run(
  { database }: RestParts,
  { method, path, headers }: RestRequest,
  caller: RestCaller,
  plan: Plan,
  values: readonly (string | null)[],
): Promise<PlainAnswer> {
  const { isReadOnly, rollsBack, offset } = plan;
  const decide = (rows: Rows[]) => {
    plan.check?.(resultOf(rows));
    return !rollsBack;
  };
  const rows = await database.run(
    { caller, isReadOnly, method, path: path.slice(ROOT.length - 1), headers: JSON.stringify(headers) },
    plan.steps.map((step) => filled(step, values)),
    !isReadOnly && (plan.check || rollsBack) ? decide : null,
  );
  return plan.answer(resultOf(rows), offset ? Number(offset.slot === null ? offset.number : values[offset.slot]) : 0);
}

async function targetOf(schemas: SchemaCache, { method, path }: RestRequest): Promise<Target> {
  const segments = path.slice(ROOT.length).split('/').map(decoded);
  const [first = '', second] = segments;
  if (segments.length === 2 && first === 'rpc' && second) {
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      throw new RestRefusal(405, 'PGRST101', 'Only GET, HEAD, and POST verbs are allowed on functions');
    }
    const { schema } = await schemas.find((known) => known.functions.get(second) ?? null);
    return { kind: 'call', schema, name: second };
  }
  if (segments.length !== 1 || first === '') {
    throw new RestRefusal(404, 'PGRST125', 'Invalid path specified in request URL');
  }
  const { schema, found: table } = await schemas.find((known) => known.tables.get(first) ?? null);
  if (!table) throw unknownTable(schema, first);
  const kind = method === 'GET' || method === 'HEAD' ? 'read' : WRITES[method];
  if (!kind) throw new RestRefusal(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
  return { kind, schema, table };
}

function compile(request: RestRequest, target: Target, shape: Shape, body: Body | null): Plan {
  const { method, headers } = request;
  const asked = {
    method,
    query: queryOf(request, shape, target.kind === 'call' && method !== 'POST'),
    body,
    accepted: parseAccept(headers.accept ?? null),
    preferences: parsePreferences(headers.prefer ?? null),
  };
  if (target.kind === 'call') return planCall(asked, target.schema, target.name);
  if (target.kind === 'read') return planRead(asked, target.schema, target.table);
  return planChange(asked, target.schema, target.table, target.kind);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function refuseOtherSchemas(headers: RestRequest['headers']): void {
  for (const name of ['accept-profile', 'content-profile']) {
    const profile = headers[name];
    if (profile !== undefined && profile !== EXPOSED_SCHEMA) {
      throw new RestRefusal(406, 'PGRST106', `The schema must be one of the following: ${EXPOSED_SCHEMA}`);
    }
  }
}

function unknownTable({ tables }: Schema, name: string): RestRefusal {
  const near = nearest(name, tables.keys());
  const message = `Could not find the table '${EXPOSED_SCHEMA}.${name}' in the schema cache`;
  const hint = near === null ? null : `Perhaps you meant the table '${EXPOSED_SCHEMA}.${near}'`;
  return new RestRefusal(404, 'PGRST205', message, { hint });
}

/** Parses the query parameters, and merges in the page requested by the Range header. */
function queryOf({ method, headers }: RestRequest, { parameters }: Shape, isCallByGet: boolean): Query {
  const query = parseQuery(parameters, isCallByGet);
  const range = method === 'GET' ? parseRange(headers.range ?? null) : null;
  if (!range) return query;
  const scope = scopeOf(query, '');
  const offset = Math.max(scope.offset?.number ?? 0, range.offset);
  scope.offset = offset > 0 ? { number: offset, slot: null } : null;
  if (range.limit !== null) {
    scope.limit = { number: Math.min(scope.limit?.number ?? range.limit, range.limit), slot: null };
  }
  return query;
}

/** Reads the rows of a write, or the arguments of a function. An empty body means no arguments. */
async function readBody(request: RestRequest, { parameters }: Shape, isCall: boolean): Promise<Body> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  if (type !== 'application/json' && !type.startsWith('text/plain')) {
    throw new RestRefusal(415, 'PGRST102', `Content-Type not acceptable: ${type}`);
  }
  const text = await request.text();
  const columns = parameters.findLast(({ key }) => key === 'columns');
  return parseBody(
    text === '' && isCall ? '{}' : text,
    columns ? parseNames(columns.value, 'columns parameter') : null,
  );
}
