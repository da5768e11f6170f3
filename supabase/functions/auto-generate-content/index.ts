import { withCors } from './cors.ts';
import { createHandler } from './handler.ts';

/** Hosted Supabase: the platform sets these variables for every function. */
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
      // Without it the platform stops the run as soon as its client leaves.
      keepAlive: (run) => globalThis.EdgeRuntime?.waitUntil(run),
    }),
  ),
);
