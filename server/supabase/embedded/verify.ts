import { errors, jwtVerify } from 'jose';
import type { Sql } from 'postgres';
import type { Caller } from '../connection.ts';

export type Verdict =
  | { kind: 'good'; userId: string; sessionId: string; claims: Record<string, unknown> }
  | { kind: 'expired' }
  | { kind: 'bad' };

/** Verifies user tokens of the embedded backend: signature, expiry, and that their session was not signed out. */
export function tokenVerifier(sql: Sql, jwtSecret: string) {
  const secret = new TextEncoder().encode(jwtSecret);

  async function check(token: string): Promise<Verdict> {
    let claims: Record<string, unknown>;
    try {
      claims = (await jwtVerify(token, secret, { algorithms: ['HS256'] })).payload;
    } catch (error) {
      return { kind: error instanceof errors.JWTExpired ? 'expired' : 'bad' };
    }
    const { sub, session_id: sessionId, role } = claims;
    if (typeof sub !== 'string' || typeof sessionId !== 'string' || role !== 'authenticated') return { kind: 'bad' };
    const [session] = await sql`select 1 from auth.sessions where id = ${sessionId} and user_id = ${sub}`;
    return session ? { kind: 'good', userId: sub, sessionId, claims } : { kind: 'bad' };
  }

  return {
    check,
    /** The connection's `verify`: who the token belongs to and whether they are a member. */
    async caller(token: string): Promise<Caller | null> {
      const verdict = await check(token);
      if (verdict.kind !== 'good') return null;
      const [row] = await sql<{ email: string | null; member: boolean }[]>`
        select email, exists (select 1 from public.members where user_id = users.id) as member from auth.users where id = ${verdict.userId}`;
      return row ? { userId: verdict.userId, email: row.email, isMember: row.member } : null;
    },
  };
}
