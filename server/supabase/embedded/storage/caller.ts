import type { Session, SqlClient } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';
import type { tokenVerifier } from '../auth/verify.ts';
import type { Keys } from '../keys.ts';
import { limitSettings } from '../request-limits.ts';
import { invalidRequest, StorageError } from './error.ts';

/** The caller of /storage/v1: the role and claims that policies see. */
export type StorageCaller = {
  role: 'anon' | 'authenticated' | 'service_role';
  userId: string | null;
  claims: Record<string, unknown>;
};

const ANON: StorageCaller = { role: 'anon', userId: null, claims: { role: 'anon' } };
const SERVICE: StorageCaller = { role: 'service_role', userId: null, claims: { role: 'service_role' } };

/**
 * Identifies the caller by the Authorization header, else by the apikey header. StorageError 400 without either, 403
 * for an invalid token, 401 for an unknown key.
 */
export async function identify(
  headers: Headers,
  keys: Keys,
  tokens: ReturnType<typeof tokenVerifier>,
): Promise<StorageCaller> {
  const bearer = headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1];
  const credential = bearer ?? headers.get('apikey');
  if (!credential) throw invalidRequest("headers must have required property 'authorization'");
  if (credential === keys.publishableKey) return ANON;
  if (credential === keys.secretKey) return SERVICE;
  if (!bearer || bearer.startsWith('sb_')) throw new StorageError(401, 'Unauthorized', 'Invalid API key');
  const verdict = await tokens.check(bearer);
  if (verdict.kind === 'good') return { role: 'authenticated', userId: verdict.userId, claims: verdict.claims };
  throw new StorageError(403, 'Unauthorized', verdict.kind === 'expired' ? 'jwt expired' : 'Invalid JWT');
}

/** Runs `work` in a transaction in which row level security sees the caller. */
export function asCaller<T>(database: SqlClient, caller: StorageCaller, work: (as: Session) => Promise<T>): Promise<T> {
  return database.transaction(async (as) => {
    const limits = JSON.stringify(Object.fromEntries(limitSettings(caller.role)));
    await as.run(sql`
      select set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
        set_config('request.jwt.claim.sub', ${caller.userId ?? ''}, true),
        set_config('request.jwt.claim.role', ${caller.role}, true),
        (select count(set_config(key, value, true)) from json_each_text(${limits})),
        set_config('role', ${caller.role}, true)`);
    return work(as);
  });
}

class RolledBack extends Error {}

/** Checks whether the caller may do `work`: runs it and rolls back. Throws Postgres' error if they may not. */
export async function probe(
  database: SqlClient,
  caller: StorageCaller,
  work: (as: Session) => Promise<unknown>,
): Promise<void> {
  const trial = asCaller(database, caller, async (as) => {
    await work(as);
    throw new RolledBack();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
