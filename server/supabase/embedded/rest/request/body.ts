import { RestRefusal } from '../error.ts';

/** A JSON body with the rows of a write, or the arguments of a call. */
export type Body = {
  text: string;
  isArray: boolean;
  /** The keys of its object, or those that all its objects share. */
  keys: string[];
};

/**
 * Parses a JSON body. With `columns`, an array is not parsed, because its keys are given. RestRefusal PGRST102 when the
 * body is not JSON or its objects have different keys.
 */
export function parseBody(text: string, columns: string[] | null): Body {
  if (columns && text.trimStart().startsWith('[')) return { text, isArray: true, keys: columns };
  const value = parseJson(text);
  if (Array.isArray(value)) {
    const [first, ...others] = value.map(keysOf);
    const keys = first ?? [];
    const known = new Set(keys);
    const isAlike = others.every((own) => own.length === keys.length && own.every((key) => known.has(key)));
    if (!columns && !isAlike) throw new RestRefusal(400, 'PGRST102', 'All object keys must match');
    return { text, isArray: true, keys: columns ?? keys };
  }
  return { text, isArray: false, keys: columns ?? keysOf(value) };
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RestRefusal(400, 'PGRST102', 'Empty or invalid json');
  }
}
