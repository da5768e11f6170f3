import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { ask, type Project, unreachable } from './project.ts';

/** What Supabase signs access tokens with; HS256 is the older way, whose key only the auth server has. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

/** In seconds. The project itself judges the times of a token (callers.ts), by a clock that is right. */
const CLOCK_TOLERANCE = Number.MAX_SAFE_INTEGER;

const userSchema = z.object({ id: z.string(), email: z.string().nullish() });
const claimsSchema = z.object({ sub: z.string(), role: z.literal('authenticated'), email: z.string().nullish() });

/** Whose access token it is. */
export type Identity = { userId: string; email: string | null };

/**
 * Identifies a token's owner: by the project's published keys, or by its auth server when the key is not published (as
 * with HS256). Null when the token is not valid, other than by its times; AppError unavailable when the project does not answer.
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

/** Undefined for what is no token, which jwtVerify then refuses. */
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
