import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { ask, type Project, unreachable } from './project.ts';

/** Supabase's algorithms with published keys. Older projects sign with HS256, whose key only the auth server has. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

/** In seconds. Disables the time checks: the project checks the expiry (callers.ts), by a correct clock. */
const CLOCK_TOLERANCE = Number.MAX_SAFE_INTEGER;

const userSchema = z.object({ id: z.string(), email: z.string().nullish() });
const claimsSchema = z.object({ sub: z.string(), role: z.literal('authenticated'), email: z.string().nullish() });

/** The owner of an access token. */
export type Identity = { userId: string; email: string | null };

/**
 * Identifies a token's owner: with the project's published keys, or through its auth server when the key is not
 * published (HS256). Null for an invalid token; expiry is not checked. AppError unavailable when the project does not
 * answer.
 */
export function identifier(project: Project): (token: string) => Promise<Identity | null> {
  const keys = createRemoteJWKSet(new URL(`${project.url}/auth/v1/.well-known/jwks.json`));
  return async (token) => {
    if (algorithmOf(token) === 'HS256') return askAuthServer(project, token);
    let claims: JWTPayload;
    try {
      claims = (await jwtVerify(token, keys, { algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE })).payload;
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return askAuthServer(project, token);
      if (isAboutTheToken(error)) return null;
      throw unreachable(project, error);
    }
    const { data } = claimsSchema.safeParse(claims);
    return data ? { userId: data.sub, email: data.email ?? null } : null;
  };
}

async function askAuthServer(project: Project, token: string): Promise<Identity | null> {
  const answer = await ask(project, { path: '/auth/v1/user', token });
  if (!answer.ok) return null;
  const { data } = userSchema.safeParse(await answer.json().catch(() => null));
  return data ? { userId: data.id, email: data.email ?? null } : null;
}

/** Undefined for a malformed token, which jwtVerify then refuses. */
function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch {
    return undefined;
  }
}

function isAboutTheToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT)/.test(error.code);
}
