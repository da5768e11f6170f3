import type { AnyAST } from '@supabase/lite';
import { RestRefusal } from './rest-error.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

/**
 * Puts @supabase/lite's answer into PostgREST's form. Throws a RestRefusal, for which the transaction rolls back, when one object was asked for
 * (`.single()`) and there is none, or more than one.
 */
export async function correctResponse(response: Response, ast: AnyAST): Promise<Response> {
  if (ast.type === 'query') return response;
  if (response.status >= 400) throw new RestRefusal(response.status, await response.json());
  if (response.body === null) return ast.$meta?.head ? response : withoutType(response);
  if (ast.$meta?.cardinality !== 'one' || response.headers.get('content-type')?.startsWith(OBJECT)) return response;
  // Lite leaves the array as it is when a change answers with embedded or renamed columns.
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) return Response.json(rows, response);
  if (rows.length !== 1) throw notOne(rows.length);
  const body = JSON.stringify(rows[0]);
  const headers = new Headers(response.headers);
  headers.set('content-type', `${OBJECT}; charset=utf-8`);
  headers.set('content-length', String(Buffer.byteLength(body)));
  return new Response(body, { status: response.status, headers });
}

function notOne(count: number): RestRefusal {
  return new RestRefusal(406, {
    code: 'PGRST116',
    details: `The result contains ${count} rows`,
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  });
}

function withoutType({ status, headers: given }: Response): Response {
  const headers = new Headers(given);
  headers.delete('content-type');
  return new Response(null, { status, headers });
}
