import { patternOf } from './parse-filter.ts';

/**
 * A parameter of a query string, decoded. `slot`: where its value is found in those of the request, if it may differ.
 */
export type Parameter = { key: string; value: string; slot: number | null };

/** What two requests may differ in and still be one statement: the values of filters, and the page. */
export type Shape = { parameters: Parameter[]; values: string[]; key: string };

/** The beginning of a filter whose value is all that follows. */
const FILTER = /^(?:not\.)?(eq|neq|gte?|lte?|i?like|i?match)\./;
const PAGE = /(?:^|\.)(?:limit|offset)$/;
/** 0 is no page number: an offset of 0 is none at all. */
const PAGE_NUMBER = /^[1-9]\d{0,14}$/;
/** Parameters that are no filters, whatever they begin with. */
const NO_FILTER = /(?:^|\.)(?:select|columns|on_conflict|apikey|order|limit|offset|and|or)$/;

/** Takes the values out of a query string. `firstSlot` is that of the first of them; with null they all stay in. */
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

/** What may differ of a parameter, and what stands before it. */
function variableOf(name: string, value: string): { before: string; value: string } | null {
  if (PAGE.test(name)) return PAGE_NUMBER.test(value) ? { before: '#', value } : null;
  if (NO_FILTER.test(name)) return null;
  const [before, operator = ''] = FILTER.exec(value) ?? [];
  return before === undefined ? null : { before, value: patternOf(operator, value.slice(before.length)) };
}
