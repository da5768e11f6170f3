import type { PlainAnswer } from '../../connection.ts';
import type { Rows } from '../../sql/pipeline.ts';
import { RestRefusal } from './error.ts';
import type { Accepted, Preferences } from './request/preferences.ts';

/** The result of a request's statements. */
export type Result = {
  body: string | null;
  /** Number of rows in the body, or changed. */
  rows: number;
  /** Total number of rows; null if they were not counted. */
  total: number | null;
  /** Number of rows that an upsert inserted. */
  inserted: number | null;
  /** The values that a function set for response.headers and response.status. */
  headers: string | null;
  status: string | null;
};

/** Reads the rows that the statements of compile.ts returned. */
export function resultOf([main, plan]: Rows[]): Result {
  const [body = null, rows, total, headers = null, status = null, inserted] = main?.[0] ?? [];
  return {
    body,
    rows: Number(rows),
    total: plan ? plannedRows(plan[0]?.[0] ?? '') : total == null ? null : Number(total),
    inserted: inserted == null ? null : Number(inserted),
    headers,
    status,
  };
}

function plannedRows(plan: string): number {
  const [first]: { Plan: { 'Plan Rows': number } }[] = JSON.parse(plan);
  return first?.Plan['Plan Rows'] ?? 0;
}

/** For a request for a single object: throws PGRST116 unless there is exactly one row. */
export function requireOne({ rows }: Result): void {
  if (rows === 1) return;
  throw new RestRefusal(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

/** Throws PGRST124 when more rows were changed than `max-affected` allows. */
export function requireAtMost({ maxAffected }: Preferences, rows: number): void {
  if (maxAffected === null || rows <= maxAffected) return;
  throw new RestRefusal(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });
}

/**
 * Returns `Content-Range` and the resulting status. Throws PGRST103 for an offset beyond the last row.
 * https://docs.postgrest.org/en/v12/references/api/pagination_count.html
 */
export function rangeOf(offset: number, { rows, total }: Result): { status: number; range: string } {
  const last = offset + rows - 1;
  const span = rows > 0 && total !== 0 ? `${offset}-${last}` : '*';
  const range = `${span}/${total ?? '*'}`;
  if (total === null) return { status: 200, range };
  if (offset > total) {
    throw new RestRefusal(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    });
  }
  return { status: rows < total ? 206 : 200, range };
}

/** Builds the answer. For a single object, the array's brackets are removed. */
export function answer(
  result: Result,
  {
    status,
    range,
    accepted,
    preferences,
  }: { status: number; range: string | null; accepted: Accepted | null; preferences: Preferences },
): PlainAnswer {
  const headers: [string, string][] = [];
  if (range !== null) headers.push(['content-range', range]);
  if (preferences.applied.length > 0) headers.push(['preference-applied', preferences.applied.join(', ')]);
  const own = ownHeaders(result.headers);
  headers.push(...own);
  const answered = { status: ownStatus(result.status) ?? status, headers };
  if (accepted && !own.some(([name]) => name === 'content-type')) headers.push(['content-type', accepted.contentType]);
  if (result.body === null || accepted === null) return { ...answered, body: null };
  return { ...answered, body: accepted.media === 'object' ? onlyElement(result.body) : result.body };
}

/** Returns the only element of a JSON array. */
export function onlyElement(array: string): string {
  return array.slice(1, -1);
}

/** Parses response.headers, an array of objects with one header each. Throws PGRST111 if it is malformed. */
function ownHeaders(text: string | null): [string, string][] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw new TypeError('no list');
    const pairs = list.flatMap((header: object) => Object.entries(header));
    // Headers throws for invalid names and values.
    const own = pairs.map(([name, value]): [string, string] => [name, String(value)]);
    return [...new Headers(own)];
  } catch (cause) {
    const message =
      'response.headers guc must be a JSON array composed of objects with a single key and a string value';
    throw new RestRefusal(500, 'PGRST111', message, { cause });
  }
}

/** Parses response.status. Throws PGRST112 if it is not a valid status code. */
function ownStatus(text: string | null): number | null {
  if (text === null) return null;
  if (/^[2-5]\d\d$/.test(text)) return Number(text);
  throw new RestRefusal(500, 'PGRST112', 'response.status guc must be a valid status code');
}
