import type { PlainAnswer } from '../../connection.ts';
import { type DatabaseError, isDatabaseError } from '../../sql/pool.ts';

/**
 * The body of PostgREST's errors, which always has these four keys.
 * https://docs.postgrest.org/en/v12/references/errors.html
 */
export type RestErrorBody = { code: string; message: string; details: unknown; hint: string | null };

/** An error answer that is thrown, so that the transaction rolls back. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly body: RestErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.headers = more.headers ?? {};
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null };
  }
}

/** PGRST100: a parameter that cannot be parsed. */
export function unreadable(message: string, details: string): RestRefusal {
  return new RestRefusal(400, 'PGRST100', message, { details });
}

/**
 * PostgREST's status for single codes, then for classes (their first two characters); 400 for all others. Unlike in
 * PostgREST, a statement or lock timeout is 503, so that clients may retry, and a value that exceeds Postgres' own
 * limit (1 GB) is 413, like an answer that is too long.
 */
const STATUS_OF_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '21000': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '54000': 413,
  '55P03': 503,
  '57014': 503,
  '57P01': 503,
  P0001: 400,
};
const STATUS_OF_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Hints for the limits of request-limits.ts, because Postgres only reports that they were reached. */
const HINTS: Record<string, string> = {
  '55P03': 'Another request holds what this one needs. Try again.',
  '57014': 'The request took too long and was stopped. Ask for less at once.',
};

/** PostgREST's answer to a database error. A denied permission is 401 for anonymous callers, otherwise 403. */
export function refusalOf(error: DatabaseError, isAnonymous: boolean): RestRefusal {
  const { code, message, detail, hint } = error;
  const more = { details: detail ?? null, hint: hint ?? HINTS[code] ?? null, cause: error };
  return new RestRefusal(statusOf(code, isAnonymous), code, message, more);
}

function statusOf(code: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  // RAISE with SQLSTATE 'PT418' answers 418.
  const chosen = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  if (chosen) return Number(chosen);
  return STATUS_OF_CODE[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400;
}

type Raised = { code?: unknown; message?: unknown; details?: unknown; hint?: unknown };

/**
 * The answer chosen by a function that raises SQLSTATE 'PGRST': the message is the body, and the detail holds status
 * and headers, both as JSON. Null for other errors.
 * https://docs.postgrest.org/en/v12/references/errors.html#raise-errors-with-http-status-codes
 */
export function raisedAnswer(error: unknown): PlainAnswer | null {
  if (!isDatabaseError(error) || error.code !== 'PGRST') return null;
  try {
    const { code, message, details = null, hint = null }: Raised = JSON.parse(error.message);
    const { status, headers = {} }: { status?: number; headers?: Record<string, string> } = JSON.parse(
      error.detail ?? '',
    );
    if (typeof code !== 'string' || typeof message !== 'string') throw new TypeError('incomplete');
    // Response throws for an invalid status or invalid headers.
    const checked = new Response(null, { status: status ?? 0, headers });
    return jsonAnswer(checked.status, { code, details, hint, message }, [...checked.headers]);
  } catch {
    return answerOf(
      new RestRefusal(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
        details: 'Invalid JSON value for MESSAGE or DETAIL',
        hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'. DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
      }),
    );
  }
}

/** Turns a refusal into an answer. */
export function answerOf({ status, body, headers }: RestRefusal): PlainAnswer {
  return jsonAnswer(status, body, Object.entries(headers));
}

function jsonAnswer(status: number, body: object, headers: [string, string][]): PlainAnswer {
  const type: [string, string] = ['content-type', 'application/json; charset=utf-8'];
  return { status, headers: [type, ...headers], body: JSON.stringify(body) };
}
