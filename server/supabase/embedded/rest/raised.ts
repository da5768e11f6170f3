import { isDatabaseError } from '../sql/pool.ts';
import { RestRefusal } from './error.ts';

type Raised = { code?: unknown; message?: unknown; details?: unknown; hint?: unknown };

/**
 * The answer of a function that raises SQLSTATE 'PGRST': its message is the body, its detail status and headers, both JSON. Null for another
 * error. https://docs.postgrest.org/en/v12/references/errors.html#raise-errors-with-http-status-codes
 */
export function raisedAnswer(error: unknown): Response | null {
  if (!isDatabaseError(error) || error.code !== 'PGRST') return null;
  try {
    const { code, message, details = null, hint = null }: Raised = JSON.parse(error.message);
    const { status, headers = {} }: { status?: unknown; headers?: Record<string, string> } = JSON.parse(
      error.detail ?? '',
    );
    if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number')
      throw new TypeError('incomplete');
    return Response.json({ code, details, hint, message }, { status, headers });
  } catch {
    const refusal = new RestRefusal(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details: 'Invalid JSON value for MESSAGE or DETAIL',
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'. DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    });
    return Response.json(refusal.body, { status: refusal.status });
  }
}
