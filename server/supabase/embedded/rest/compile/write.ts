import { RestRefusal } from '../error.ts';
import type { Body } from '../request/body.ts';
import type { Condition } from '../request/query.ts';
import { EXPOSED_SCHEMA } from '../schema/load-schema.ts';
import type { Column, Table } from '../schema/schema.ts';
import { conditionSql } from './conditions.ts';
import { type Compilation, Relation } from './relation.ts';
import { BODY_SLOT, identifier } from './statement.ts';

/** A write. `conflict.columns` decide whether a row of an upsert exists; `conflict` is null for a plain insert. */
export type Change =
  | {
      kind: 'insert';
      body: Body;
      usesDefaults: boolean;
      conflict: { columns: string[]; resolution: 'merge' | 'ignore' } | null;
    }
  | { kind: 'update'; body: Body }
  | { kind: 'delete' };

const BODY = '"_rest_body"';

/**
 * Compiles an insert, update or delete up to its `returning`.
 * https://docs.postgrest.org/en/v12/references/api/tables_views.html#insert
 */
export function changeSql(compilation: Compilation, table: Table, change: Change): string {
  const target = `${identifier(EXPOSED_SCHEMA)}.${identifier(table.name)}`;
  if (change.kind === 'insert') return insertSql(compilation, table, target, change);
  const where = whereSql(compilation, table);
  if (change.kind === 'delete') return `delete from ${target}${where}`;
  const columns = columnsOf(table, change.body.keys);
  const body = `${compilation.statement.value(change.body.text, BODY_SLOT)}::json${change.body.isArray ? ' -> 0' : ''}`;
  const list = columns.map(({ name }) => `${identifier(name)} = ${BODY}.${identifier(name)}`).join(', ');
  return `update ${target} set ${list} from json_to_record(${body}) as ${BODY}(${definitions(columns)})${where}`;
}

function whereSql({ query, statement, usedScopes }: Compilation, table: Table): string {
  const relation = new Relation(table.name, table);
  usedScopes.add('');
  const conditions: Condition[] = query.scopes.get('')?.where ?? [];
  if (conditions.length === 0) return '';
  return ` where ${conditions.map((condition) => conditionSql(statement, relation, condition)).join(' and ')}`;
}

function insertSql(
  { statement }: Compilation,
  table: Table,
  target: string,
  { body, usesDefaults, conflict }: Extract<Change, { kind: 'insert' }>,
): string {
  const columns = columnsOf(table, body.keys);
  const end = conflict ? conflictSql(columns, conflict) : '';
  const payload = statement.value(body.text, BODY_SLOT);
  if (columns.length === 0) {
    const rows = body.isArray ? `json_array_elements(${payload}::json)` : `(select ${payload}::json) as ${BODY}`;
    return `insert into ${target} select from ${rows}${end}`;
  }
  const names = columns.map(({ name }) => identifier(name)).join(', ');
  const from = usesDefaults
    ? `jsonb_array_elements(${body.isArray ? `${payload}::jsonb` : `jsonb_build_array(${payload}::jsonb)`}) as "_rest_row",
        lateral jsonb_to_record("_rest_row".value) as ${BODY}(${definitions(columns)})`
    : `json_to_record${body.isArray ? 'set' : ''}(${payload}::json) as ${BODY}(${definitions(columns)})`;
  const values = columns.map((column) => valueSql(column, usesDefaults)).join(', ');
  return `insert into ${target} (${names}) select ${values} from ${from}${end}`;
}

/** A column's value from the body. With `usesDefaults`, rows that leave it out get its default. */
function valueSql(column: Column, usesDefaults: boolean): string {
  const value = `${BODY}.${identifier(column.name)}`;
  if (!usesDefaults || column.default === null) return value;
  const key = `'${column.name.replaceAll("'", "''")}'`;
  return `case when "_rest_row".value ? ${key} then ${value} else ${column.default} end`;
}

function conflictSql(columns: Column[], conflict: { columns: string[]; resolution: 'merge' | 'ignore' }): string {
  const target = ` on conflict (${conflict.columns.map(identifier).join(', ')}) do `;
  if (conflict.resolution === 'ignore' || columns.length === 0) return `${target}nothing`;
  const list = columns.map(({ name }) => `${identifier(name)} = excluded.${identifier(name)}`).join(', ');
  return `${target}update set ${list}`;
}

function definitions(columns: Column[]): string {
  return columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
}

/** Looks up the table's columns by name. RestRefusal PGRST204 for an unknown column. */
function columnsOf(table: Table, names: string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = table.columns.get(name);
    if (column) return column;
    const message = `Could not find the '${name}' column of '${table.name}' in the schema cache`;
    throw new RestRefusal(400, 'PGRST204', message);
  });
}
