import type { ISql, Sql } from 'postgres';
import type { Keys } from '../keys.ts';
import { limitSettings } from '../request-limits.ts';
import type { tokenVerifier } from '../verify.ts';
import { invalidRequest, StorageError } from './error.ts';

/** Who asks /storage/v1 for something: the role and claims that policies see. */
export type StorageCaller = {
  role: 'anon' | 'authenticated' | 'service_role';
  userId: string | null;
  claims: Record<string, unknown>;
};

const ANON: StorageCaller = { role: 'anon', userId: null, claims: { role: 'anon' } };
const SERVICE: StorageCaller = { role: 'service_role', userId: null, claims: { role: 'service_role' } };

/** Reads the caller from the Authorization header, else from the apikey header. StorageError 400 without
 * either, 403 for a token that is no good, 401 for a strange key. */
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

/** Runs `work` in a transaction in which row level security takes the caller for who they are. */
export function asCaller<T>(sql: Sql, caller: StorageCaller, work: (as: ISql) => Promise<T>): Promise<T> {
  return inTransaction(sql, async (as) => {
    const limits = JSON.stringify(Object.fromEntries(limitSettings(caller.role)));
    await as`
      select set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}::text, true),
        set_config('request.jwt.claim.sub', ${caller.userId ?? ''}, true),
        set_config('request.jwt.claim.role', ${caller.role}, true),
        (select count(set_config(key, value, true)) from json_each_text(${limits}::text::json)),
        set_config('role', ${caller.role}, true)`;
    return work(as);
  });
}

/** The connection was lost during the commit, so its outcome is unknown. */
export class UnknownCommitOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while a transaction was committed.', { cause });
  }
}

/**
 * Runs `work` between begin and commit on a session of its own: a lost connection ends it, see Sessions. Throws
 * DoubtfulCommit.
 */
export async function inTransaction<T>(sql: Sql, work: (session: ISql) => Promise<T>): Promise<T> {
  const session = await sql.reserve();
  try {
    await session`begin`;
    const value = await work(session);
    await session`commit`.catch((cause) => {
      throw new UnknownCommitOutcome(cause);
    });
    return value;
  } catch (error) {
    // Where even this fails the connection is lost, and Postgres has rolled back by itself.
    await rollback(session).catch(() => {});
    throw error;
  } finally {
    session.release();
  }
}

async function rollback(session: ISql): Promise<void> {
  await session`rollback`;
}

class RolledBack extends Error {}

/** Finds out whether the caller may do `work`, and undoes it. Throws what Postgres throws when they may not. */
export async function probe(sql: Sql, caller: StorageCaller, work: (as: ISql) => Promise<unknown>): Promise<void> {
  const trial = asCaller(sql, caller, async (as) => {
    await work(as);
    throw new RolledBack();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
