import {
  type Column,
  type ForeignKey,
  type Parameter,
  type Relationship,
  type RestFunction,
  relationshipsOf,
  type Schema,
  type Table,
} from './schema.ts';

/** Runs a statement as the backend and returns its single value, JSON text. */
export type ReadJson = (sql: string) => Promise<string>;

/** The only exposed schema. */
export const EXPOSED_SCHEMA = 'public';

type TableRow = { name: string; columns: Column[] | null; primaryKey: string[] | null };

const TABLES_SQL = `
select c.relname as name,
  (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'default',
      case when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select json_agg(a.attname order by k.at) from pg_constraint p
    cross join unnest(p.conkey) with ordinality as k (attnum, at)
    join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p') as "primaryKey"
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = '${EXPOSED_SCHEMA}' and c.relkind in ('r', 'v', 'm', 'f', 'p')
order by c.relname`;

const KEYS_SQL = `
select k.conname as constraint, t.relname as table, f.relname as foreign,
  (select json_agg(a.attname order by u.at) from unnest(k.conkey) with ordinality as u (attnum, at)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum) as columns,
  (select json_agg(a.attname order by u.at) from unnest(k.confkey) with ordinality as u (attnum, at)
    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum) as "foreignColumns",
  exists (select from pg_constraint o where o.conrelid = k.conrelid and o.contype in ('p', 'u')
    and o.conkey <@ k.conkey and o.conkey @> k.conkey) as "isUnique",
  exists (select from pg_constraint o where o.conrelid = k.conrelid and o.contype = 'p' and o.conkey @> k.conkey) as "isInPrimaryKey"
from pg_constraint k
join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = '${EXPOSED_SCHEMA}'::regnamespace
  and f.relnamespace = '${EXPOSED_SCHEMA}'::regnamespace
order by k.conname`;

type FunctionRow = {
  name: string;
  names: string[] | null;
  modes: string[] | null;
  types: string[] | null;
  defaults: number;
  isVariadic: boolean;
  volatility: string;
  returnsSet: boolean;
  rows: number;
  returnType: string;
  /** pg_type's typtype: 'c' for rows, 'p' for void, record and triggers. */
  returnKind: string;
  /** The exposed table whose rows it returns. */
  returnTable: string | null;
  /** The exposed table whose row type is its only parameter. */
  argumentTable: string | null;
};

const FUNCTIONS_SQL = `
select p.proname as name, p.proargnames as names, p.proargmodes as modes,
  (select json_agg(format_type(a.type, null) order by a.at) from unnest(p.proargtypes::oid[]) with ordinality as a (type, at)) as types,
  p.pronargdefaults as defaults, p.provariadic <> 0 as "isVariadic", p.provolatile as volatility, p.proretset as "returnsSet",
  p.prorows as rows, format_type(p.prorettype, null) as "returnType", r.typtype as "returnKind",
  (select c.relname from pg_class c where c.oid = r.typrelid and c.relkind <> 'c' and c.relnamespace = p.pronamespace) as "returnTable",
  (select c.relname from pg_type t join pg_class c on c.oid = t.typrelid
    where t.oid = p.proargtypes[0] and p.pronargs = 1 and c.relkind <> 'c' and c.relnamespace = p.pronamespace) as "argumentTable"
from pg_proc p join pg_type r on r.oid = p.prorettype
where p.pronamespace = '${EXPOSED_SCHEMA}'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
order by p.proname, p.oid`;

/** Reads the schema from Postgres's catalog. */
export async function loadSchema(readJson: ReadJson): Promise<Schema> {
  const text = await readJson(`select json_build_object(
    'tables', (select coalesce(json_agg(x), '[]') from (${TABLES_SQL}) x),
    'keys', (select coalesce(json_agg(x), '[]') from (${KEYS_SQL}) x),
    'functions', (select coalesce(json_agg(x), '[]') from (${FUNCTIONS_SQL}) x))::text`);
  const read: { tables: TableRow[]; keys: ForeignKey[]; functions: FunctionRow[] } = JSON.parse(text);
  const functions = new Map<string, RestFunction[]>();
  for (const row of read.functions.filter(isCallable))
    functions.set(row.name, [...(functions.get(row.name) ?? []), functionOf(row)]);
  return {
    tables: new Map(read.tables.map((row) => [row.name, tableOf(row)])),
    relationships: relationshipsOf(read.keys, read.functions.flatMap(computedRelationship)),
    functions,
  };
}

function tableOf({ name, columns, primaryKey }: TableRow): Table {
  return {
    name,
    columns: new Map((columns ?? []).map((column) => [column.name, column])),
    primaryKey: primaryKey ?? [],
  };
}

/**
 * Whether a function can be called. Without parameter names, it can take only the whole body as a single argument.
 * Other functions can still be computed columns or relationships.
 */
function isCallable({ names, types }: FunctionRow): boolean {
  const parameters = types ?? [];
  if (parameters.every((_type, at) => names?.[at])) return true;
  return parameters.length === 1 && /^(jsonb?|text)$/.test(parameters[0] ?? '');
}

function functionOf(row: FunctionRow): RestFunction {
  const types = row.types ?? [];
  // The names include output parameters, which the modes identify.
  const names = (row.names ?? []).filter((_name, at) => !row.modes || 'ibv'.includes(row.modes[at] ?? ''));
  const firstOptional = types.length - row.defaults;
  const parameters = types.map(
    (type, at): Parameter => ({
      name: names[at] ?? '',
      type,
      isRequired: at < firstOptional,
      isVariadic: row.isVariadic && at === types.length - 1,
    }),
  );
  const { name, returnsSet, volatility } = row;
  return { name, parameters, isReadOnly: volatility !== 'v', returnsSet, returns: returnsOf(row) };
}

function returnsOf({ returnTable, returnKind, returnType, modes }: FunctionRow): RestFunction['returns'] {
  if (returnTable !== null) return { kind: 'table', table: returnTable };
  if (returnType === 'void') return { kind: 'void' };
  const outgoing = (modes ?? []).filter((mode) => 'obt'.includes(mode));
  const isRows = returnKind === 'c' || (returnType === 'record' && outgoing.length !== 1) || modes?.includes('t');
  return { kind: isRows ? 'rows' : 'scalar' };
}

/** A function from a table's row to rows of a table is a computed relationship between the two tables. */
function computedRelationship({ name, argumentTable, returnTable, returnsSet, rows }: FunctionRow): Relationship[] {
  if (argumentTable === null || returnTable === null) return [];
  const isToOne = !returnsSet || rows === 1;
  return [{ from: argumentTable, to: returnTable, kind: 'computed', function: name, isToOne }];
}
