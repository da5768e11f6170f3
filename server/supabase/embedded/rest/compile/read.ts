import { RestRefusal } from '../error.ts';
import {
  type Condition,
  type EmbedItem,
  nameOf,
  type OrderTerm,
  type PageNumber,
  type Scope,
  type SelectItem,
} from '../request/query.ts';
import { conditionSql } from './conditions.ts';
import { type Embedded, embedSql, type Selection, type SelectOptions } from './embed.ts';
import type { Compilation, Relation } from './relation.ts';
import { identifier, type Statement } from './statement.ts';

/** The parts of a select during compilation. */
type Parts = { list: string[]; names: string[]; hasStar: boolean; joins: string[]; groupBy: string[] };

/** Compiles a select and its embedded tables. */
export function selectSql(compilation: Compilation, options: SelectOptions): Selection {
  const { statement } = compilation;
  const { relation, from, path } = options;
  const scope = compilation.query.scopes.get(path);
  compilation.usedScopes.add(path);
  const items = options.isCount ? options.items.filter((item) => counts(item, scope?.where ?? [])) : options.items;
  const embeds = new Map<string, Embedded>();
  const parts: Parts = { list: [], names: [], hasStar: false, joins: [], groupBy: [] };
  const isGrouped = items.some((item) => item.kind === 'column' && item.aggregate);
  for (const item of items) {
    if (item.kind === 'embed') addEmbed(compilation, options, item, parts, embeds, isGrouped);
    else addColumn(compilation, relation, item, parts, isGrouped);
  }
  const presences = new Map([...embeds].map(([name, { presence }]) => [name, presence]));
  const where = [
    ...(options.where ?? []),
    ...(scope?.where ?? []).map((condition) => conditionSql(statement, relation, condition, presences)),
  ];
  const tail = where.length > 0 ? ` where ${where.join(' and ')}` : '';
  const joins = parts.joins.join('');
  if (options.isCount) return { sql: `select 1 from ${from}${joins}${tail}`, names: [] };
  for (const [column, name] of options.orderColumns ?? [])
    parts.list.push(`${relation.column(column)} as ${identifier(name)}`);
  if (parts.list.length === 0) parts.list.push('1');
  const order =
    scope &&
    scope.order.length > 0 &&
    ` order by ${scope.order.map((term) => orderSql(compilation, relation, term, embeds)).join(', ')}`;
  const page = [
    order,
    scope?.limit && ` limit ${pageSql(statement, scope.limit)}`,
    scope?.offset && ` offset ${pageSql(statement, scope.offset)}`,
  ]
    .filter(Boolean)
    .join('');
  const names = parts.hasStar ? null : parts.names;
  const list = `select ${parts.list.join(', ')} from`;
  if (!isGrouped && scope && isPagedAlone(options, scope, embeds)) {
    const rows = `select ${relation.alias}.* from ${from}${tail}${page}`;
    return { sql: `${list} (${rows}) ${relation.alias}${joins}${order || ''}`, names };
  }
  const groups = isGrouped && parts.groupBy.length > 0 ? ` group by ${parts.groupBy.join(', ')}` : '';
  return { sql: `${list} ${from}${joins}${tail}${groups}${page}`, names };
}

/**
 * Whether the page can be selected before the embedded tables are joined, because these neither add nor remove rows,
 * nor order them. Otherwise Postgres would also compute them for every row before the page, which takes seconds in the
 * middle of a long table.
 */
function isPagedAlone(
  { path, relation: { table, names } }: SelectOptions,
  { limit, offset, order, where }: Scope,
  embeds: ReadonlyMap<string, Embedded>,
): boolean {
  const embedded = [...embeds];
  return (
    path === '' &&
    embedded.length > 0 &&
    (limit !== null || offset !== null) &&
    embedded.every(([, { isInner, needsRow }]) => !isInner && !needsRow) &&
    order.every((term) => term.relation === null) &&
    // Computed columns are functions of the table's own row.
    [...names].every((name) => table?.columns.has(name)) &&
    !where.some((condition) => embedded.some(([name]) => mentions(condition, name)))
  );
}

function pageSql(statement: Statement, { number, slot }: PageNumber): string {
  return `${statement.value(String(number), slot)}::bigint`;
}

/** Whether an item affects the number of rows. */
function counts(item: SelectItem, where: Condition[]): boolean {
  return item.kind === 'embed' && (item.isInner || where.some((condition) => mentions(condition, nameOf(item))));
}

function mentions(condition: Condition, name: string): boolean {
  return condition.kind === 'logic'
    ? condition.conditions.some((inner) => mentions(inner, name))
    : condition.field.name === name && condition.operator === 'is';
}

function addColumn(
  { statement }: Compilation,
  relation: Relation,
  item: Exclude<SelectItem, EmbedItem>,
  parts: Parts,
  isGrouped: boolean,
): void {
  if (item.kind === 'star') {
    parts.list.push(relation.star());
    parts.hasStar = true;
    if (isGrouped)
      parts.groupBy.push(...[...(relation.table?.columns.keys() ?? [])].map((name) => relation.column(name)));
    return;
  }
  const { field, cast, aggregate } = item;
  const plain = field ? relation.field(statement, field) : '*';
  const typed = cast ? `cast(${plain} as ${cast})` : plain;
  const called = aggregate ? `${aggregate.name}(${typed})` : typed;
  const value = aggregate?.cast ? `cast(${called} as ${aggregate.cast})` : called;
  const name = item.alias ?? aggregate?.name ?? keyOf(field?.path ?? []) ?? field?.name ?? '';
  const isPlain = value === plain && field?.path.length === 0 && name === field.name;
  parts.list.push(isPlain ? value : `${value} as ${identifier(name)}`);
  parts.names.push(name);
  if (isGrouped && !aggregate) parts.groupBy.push(String(parts.list.length));
}

/** A JSON path is named after its last key that is not an array index. */
function keyOf(path: { key: string | number }[]): string | null {
  const key = path.findLast((step) => typeof step.key === 'string')?.key;
  return typeof key === 'string' ? key : null;
}

function addEmbed(
  compilation: Compilation,
  { relation, path }: SelectOptions,
  item: EmbedItem,
  parts: Parts,
  embeds: Map<string, Embedded>,
  isGrouped: boolean,
): void {
  const name = nameOf(item);
  const inner = path === '' ? name : `${path}.${name}`;
  const order = compilation.query.scopes.get(path)?.order ?? [];
  const columns = order.filter((term) => term.relation === name).map((term) => term.field.name);
  const embedded = embedSql(compilation, relation, item, inner, [...new Set(columns)], selectSql);
  embeds.set(name, embedded);
  parts.joins.push(` ${embedded.join}`);
  if (item.isSpread) {
    if (embedded.names === null) parts.hasStar = true;
    else parts.names.push(...embedded.names);
    if (embedded.list.length > 0) parts.list.push(...embedded.list);
  } else if (item.items.length > 0) {
    const [value] = embedded.list;
    parts.list.push(`${isGrouped ? `to_jsonb(${value})` : value} as ${identifier(name)}`);
    parts.names.push(name);
  }
  if (isGrouped) parts.groupBy.push(...embedded.list.map((_value, at) => String(parts.list.length - at)));
}

function orderSql(
  { statement }: Compilation,
  relation: Relation,
  { relation: name, field, direction, nulls }: OrderTerm,
  embeds: Map<string, Embedded>,
): string {
  const way = `${direction === 'desc' ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  if (name === null) return `${relation.field(statement, field)}${way}`;
  const embedded = embeds.get(name);
  if (!embedded) throw notEmbedded(name);
  if (!embedded.isToOne) {
    const from = relation.table?.name ?? '';
    throw new RestRefusal(400, 'PGRST118', `A related order on '${name}' is not possible`, {
      details: `'${from}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return `${embedded.orderColumn(field.name)}${way}`;
}

/** PGRST108: a filter, order or page for a table that is not embedded in the select. */
export function notEmbedded(name: string): RestRefusal {
  return new RestRefusal(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}
