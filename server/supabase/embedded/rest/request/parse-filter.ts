import { Cursor } from './cursor.ts';
import { parsePath } from './parse-select.ts';
import type { Condition, Field, OrderTerm } from './query.ts';

/** The maximum nesting of conditions, and their maximum number in one parameter. */
const MOST_DEPTH = 20;
const MOST_CONDITIONS = 500;

const SEARCHES = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const QUANTIFIED = new Set(['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch']);
const PLAIN = new Set(['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct']);
const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown']);

type Test = Extract<Condition, { kind: 'test' }>;
type Operation = Omit<Test, 'kind' | 'field'>;

/** Whether a parameter's value looks like a filter; in a call by GET, all other parameters are arguments. */
export function looksLikeFilter(value: string): boolean {
  const word = new Cursor(value, 'filter').until('.(');
  const isOperator =
    SEARCHES.has(word) || QUANTIFIED.has(word) || PLAIN.has(word) || ['in', 'is', 'not'].includes(word);
  return isOperator && word.length < value.length;
}

/** Parses `column=operator.value`. https://docs.postgrest.org/en/v12/references/api/tables_views.html#operators */
export function parseFilter(field: Field, text: string, slot: number | null): Condition {
  const cursor = new Cursor(text, 'filter');
  const operation = parseOperation(cursor, false);
  // PostgREST ignores anything after a list.
  if (operation.operator !== 'in') cursor.expectEnd();
  return { kind: 'test', field, ...operation, slot };
}

/** Parses `or=(…)`, `not.and=(…)`; `key` is the parameter's name without the table. */
export function parseLogic(key: string, text: string): Condition {
  const cursor = new Cursor(key + text, 'logic tree', text);
  const condition = parseCondition(cursor, { conditions: MOST_CONDITIONS }, 0);
  cursor.expectEnd();
  return condition;
}

function parseCondition(cursor: Cursor, budget: { conditions: number }, depth: number): Condition {
  if (depth > MOST_DEPTH) cursor.fail(`at most ${MOST_DEPTH} levels`);
  if (budget.conditions-- <= 0) cursor.fail(`at most ${MOST_CONDITIONS} conditions`);
  for (const junction of ['and', 'or'] as const) {
    for (const isNegated of [false, true]) {
      if (cursor.skip(`${isNegated ? 'not.' : ''}${junction}(`)) {
        const conditions: Condition[] = [];
        do conditions.push(parseCondition(cursor, budget, depth + 1));
        while (cursor.skip(','));
        cursor.expect(')');
        return { kind: 'logic', isNegated, junction, conditions };
      }
    }
  }
  const field = parseField(cursor);
  cursor.expect('.');
  return { kind: 'test', field, ...parseOperation(cursor, true) };
}

/** Parses a column, with an optional JSON path. */
function parseField(cursor: Cursor): Field {
  return { name: cursor.name(), path: parsePath(cursor) };
}

function parseOperation(cursor: Cursor, isInList: boolean): Operation {
  const isNegated = cursor.skip('not.');
  const operator = cursor.until(isInList ? '.(,)' : '.(');
  if (cursor.isAt(',') || cursor.isAt(')')) cursor.fail('operator (eq, gt, ...)');
  const operation = { isNegated, operator, quantifier: null, language: null, value: '', slot: null, values: [] };
  if (SEARCHES.has(operator)) {
    const language = cursor.skip('(') ? cursor.until(')') : null;
    if (language !== null) cursor.expect(')');
    cursor.expect('.');
    return { ...operation, language, value: parseValue(cursor, isInList) };
  }
  if (operator === 'in') {
    cursor.expect('.');
    return { ...operation, values: parseList(cursor, '(', ')') };
  }
  if (operator === 'is') {
    cursor.expect('.');
    const value = parseValue(cursor, isInList).toLowerCase();
    if (!IS_VALUES.has(value)) cursor.fail('isVal: (null, not_null, true, false, unknown)');
    return { ...operation, value };
  }
  if (!QUANTIFIED.has(operator) && !PLAIN.has(operator)) cursor.fail('operator (eq, gt, ...)');
  const quantifier = QUANTIFIED.has(operator) ? parseQuantifier(cursor) : null;
  cursor.expect('.');
  if (quantifier) {
    const values = parseList(cursor, '{', '}');
    return { ...operation, quantifier, values: values.map((value) => patternOf(operator, value)) };
  }
  return { ...operation, value: patternOf(operator, parseValue(cursor, isInList)) };
}

/** In `like` patterns, * stands for %, which would have to be escaped in a URL. */
export function patternOf(operator: string, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
}

function parseQuantifier(cursor: Cursor): 'any' | 'all' | null {
  if (cursor.skip('(any)')) return 'any';
  return cursor.skip('(all)') ? 'all' : null;
}

/** Parses a value. It ends at a comma or parenthesis only within a list of conditions. */
function parseValue(cursor: Cursor, isInList: boolean): string {
  if (!isInList) return cursor.rest();
  if (cursor.isAt('"')) return cursor.quoted();
  if (!cursor.isAt('{')) return cursor.until(',)');
  // Commas within an array or object do not end the value, and braces within quotes do not count.
  let value = '';
  let depth = 0;
  do {
    value += cursor.until('{}"');
    if (cursor.isAtEnd) cursor.fail('"}"');
    if (cursor.isAt('"')) {
      value += JSON.stringify(cursor.quoted());
      continue;
    }
    depth += cursor.isAt('{') ? 1 : -1;
    value += cursor.skip('{') ? '{' : '}';
    if (value.endsWith('}')) cursor.skip('}');
  } while (depth > 0);
  return value;
}

/** Parses `(a,"b,c")` or `{a,"b,c"}`. */
function parseList(cursor: Cursor, open: string, close: string): string[] {
  cursor.expect(open);
  const values: string[] = [];
  if (cursor.skip(close)) return values;
  do values.push(cursor.item(`,${close}`));
  while (cursor.skip(','));
  cursor.expect(close);
  return values;
}

/** Parses `order`: `column.desc.nullslast,other`, `table(column).asc`. */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms: OrderTerm[] = [];
  do terms.push(parseTerm(cursor));
  while (cursor.skip(','));
  cursor.expectEnd();
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  let field = parseField(cursor);
  let relation: string | null = null;
  if (cursor.skip('(')) {
    relation = field.name;
    field = parseField(cursor);
    cursor.expect(')');
  }
  const term: OrderTerm = { relation, field, direction: 'asc', nulls: null };
  if (cursor.skip('.asc') || cursor.isAt('.desc')) term.direction = cursor.skip('.desc') ? 'desc' : 'asc';
  if (cursor.skip('.nullsfirst')) term.nulls = 'first';
  else if (cursor.skip('.nullslast')) term.nulls = 'last';
  if (!cursor.isAtEnd && !cursor.isAt(',')) cursor.fail('order direction (.asc or .desc) or nulls order');
  return term;
}

/** Parses the name of a filter parameter: the path of embedded tables, then the field. */
export function parseKey(key: string): { path: string[]; field: Field } {
  const cursor = new Cursor(key, 'tree path');
  const path: string[] = [];
  for (;;) {
    const field = parseField(cursor);
    if (!cursor.skip('.')) {
      cursor.expectEnd();
      return { path, field };
    }
    path.push(field.name);
  }
}
