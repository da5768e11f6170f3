import type * as Lite from '@supabase/lite';

/**
 * On import, @supabase/lite replaces process.emitWarning with a function that throws for every warning that is not a
 * string, such as Node's own. This import prevents the replacement.
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
