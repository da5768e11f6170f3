import { Cursor } from './cursor.ts';
import type { Aggregate, Field, JsonStep, SelectItem } from './query.ts';

/** The maximum nesting of tables, and the maximum number of items in a select. */
const MOST_DEPTH = 12;
const MOST_ITEMS = 500;
const AGGREGATES: readonly string[] = ['avg', 'count', 'max', 'min', 'sum'] satisfies Aggregate[];
/** A type name, without characters that could end the cast. */
const TYPE_NAME = /^[a-z_][a-z0-9_ ]{0,60}(\[\])?$/i;

/**
 * Parses `select`: columns, JSON paths, casts, aggregates and embedded tables.
 * https://docs.postgrest.org/en/v12/references/api/resource_embedding.html
 */
export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter');
  const budget = { items: MOST_ITEMS };
  const items = parseItems(cursor, budget, 0);
  cursor.expectEnd();
  return items;
}

function parseItems(cursor: Cursor, budget: { items: number }, depth: number): SelectItem[] {
  if (depth > MOST_DEPTH) cursor.fail(`at most ${MOST_DEPTH} levels of embedding`);
  const items: SelectItem[] = [];
  if (cursor.isAtEnd || cursor.isAt(')')) return items;
  do {
    if (budget.items-- <= 0) cursor.fail(`at most ${MOST_ITEMS} items`);
    items.push(parseItem(cursor, budget, depth));
  } while (cursor.skip(','));
  return items;
}

function parseItem(cursor: Cursor, budget: { items: number }, depth: number): SelectItem {
  if (cursor.skip('*')) return { kind: 'star' };
  const isSpread = cursor.skip('...');
  let name = cursor.name();
  let alias: string | null = null;
  if (!cursor.isAt('::') && cursor.skip(':')) {
    alias = name;
    name = cursor.name();
  }
  if (cursor.isAt('!') || (cursor.isAt('(') && !isCount(name, cursor))) {
    return parseEmbed(cursor, budget, depth, { name, alias, isSpread });
  }
  if (isSpread) cursor.fail('"("');
  if (cursor.skip('()')) return column(null, alias, null, { name: 'count', cast: parseCast(cursor) });
  const field = { name, path: parsePath(cursor) };
  const cast = parseCast(cursor);
  return column(field, alias, cast, parseAggregate(cursor));
}

function column(
  field: Field | null,
  alias: string | null,
  cast: string | null,
  aggregate: { name: Aggregate; cast: string | null } | null,
): SelectItem {
  return { kind: 'column', field, alias, cast, aggregate };
}

function isCount(name: string, cursor: Cursor): boolean {
  return name === 'count' && cursor.isAt('()');
}

function parseEmbed(
  cursor: Cursor,
  budget: { items: number },
  depth: number,
  head: { name: string; alias: string | null; isSpread: boolean },
): SelectItem {
  let hint: string | null = null;
  let isInner = false;
  while (cursor.skip('!')) {
    const word = cursor.name();
    if (word === 'inner') isInner = true;
    else if (word !== 'left') hint = word;
  }
  cursor.expect('(');
  const items = parseItems(cursor, budget, depth + 1);
  cursor.expect(')');
  return { kind: 'embed', ...head, hint, isInner, items };
}

/** Parses a JSON path: `->key`, `->>key`, `->0`. */
export function parsePath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  while (cursor.isAt('->')) {
    const arrow = cursor.skip('->>') ? '->>' : '->';
    if (arrow === '->') cursor.expect('->');
    const isQuoted = cursor.isAt('"');
    const key = isQuoted ? cursor.quoted() : pathKey(cursor);
    path.push({ arrow, key: !isQuoted && /^-?\d{1,9}$/.test(key) ? Number(key) : key });
  }
  return path;
}

function pathKey(cursor: Cursor): string {
  const sign = cursor.skip('-') ? '-' : '';
  let key = cursor.until('(-:.,>)');
  while (cursor.isAt('-') && !cursor.isAt('->')) key += takeHyphen(cursor);
  if (key === '') cursor.fail('JSON key');
  return sign + key;
}

function takeHyphen(cursor: Cursor): string {
  cursor.expect('-');
  return `-${cursor.until('(-:.,>)')}`;
}

function parseCast(cursor: Cursor): string | null {
  if (!cursor.skip('::')) return null;
  const type = cursor.until('.,()').trim();
  if (!TYPE_NAME.test(type)) cursor.fail('type name');
  return type;
}

function parseAggregate(cursor: Cursor): { name: Aggregate; cast: string | null } | null {
  if (!cursor.skip('.')) return null;
  const name = cursor.name('aggregate');
  if (!AGGREGATES.includes(name)) cursor.fail('aggregate');
  cursor.expect('()');
  return { name: name as Aggregate, cast: parseCast(cursor) };
}
