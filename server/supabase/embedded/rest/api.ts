import type { Logger } from 'pino';
import type { Keys } from '../keys.ts';
import type { Rows } from '../sql/pipeline.ts';
import { isDatabaseError } from '../sql/pool.ts';
import type { tokenVerifier } from '../verify.ts';
import { answer, onlyElement, type Result, rangeOf, requireAtMost, requireOne, resultOf } from './answer.ts';
import { parseBody } from './body.ts';
import { type Arguments, chooseFunction } from './call.ts';
import { identify, type RestCaller } from './caller.ts';
import { type Compiled, compileCall, compileChange, compileRead, type Form } from './compile.ts';
import type { Context, RestDatabase } from './database.ts';
import { RestRefusal, refusalOf } from './error.ts';
import { EXPOSED_SCHEMA } from './load-schema.ts';
import { nearest } from './nearest.ts';
import { parseQuery, scopeOf } from './parse-query.ts';
import { type Accepted, type Preferences, parseAccept, parsePreferences, parseRange } from './preferences.ts';
import type { Query } from './query.ts';
import { raisedAnswer } from './raised.ts';
import type { Schema, Table } from './schema.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { Change } from './write.ts';

export type RestApi = (request: Request, url: URL) => Promise<Response>;

export type RestParts = {
  database: RestDatabase;
  schemas: SchemaCache;
  keys: Keys;
  tokens: ReturnType<typeof tokenVerifier>;
  log: Logger;
};

const ROOT = '/rest/v1/';
const WRITES: Record<string, Change['kind']> = { POST: 'insert', PATCH: 'update', DELETE: 'delete' };

/** One request, read but not compiled yet. */
type Asked = {
  request: Request;
  url: URL;
  caller: RestCaller;
  accepted: Accepted;
  preferences: Preferences;
};

/**
 * /rest/v1 as supabase-js knows it from a hosted project: the part of PostgREST's interface that it uses, on the schema public. Each request is one
 * statement, which Postgres answers with the JSON itself. https://docs.postgrest.org/en/v12/
 */
export function restApi(parts: RestParts): RestApi {
  return async (request, url) => {
    let caller: RestCaller | null = null;
    try {
      caller = await identify(request.headers, parts.keys, parts.tokens);
      return await respond(parts, request, url, caller);
    } catch (error) {
      return refused(parts.log, request, error, caller?.role === 'anon');
    }
  };
}

function refused(log: Logger, { method }: Request, error: unknown, isAnonymous: boolean): Response {
  const raised = raisedAnswer(error);
  if (raised) return raised;
  const refusal = error instanceof RestRefusal ? error : isDatabaseError(error) ? refusalOf(error, isAnonymous) : null;
  if (!refusal) {
    log.error({ err: error }, 'A request to /rest/v1 failed.');
    const body = { code: 'XX000', message: 'Internal server error', details: null, hint: null };
    return Response.json(body, { status: 500 });
  }
  log.debug({ err: refusal.cause, status: refusal.status, answer: refusal.body }, 'REST request refused');
  const headers = { 'content-type': 'application/json; charset=utf-8', ...refusal.headers };
  return new Response(method === 'HEAD' ? null : JSON.stringify(refusal.body), { status: refusal.status, headers });
}

async function respond(parts: RestParts, request: Request, url: URL, caller: RestCaller): Promise<Response> {
  refuseOtherSchemas(request.headers);
  const segments = url.pathname.slice(ROOT.length).split('/').map(decoded);
  const asked: Asked = {
    request,
    url,
    caller,
    accepted: parseAccept(request.headers.get('accept')),
    preferences: parsePreferences(request.headers.get('prefer')),
  };
  const [first = '', second] = segments;
  if (segments.length === 2 && first === 'rpc' && second) return callFunction(parts, asked, second);
  if (segments.length !== 1 || first === '') {
    throw new RestRefusal(404, 'PGRST125', 'Invalid path specified in request URL');
  }
  const { schema, found: table } = await parts.schemas.find((known) => known.tables.get(first) ?? null);
  if (!table) throw unknownTable(schema, first);
  if (request.method === 'GET' || request.method === 'HEAD') return readTable(parts, asked, schema, table);
  const kind = WRITES[request.method];
  if (!kind) throw new RestRefusal(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`);
  return changeTable(parts, asked, schema, table, kind);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function refuseOtherSchemas(headers: Headers): void {
  for (const name of ['accept-profile', 'content-profile']) {
    const profile = headers.get(name);
    if (profile !== null && profile !== EXPOSED_SCHEMA) {
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

/** Reads the address, with the page that the Range header asks for. */
function queryOf({ request, url }: Asked, isCallByGet: boolean): Query {
  const query = parseQuery(url.searchParams, isCallByGet);
  const range = parseRange(request.headers.get('range'));
  if (range && request.method === 'GET') {
    const scope = scopeOf(query, '');
    scope.offset = Math.max(scope.offset, range.offset);
    if (range.limit !== null) scope.limit = Math.min(scope.limit ?? range.limit, range.limit);
  }
  return query;
}

function formOf({ request, accepted, preferences }: Asked): Form {
  const { count } = preferences;
  return {
    media: request.method === 'HEAD' ? null : accepted.media,
    stripsNulls: accepted.stripsNulls,
    // Without a greatest number of rows an estimate is the count itself.
    count: count === 'estimated' ? 'exact' : count,
  };
}

async function execute(
  { database }: RestParts,
  { request, url, caller, preferences }: Asked,
  { steps }: Compiled,
  options: { isReadOnly: boolean; check: ((result: Result) => void) | null },
): Promise<Result> {
  const { check } = options;
  const context: Context = {
    caller,
    isReadOnly: options.isReadOnly,
    method: request.method,
    path: url.pathname.slice(ROOT.length - 1),
    headers: JSON.stringify(Object.fromEntries(request.headers)),
  };
  const decide = (rows: Rows[]) => {
    check?.(resultOf(rows));
    return !preferences.rollsBack;
  };
  const mustDecide = !options.isReadOnly && (check !== null || preferences.rollsBack);
  return resultOf(await database.run(context, steps, mustDecide ? decide : null));
}

async function readTable(parts: RestParts, asked: Asked, schema: Schema, table: Table): Promise<Response> {
  const query = queryOf(asked, false);
  const { accepted, preferences, request } = asked;
  const result = await execute(parts, asked, compileRead(schema, query, table, formOf(asked)), {
    isReadOnly: true,
    check: null,
  });
  const { status, range } = rangeOf(query.scopes.get('')?.offset ?? 0, result);
  if (accepted.media === 'object' && request.method !== 'HEAD') requireOne(result);
  return answer(result, { status, range, accepted, preferences });
}

async function changeTable(
  parts: RestParts,
  asked: Asked,
  schema: Schema,
  table: Table,
  kind: Change['kind'],
): Promise<Response> {
  const { preferences, accepted } = asked;
  const query = queryOf(asked, false);
  const change = await changeOf(asked, query, table, kind);
  const returnsRows = preferences.return === 'representation';
  const form: Form = { media: returnsRows ? accepted.media : null, stripsNulls: accepted.stripsNulls, count: null };
  const isOne = accepted.media === 'object' && returnsRows;
  const check = (result: Result) => {
    if (kind !== 'insert') requireAtMost(preferences, result.total ?? 0);
    if (isOne) requireOne(result);
  };
  const hasCheck = isOne || (kind !== 'insert' && preferences.maxAffected !== null);
  const result = await execute(parts, asked, compileChange(schema, query, table, change, form), {
    isReadOnly: false,
    check: hasCheck ? check : null,
  });
  const count = preferences.count === null ? '*' : String(result.total);
  const span = kind === 'update' && result.rows > 0 ? `0-${result.rows - 1}` : '*';
  const status = statusOfChange(kind, change, result, returnsRows);
  return answer(result, { status, range: `${span}/${count}`, accepted: returnsRows ? accepted : null, preferences });
}

function statusOfChange(kind: Change['kind'], change: Change, result: Result, returnsRows: boolean): number {
  if (kind !== 'insert') return returnsRows ? 200 : 204;
  const merges = change.kind === 'insert' && change.conflict?.resolution === 'merge';
  return merges && result.inserted === 0 ? 200 : 201;
}

async function changeOf(
  { request, preferences }: Asked,
  query: Query,
  table: Table,
  kind: Change['kind'],
): Promise<Change> {
  if (kind === 'delete') return { kind };
  const body = parseBody(await readJson(request), query.columns);
  if (kind === 'update') return { kind, body };
  const columns = query.onConflict ?? table.primaryKey;
  const { resolution, usesDefaults } = preferences;
  const conflict = resolution && columns.length > 0 ? { columns, resolution } : null;
  return { kind, body, usesDefaults, conflict };
}

async function readJson(request: Request): Promise<string> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  if (type === 'application/json' || type.startsWith('text/plain')) return request.text();
  throw new RestRefusal(415, 'PGRST102', `Content-Type not acceptable: ${type}`);
}

async function callFunction(parts: RestParts, asked: Asked, name: string): Promise<Response> {
  const { request, accepted, preferences } = asked;
  const isByAddress = request.method === 'GET' || request.method === 'HEAD';
  if (!isByAddress && request.method !== 'POST') {
    throw new RestRefusal(405, 'PGRST101', 'Only GET, HEAD, and POST verbs are allowed on functions');
  }
  const query = queryOf(asked, isByAddress);
  const args = isByAddress ? ({ kind: 'address', pairs: query.args } as const) : await bodyArguments(request, query);
  const { schema } = await parts.schemas.find((known) => known.functions.get(name) ?? null);
  const called = chooseFunction(schema, name, args);
  const isSingle = !called.returnsSet;
  const form = formOf(asked);
  if (called.returns.kind === 'void') form.media = null;
  const isOne = accepted.media === 'object' && !isSingle;
  const check = (result: Result) => {
    requireAtMost(preferences, result.rows);
    if (isOne && request.method !== 'HEAD') requireOne(result);
  };
  const hasCheck = isOne || preferences.maxAffected !== null;
  const result = await execute(parts, asked, compileCall(schema, query, called, args, form), {
    isReadOnly: isByAddress || called.isReadOnly,
    check: hasCheck ? check : null,
  });
  if (hasCheck) check(result);
  const { status, range } = rangeOf(query.scopes.get('')?.offset ?? 0, result);
  if (called.returns.kind === 'void') return answer(result, { status: 204, range, accepted: null, preferences });
  if (isSingle && result.body !== null && accepted.media !== 'csv') {
    return answer(
      { ...result, body: onlyElement(result.body) },
      { status, range, accepted: { ...accepted, media: 'json' }, preferences },
    );
  }
  return answer(result, { status, range, accepted, preferences });
}

/** What a function is called with; an empty body is no arguments. */
async function bodyArguments(request: Request, query: Query): Promise<Arguments> {
  const text = (await readJson(request)) || '{}';
  return { kind: 'body', text, keys: parseBody(text, query.columns).keys };
}
