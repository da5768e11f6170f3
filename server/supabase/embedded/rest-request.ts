import type { AnyAST, IntrospectResult, Where } from '@supabase/lite';

type Row = Record<string, unknown>;
type Column = IntrospectResult['columns'][number];

/** Kysely writes whatever has these two as SQL of its own. */
const DEFAULT_VALUE = {
  expressionType: undefined,
  toOperationNode: () => ({ kind: 'DefaultInsertValueNode' }),
};

const LIKE_LISTS = ['$likeAny', '$likeAll', '$ilikeAny', '$ilikeAll'];

/** Makes @supabase/lite's reading of a REST request say what PostgREST would understand. Changes `ast` in place. */
export function correctRequest(ast: AnyAST, introspection: IntrospectResult): void {
  const columns = new Map(
    introspection.columns
      .filter((column) => column.table === ast.from && (column.schema || 'public') === (ast.schema ?? 'public'))
      .map((column) => [column.name, column]),
  );
  if (ast.values) ast.values = correctValues(ast, columns);
  if (ast.where) correctFilter(ast.where, columns);
  if (ast.function && ast.args && !Array.isArray(ast.args)) jsonArguments(ast, introspection);
}

/** One row or several: every row names the same columns (§ bulk inserts of PostgREST), and JSON columns hold JSON text. */
function correctValues(ast: AnyAST, columns: Map<string, Column>): object | object[] {
  const rows = [ast.values].flat() as unknown[];
  if (!rows.every(isPlainObject)) return ast.values as object;
  const corrected = rows.map((row) => withJsonText(completeRow(row, ast, columns), columns));
  return Array.isArray(ast.values) ? corrected : (corrected[0] as object);
}

/** A column that the row leaves out gets null or its default, as `Prefer: missing=` says; a row of nothing is all defaults. */
function completeRow(row: Row, ast: AnyAST, columns: Map<string, Column>): Row {
  if (ast.type !== 'insert' && ast.type !== 'upsert') return row;
  const names = ast.$meta?.columns;
  if (names) {
    const missing = ast.$meta?.missing === 'default' ? DEFAULT_VALUE : null;
    return Object.fromEntries(names.map((name) => [name, name in row ? row[name] : missing]));
  }
  const [anyColumn] = columns.keys();
  return Object.keys(row).length === 0 && anyColumn ? { [anyColumn]: DEFAULT_VALUE } : row;
}

function withJsonText(row: Row, columns: Map<string, Column>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isJson = /^jsonb?$/.test(columns.get(name)?.pg_type ?? '');
      return [name, isJson && value !== null && value !== DEFAULT_VALUE ? JSON.stringify(value) : value];
    }),
  );
}

/** Lite reads `{}` as an object, where an array column means the empty array, and leaves the `*` of pattern lists. */
function correctFilter(where: Where, columns: Map<string, Column>, column?: Column): void {
  for (const [key, value] of Object.entries(where)) {
    const here = columns.get(key) ?? column;
    if (LIKE_LISTS.includes(key) && Array.isArray(value)) {
      where[key] = value.map((pattern) => (typeof pattern === 'string' ? pattern.replaceAll('*', '%') : pattern));
    } else if (Array.isArray(value)) {
      for (const entry of value) if (isPlainObject(entry)) correctFilter(entry, columns);
    } else if (isPlainObject(value)) {
      const isEmptyArray = here?.pg_type?.startsWith('_') && key.startsWith('$') && Object.keys(value).length === 0;
      if (isEmptyArray) where[key] = [];
      else correctFilter(value, columns, here);
    }
  }
}

/** Arguments of type json or jsonb become JSON text, whatever they hold; by itself lite takes a string for such text. */
function jsonArguments(ast: AnyAST, introspection: IntrospectResult): void {
  if (ast.httpMethod !== 'POST') return;
  const args = ast.args as Row;
  const functions = introspection.functions?.filter(
    ({ name, schema }) => name === ast.function && schema === (ast.schema ?? 'public'),
  );
  // An overloaded function is lite's to choose.
  if (functions?.length !== 1) return;
  functions[0]?.arg_names.forEach((name, at) => {
    const isJson = /^jsonb?$/.test(functions[0]?.arg_types[at] ?? '');
    if (isJson && name in args && args[name] !== null) args[name] = JSON.stringify(args[name]);
  });
}

function isPlainObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
