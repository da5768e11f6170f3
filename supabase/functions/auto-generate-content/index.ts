import { withCors } from './cors.ts';
import { createHandler } from './handler.ts';
import { choiceFromSecrets } from './writer/model/secrets.ts';

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
      chooseModel: async () => choiceFromSecrets((name) => Deno.env.get(name)),
      // Without it the platform stops the run as soon as its client leaves.
      keepAlive: (run) => globalThis.EdgeRuntime?.waitUntil(run),
    }),
  ),
);
