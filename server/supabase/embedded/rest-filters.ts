/** Query parameters that are no filters; below an embedded table too, such as `posts.order`. */
const NO_FILTER = /(^|\.)(select|order|limit|offset|columns|on_conflict)$/;
/** `or=(…)`, `posts.not.and=(…)`. */
const LOGIC = /^(.+?\.)?((?:not\.)?(?:and|or))$/;
const COLUMN = /^(.*\.)?([^.]+)$/;
/** `eq.5`, `not.like(any).{a*}`: what stands before the value, and the value. */
const CONDITION = /^((?:not\.)?([a-z]+)(?:\([a-z]+\))?)\.(.*)$/s;
/** Operators that also take `(any).{…}`, or as whose opposite neq can be written. */
const LISTABLE = /^((not\.)?(eq|gte?|lte?|i?like|i?match)|neq)$/;
/** What ends a value inside a list of conditions, unless it is quoted. */
const NEEDS_QUOTES = /[,()"\\{}\s]/;

/**
 * The address of a REST request with every filter of a column kept: @supabase/lite keeps only the last of those with one operator, so that `a=lt.1&a=lt.2`
 * would touch rows that were not meant. Repeated filters become one `and=(…)`, which it reads whole. The same address where nothing is repeated.
 */
export function withEveryFilter(address: string): string {
  const url = new URL(address);
  const repeated = new Set([...url.searchParams.keys()].filter((key) => isRepeatedFilter(url, key)));
  if (repeated.size === 0) return address;
  const conditions = new Map<string, string[]>();
  for (const key of repeated) {
    const { table, condition } = conditionOf(key);
    const all = url.searchParams.getAll(key).map(condition);
    conditions.set(table, [...(conditions.get(table) ?? []), ...all]);
    url.searchParams.delete(key);
  }
  for (const [table, terms] of conditions) {
    const other = url.searchParams.get(`${table}and`);
    url.searchParams.set(`${table}and`, `(${[...terms, ...(other ? [`and${other}`] : [])].join(',')})`);
  }
  return url.href;
}

function isRepeatedFilter({ searchParams }: URL, key: string): boolean {
  return !NO_FILTER.test(key) && searchParams.getAll(key).length > 1;
}

/** The embedded table that a filter is about, with its dot, and the filter as one of a list of conditions. */
function conditionOf(key: string): { table: string; condition: (value: string) => string } {
  const logic = LOGIC.exec(key);
  if (logic) return { table: logic[1] ?? '', condition: (value) => `${logic[2]}${value}` };
  const [, table = '', column = key] = COLUMN.exec(key) ?? [];
  return { table, condition: (value) => `${column}.${quoted(value)}` };
}

/** The condition with its value in quotes where it needs them. Lite undoes `\\"` in lists only, hence a list of one. */
function quoted(condition: string): string {
  const [, operator = '', name = '', value = ''] = CONDITION.exec(condition) ?? [];
  if (name === 'in' || !NEEDS_QUOTES.test(value)) return condition;
  const text = `"${value.replace(/["\\]/g, '\\$&')}"`;
  if (!/["\\]/.test(value) || !LISTABLE.test(operator)) return `${operator}.${text}`;
  return operator === 'neq' ? `not.eq(any).{${text}}` : `${operator}(any).{${text}}`;
}
