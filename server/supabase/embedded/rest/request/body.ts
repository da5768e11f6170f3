import { RestRefusal } from '../error.ts';

/** A JSON body that a write takes its rows from, or a call its arguments. */
export type Body = {
  text: string;
  isArray: boolean;
  /** Of its object, or of all its objects alike. */
  keys: string[];
};

/**
 * Reads a JSON body; with `columns` only what they need. RestRefusal PGRST102 when it is no JSON or its objects have
 * unlike keys.
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
