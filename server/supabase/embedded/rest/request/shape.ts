import { patternOf } from './parse-filter.ts';

/** A decoded query parameter. `slot`: the index of its value among the request's values; null if the value is fixed. */
export type Parameter = { key: string; value: string; slot: number | null };

/** A query string split into `key` and `values`. Requests with the same key share a statement. */
export type Shape = { parameters: Parameter[]; values: string[]; key: string };

/** The start of a filter whose value is the whole rest of the text. */
const FILTER = /^(?:not\.)?(eq|neq|gte?|lte?|i?like|i?match)\./;
const PAGE = /(?:^|\.)(?:limit|offset)$/;
/** Excludes 0, because an offset of 0 compiles to no offset. */
const PAGE_NUMBER = /^[1-9]\d{0,14}$/;
/** Parameters that are never filters, whatever their values look like. */
const NO_FILTER = /(?:^|\.)(?:select|columns|on_conflict|apikey|order|limit|offset|and|or)$/;

/** Extracts the values of a query string. `firstSlot` is the first value's slot; with null, nothing is extracted. */
export function shapeOf(query: string, firstSlot: number | null): Shape {
  const parameters: Parameter[] = [];
  const values: string[] = [];
  const key: string[] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const own = firstSlot === null ? null : variableOf(name, value);
    parameters.push({ key: name, value, slot: own && firstSlot !== null ? firstSlot + values.length : null });
    key.push(name, own ? own.before : `=${value}`);
    if (own) values.push(own.value);
  }
  return { parameters, values, key: JSON.stringify(key) };
}

/** Returns the variable part of a parameter and the fixed part before it; null if nothing is variable. */
function variableOf(name: string, value: string): { before: string; value: string } | null {
  if (PAGE.test(name)) return PAGE_NUMBER.test(value) ? { before: '#', value } : null;
  if (NO_FILTER.test(name)) return null;
  const [before, operator = ''] = FILTER.exec(value) ?? [];
  return before === undefined ? null : { before, value: patternOf(operator, value.slice(before.length)) };
}
