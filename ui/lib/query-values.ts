/** The query with a parameter set, or removed for null. */
export function withValue(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

/** The value, if it is one of these; else null. */
export function oneOf<Value extends string>(known: readonly Value[], value: string | null): Value | null {
  return known.find((candidate) => candidate === value) ?? null;
}

/** The value, if it is a UUID; else null, since the database would reject it. */
export function uuidOf(value: string | null): string | null {
  return value !== null && UUID.test(value) ? value : null;
}
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
