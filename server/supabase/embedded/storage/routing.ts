import type { z } from 'zod';
import type { StorageCaller } from './caller.ts';
import { invalidRequest } from './error.ts';
import { decodePart } from './key.ts';

export const STORAGE_PATH = '/storage/v1';

/** A request to the storage. `caller` is called only if needed: a signed URL needs no sign-in. */
export type StorageRequest = { request: Request; url: URL; caller: () => Promise<StorageCaller> };

/** A method and a path below /storage/v1, in which `:name` is one segment and `*` the rest. HEAD counts as GET. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** `parts` are the path's variable parts, decoded and in order. */
  run: (ask: StorageRequest, ...parts: string[]) => Promise<Response>;
};

/** Runs the first matching route; if there is none, a 404 with a hosted project's message. */
export async function routeOf(routes: readonly Route[], ask: StorageRequest): Promise<Response> {
  const path = ask.url.pathname.slice(STORAGE_PATH.length);
  const method = ask.request.method === 'HEAD' ? 'GET' : ask.request.method;
  for (const route of routes) {
    const parts = route.method === method ? match(route.path, path) : null;
    if (parts) return route.run(ask, ...parts.map(decodePart));
  }
  const message = `Route ${method}:${path} not found`;
  return Response.json({ message, error: 'Not Found', statusCode: 404 }, { status: 404 });
}

function match(pattern: string, path: string): string[] | null {
  const source = pattern.replaceAll(/:\w+/g, '([^/]+)').replace('*', '(.+)');
  return path.match(new RegExp(`^${source}/?$`))?.slice(1) ?? null;
}

/** Reads and validates a JSON body. StorageError 400 with the reason. */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw invalidRequest('The body must be JSON');
  });
  return check(body, schema);
}

/** Parses a value with a schema. StorageError 400 with the reason. */
export function check<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}
