import { BOUNDED_ANSWER } from '../answer-limit.ts';
import type { Media } from '../request/preferences.ts';
import type { Query } from '../request/query.ts';
import { EXPOSED_SCHEMA } from '../schema/load-schema.ts';
import type { RestFunction, Schema, Table } from '../schema/schema.ts';
import { type Arguments, callSql } from './call.ts';
import { notEmbedded, selectSql } from './read.ts';
import { type Compilation, Relation } from './relation.ts';
import { identifier, Statement, type Template } from './statement.ts';
import { type Change, changeSql } from './write.ts';

/** The form of the answer. `media` is null if it has no rows: for HEAD, or a write without `return=representation`. */
export type Form = { media: Media | null; stripsNulls: boolean; count: 'exact' | 'planned' | null };

/**
 * A request as statements. The first returns body, number of rows, total, headers, status and inserted rows; the
 * optional second one returns a planned count.
 */
export type Compiled = { steps: Template[] };

const ROW = '"_rest_row"';
/** The name of the rows returned by a write or a function, from which the outer select reads. */
const SOURCE = '"_rest_source"';
const RESPONSE =
  "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')";

function compilation(schema: Schema, query: Query): Compilation {
  return { schema, query, statement: new Statement(), usedScopes: new Set() };
}

/** Compiles a select from a table. */
export function compileRead(schema: Schema, query: Query, table: Table, form: Form): Compiled {
  const parts = compilation(schema, query);
  const from = `${identifier(EXPOSED_SCHEMA)}.${identifier(table.name)}`;
  const options = { from, items: query.select, path: '' };
  const rows = selectSql(parts, { ...options, relation: new Relation(table.name, table) });
  refuseUnused(parts);
  const counted = (into: Compilation) =>
    selectSql(into, { ...options, relation: new Relation(table.name, table), isCount: true }).sql;
  const total = form.count === 'exact' ? `(select count(*) from (${counted(parts)}) ${ROW})` : 'null';
  const steps = [stepOf(parts, '', rows.sql, form, total)];
  if (form.count === 'planned') {
    const planned = compilation(schema, query);
    steps.push(planned.statement.template(`explain (format json) ${counted(planned)}`));
  }
  return { steps };
}

/** Compiles a write, with a select of the changed rows unless `form.media` is null. */
export function compileChange(schema: Schema, query: Query, table: Table, change: Change, form: Form): Compiled {
  const parts = compilation(schema, query);
  const relation = new Relation(table.name, table);
  const isUpsert = change.kind === 'insert' && change.conflict?.resolution === 'merge';
  if (isUpsert) relation.spellOut();
  // The filters apply to the write, not to the select from its rows.
  const below = { ...parts, query: withoutFilters(query) };
  const rows =
    form.media === null
      ? null
      : selectSql(below, { relation, from: `${SOURCE} ${relation.alias}`, items: query.select, path: '' });
  const inserted = isUpsert ? `${identifier(table.name)}.xmax = 0 as "_rest_inserted"` : '';
  const returning = [...returned(relation, identifier(table.name)), inserted].filter(Boolean).join(', ') || '1';
  const sql = changeKeepsNothing(change)
    ? `select ${returned(relation, identifier(table.name)).join(', ') || '1'} from ${identifier(EXPOSED_SCHEMA)}.${identifier(table.name)} where false`
    : `${changeSql(parts, table, change)} returning ${returning}`;
  refuseUnused(parts);
  const affected = `(select count(*) from ${SOURCE})`;
  const fresh = isUpsert ? `(select count(*) from ${SOURCE} where "_rest_inserted")` : affected;
  return { steps: [stepOf(parts, `with ${SOURCE} as (${sql}) `, rows?.sql ?? null, form, affected, fresh)] };
}

/** Whether the change is an update without columns, which is not valid SQL. */
function changeKeepsNothing(change: Change): boolean {
  return change.kind === 'update' && change.body.keys.length === 0;
}

/** Compiles a function call. */
export function compileCall(schema: Schema, query: Query, called: RestFunction, args: Arguments, form: Form): Compiled {
  const parts = compilation(schema, query);
  const name = identifier(called.name);
  if (called.returns.kind === 'scalar' || called.returns.kind === 'void') {
    const value = 'value';
    const from = callSql(parts.statement, called, args, `${name}(${value})`);
    return { steps: [scalarStep(parts, `select ${name}.${value} from ${from}`, form)] };
  }
  const table = called.returns.kind === 'table' ? (schema.tables.get(called.returns.table) ?? null) : null;
  const relation = new Relation(called.name, table);
  const options = { relation, from: `${SOURCE} ${relation.alias}`, items: query.select, path: '' };
  const rows = selectSql(parts, options);
  refuseUnused(parts);
  const total = form.count
    ? `(select count(*) from (${selectSql(parts, { ...options, isCount: true }).sql}) ${ROW})`
    : 'null';
  const source = `select ${returned(relation, name).join(', ') || '1'} from ${callSql(parts.statement, called, args, name)}`;
  return { steps: [stepOf(parts, `with ${SOURCE} as (${source}) `, rows.sql, form, total)] };
}

/**
 * The columns that the outer select needs from the rows of a write or a function. `*` does not include computed
 * columns, so they are listed by name.
 */
function returned({ table, names, needsAll }: Relation, alias: string): string[] {
  if (!needsAll) return [...names].map((name) => `${alias}.${identifier(name)}`);
  const computed = table ? [...names].filter((name) => !table.columns.has(name)) : [];
  return [`${alias}.*`, ...computed.map((name) => `${alias}.${identifier(name)}`)];
}

function withoutFilters(query: Query): Query {
  const scope = query.scopes.get('');
  if (!scope) return query;
  return { ...query, scopes: new Map([...query.scopes, ['', { ...scope, where: [] }]]) };
}

/** Refuses a query with unapplied filters: ignoring them could let a write change more rows than intended. */
function refuseUnused({ query, usedScopes }: Compilation): void {
  for (const path of query.scopes.keys()) {
    if (!usedScopes.has(path)) throw notEmbedded(path.split('.').at(-1) ?? path);
  }
}

/**
 * The complete statement. Its columns: body, number of rows, total, headers and status set by functions, and the number
 * of rows that an upsert inserted.
 */
function stepOf(
  { statement }: Compilation,
  ctes: string,
  rows: string | null,
  form: Form,
  total: string,
  fresh = 'null',
): Template {
  if (rows === null) {
    return statement.template(`${ctes}select null, ${total}, ${total}, ${RESPONSE}, ${fresh}`);
  }
  if (form.media === 'csv') {
    const named = `${ctes === '' ? 'with ' : `${ctes.trimEnd()}, `}"_rest_rows" as (${rows}) `;
    return statement.template(
      `${named}select ${bounded(CSV)}, count(*), ${total}, ${RESPONSE}, ${fresh} from "_rest_rows" ${ROW}`,
    );
  }
  return statement.template(
    `${ctes}select ${bodySql(form)}, count(*), ${total}, ${RESPONSE}, ${fresh} from (${rows}) ${ROW}`,
  );
}

function bodySql({ media, stripsNulls }: Form): string {
  if (media === null) return 'null';
  const rows = `coalesce(json_agg(${ROW}), '[]')`;
  return bounded(`${stripsNulls ? `json_strip_nulls(${rows})` : rows}::text`);
}

/** Wraps a body so that Postgres raises an error if it is too long. */
function bounded(body: string): string {
  return `${BOUNDED_ANSWER}(${body})`;
}

const CSV = `(select coalesce(string_agg(k, ','), '') from json_object_keys((select row_to_json(h) from "_rest_rows" h limit 1)) k)
  || E'\\n' || coalesce(string_agg(substring(${ROW}::text, 2, length(${ROW}::text) - 2), E'\\n'), '')`;

/** The statement for a function that returns scalar values instead of rows. */
function scalarStep({ statement }: Compilation, sql: string, form: Form): Template {
  const body = form.media === null ? 'null' : bounded(`coalesce(json_agg(${ROW}.value), '[]')::text`);
  const total = form.count ? 'count(*)' : 'null';
  return statement.template(`select ${body}, count(*), ${total}, ${RESPONSE}, null from (${sql}) ${ROW}`);
}
