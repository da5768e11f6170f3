import type * as Lite from '@supabase/lite';

/**
 * @supabase/lite puts a function of its own in the place of process.emitWarning when it is loaded, which throws for
 * every warning that is no text, as Node's own are. So while it is loaded, what is put there is not kept.
 */
async function loadLite(): Promise<typeof Lite> {
  const { emitWarning } = process;
  const place = { configurable: true, enumerable: true };
  Object.defineProperty(process, 'emitWarning', { ...place, get: () => emitWarning, set: () => undefined });
  try {
    return await import('@supabase/lite');
  } finally {
    Object.defineProperty(process, 'emitWarning', { ...place, writable: true, value: emitWarning });
  }
}

export const { App, Connection, getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } = await loadLite();
