import type { createLiteApp } from './lite-app.ts';
import { withEveryFilter } from './rest-filters.ts';
import type { StorageApi } from './storage/api.ts';

/** A handler like the one that Supabase runs for an edge function. */
export type EdgeFunction = (request: Request) => Promise<Response>;

/** Answers /rest/v1, /auth/v1, /storage/v1 and /functions/v1 like a hosted project; everything else 404. */
export function createMount(app: Awaited<ReturnType<typeof createLiteApp>>, storage: StorageApi) {
  const functions = new Map<string, EdgeFunction>();
  return {
    mountFunction(name: string, handler: EdgeFunction): void {
      functions.set(name, handler);
    },
    async handle(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/functions/v1/')) {
        const handler = functions.get(pathname.slice('/functions/v1/'.length));
        return handler
          ? handler(request)
          : Response.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, { status: 404 });
      }
      if (pathname.startsWith('/storage/v1/')) return storage(request);
      if (!pathname.startsWith('/rest/v1/') || isCallByAddress(request, pathname)) return app.fetch(request);
      const address = withEveryFilter(request.url);
      return app.fetch(address === request.url ? request : new Request(address, request));
    },
  };
}

/** Do the parameters stand for a function's arguments? */
function isCallByAddress({ method }: Request, pathname: string): boolean {
  return pathname.startsWith('/rest/v1/rpc/') && (method === 'GET' || method === 'HEAD');
}
