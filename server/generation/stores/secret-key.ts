import { z } from 'zod';

const keysSchema = z.record(z.string(), z.string().min(1));

/**
 * The project's secret key, from the variables that Supabase sets for every edge function: one of SUPABASE_SECRET_KEYS,
 * a JSON dictionary, or the older SUPABASE_SERVICE_ROLE_KEY. https://supabase.com/docs/guides/functions/secrets
 */
export function secretKeyFrom(variable: (name: string) => string | undefined): string | undefined {
  const keys = keysSchema.safeParse(parsed(variable('SUPABASE_SECRET_KEYS'))).data ?? {};
  return keys.default ?? Object.values(keys)[0] ?? (variable('SUPABASE_SERVICE_ROLE_KEY') || undefined);
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return null;
  }
}
