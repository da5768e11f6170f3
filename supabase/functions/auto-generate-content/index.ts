import { createHandler } from '../../../server/generation/handler.ts';
import { secretKeyFrom } from '../../../server/generation/stores/secret-key.ts';
import { choiceFromSecrets } from '../../../server/generation/writers/model/secrets.ts';

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type, accept',
};

/** An environment variable that hosted Supabase sets for every function. */
function variable(name: string): string {
  const value = Deno.env.get(name);
  if (!value)
    throw new Error(
      `${name} is not set. Supabase sets it for every edge function; set it when you serve this one yourself.`,
    );
  return value;
}

Deno.serve(
  withCors(
    createHandler({
      supabaseUrl: variable('SUPABASE_URL'),
      publishableKey: variable('SUPABASE_ANON_KEY'),
      secretKey: secretKeyFrom((name) => Deno.env.get(name)),
      chooseModel: async () => choiceFromSecrets((name) => Deno.env.get(name)),
      // Without this, the platform stops the run as soon as its client disconnects.
      keepAlive: (run) => globalThis.EdgeRuntime?.waitUntil(run),
    }),
  ),
);

/**
 * Allows pages of any origin to call a hosted function, as Supabase's own services do: callers are authenticated by a
 * token, never by a cookie. The embedded mode does not need this, because its UI has the same origin.
 */
function withCors(handler: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS_HEADERS });
    const response = await handler(request);
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
    return response;
  };
}
