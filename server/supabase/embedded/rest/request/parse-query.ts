import { unreadable } from '../error.ts';
import { Cursor } from './cursor.ts';
import { looksLikeFilter, parseFilter, parseKey, parseLogic, parseOrder } from './parse-filter.ts';
import { parseSelect } from './parse-select.ts';
import type { PageNumber, Query, Scope } from './query.ts';
import type { Parameter } from './shape.ts';

const MOST_PARAMETERS = 500;
/** The last part of a key such as `posts.order`, `not.or` or `a.b.not.and`, after the path of embedded tables. */
const PAGE_WORDS = ['order', 'limit', 'offset'];
const LOGIC_WORDS = ['and', 'or', 'not.and', 'not.or'];

/** Parses query parameters. `isCallByGet`: those that are not filters are a function's arguments. */
export function parseQuery(parameters: readonly Parameter[], isCallByGet: boolean): Query {
  const query: Query = { select: [{ kind: 'star' }], scopes: new Map(), columns: null, onConflict: null, args: [] };
  if (parameters.length > MOST_PARAMETERS) {
    throw unreadable('too many parameters', `at most ${MOST_PARAMETERS} are read`);
  }
  for (const parameter of parameters) readParameter(query, parameter, isCallByGet);
  return query;
}

function readParameter(query: Query, { key, value, slot }: Parameter, isCallByGet: boolean): void {
  if (key === 'select') {
    const items = parseSelect(value);
    if (items.length > 0) query.select = items;
    return;
  }
  if (key === 'columns') {
    query.columns = parseNames(value, 'columns parameter');
    return;
  }
  if (key === 'on_conflict') {
    query.onConflict = parseNames(value, 'on_conflict parameter');
    return;
  }
  // Supabase also accepts the API key as a parameter.
  if (key === 'apikey') return;
  const page = split(key, PAGE_WORDS);
  if (page) {
    readPage(scopeOf(query, page.table), page.word, value, slot);
    return;
  }
  const logic = split(key, LOGIC_WORDS);
  if (logic) {
    scopeOf(query, logic.table).where.push(parseLogic(logic.word, value));
    return;
  }
  if (isCallByGet && !looksLikeFilter(value)) {
    query.args.push([key, value]);
    return;
  }
  const { path, field } = parseKey(key);
  scopeOf(query, path.join('.')).where.push(parseFilter(field, value, slot));
}

/** Splits a key into the longest of `words` that it ends with, and the path of embedded tables before it. */
function split(key: string, words: string[]): { table: string; word: string } | null {
  const found = words.filter((word) => key === word || key.endsWith(`.${word}`)).at(-1);
  return found === undefined ? null : { table: key.slice(0, -found.length - 1), word: found };
}

function readPage(scope: Scope, word: string, value: string, slot: number | null): void {
  if (word === 'order') {
    if (value !== '') scope.order.push(...parseOrder(value));
    return;
  }
  if (value === '') return;
  if (!/^-?\d{1,15}$/.test(value))
    throw unreadable(`invalid ${word} parameter (${value})`, 'a whole number is expected');
  const page: PageNumber = { number: Math.max(0, Number(value)), slot };
  if (word === 'limit') scope.limit = page;
  else scope.offset = page.number > 0 ? page : null;
}

/** Parses a list of names: `a,"b c"`. */
export function parseNames(text: string, what: string): string[] {
  const cursor = new Cursor(text, what);
  const names: string[] = [];
  if (cursor.isAtEnd) return names;
  do names.push(cursor.name());
  while (cursor.skip(','));
  cursor.expectEnd();
  return names;
}

/** Returns the scope of a table by its path; creates it if it is new. */
export function scopeOf(query: Query, path: string): Scope {
  let scope = query.scopes.get(path);
  if (!scope) {
    scope = { where: [], order: [], limit: null, offset: null };
    query.scopes.set(path, scope);
  }
  return scope;
}
