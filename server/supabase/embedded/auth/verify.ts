import { errors, jwtVerify } from 'jose';
import type { MemberRole } from '../../../../shared/agent/agent-api.ts';
import type { Caller } from '../../connection.ts';
import type { Session } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';

/** `text` is the claims as JSON. */
type GoodToken = { kind: 'good'; userId: string; sessionId: string; claims: Record<string, unknown>; text: string };
export type Verdict = GoodToken | { kind: 'expired' } | { kind: 'bad' };

/** Number of verified tokens that are cached; the least recently used is dropped first. */
const MOST_REMEMBERED = 500;

/**
 * Verifies user tokens of the embedded backend: signature, expiry, and that the session was not signed out. A valid
 * signature is cached, because verifying it takes longer than the database query; expiry and session are checked each
 * time.
 */
export function tokenVerifier(database: Session, jwtSecret: string) {
  const secret = new TextEncoder().encode(jwtSecret);
  const remembered = new Map<string, { good: GoodToken; expiresAt: number }>();

  /** Verifies signature and expiry only; the caller must check whether the session was signed out. */
  async function read(token: string): Promise<Verdict> {
    const known = remembered.get(token);
    if (known) {
      remembered.delete(token);
      if (known.expiresAt <= Date.now() / 1000) return { kind: 'expired' };
      remembered.set(token, known);
      return known.good;
    }
    let claims: Record<string, unknown>;
    try {
      claims = (await jwtVerify(token, secret, { algorithms: ['HS256'] })).payload;
    } catch (error) {
      return { kind: error instanceof errors.JWTExpired ? 'expired' : 'bad' };
    }
    const { sub, session_id: sessionId, role, exp } = claims;
    if (typeof sub !== 'string' || typeof sessionId !== 'string' || role !== 'authenticated') return { kind: 'bad' };
    const good: GoodToken = { kind: 'good', userId: sub, sessionId, claims, text: JSON.stringify(claims) };
    if (typeof exp === 'number') {
      remembered.set(token, { good, expiresAt: exp });
      const [oldest] = remembered.keys();
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    }
    return good;
  }

  async function check(token: string): Promise<Verdict> {
    const verdict = await read(token);
    if (verdict.kind !== 'good') return verdict;
    const { sessionId, userId } = verdict;
    const [session] = await database.rows(
      sql`select from auth.sessions where id = ${sessionId} and user_id = ${userId}`,
    );
    return session ? verdict : { kind: 'bad' };
  }

  return {
    read,
    check,
    /** The connection's `verify`: returns the token's user and their rights. */
    async caller(token: string): Promise<Caller | null> {
      const verdict = await check(token);
      if (verdict.kind !== 'good') return null;
      const [row] = await database.rows<{
        email: string | null;
        role: MemberRole | null;
        may_run_code: boolean | null;
      }>(sql`
        select u.email, m.role, m.may_run_code from auth.users u left join public.members m on m.user_id = u.id
          where u.id = ${verdict.userId}`);
      if (!row) return null;
      const { email, role, may_run_code: isTrusted } = row;
      const rights = role && { role, mayRunCode: role === 'owner' || isTrusted === true };
      return { userId: verdict.userId, email, rights };
    },
  };
}
