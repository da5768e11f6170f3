import { isSameSecret } from '../../../system/same-secret.ts';
import type { tokenVerifier } from '../auth/verify.ts';
import type { Keys } from '../keys.ts';
import { RestRefusal } from './error.ts';

/** The sender of a request to /rest/v1, as passed to Postgres. */
export type RestCaller = {
  role: 'anon' | 'authenticated' | 'service_role';
  userId: string;
  email: string;
  /** The token's claims, as JSON. */
  claims: string;
  /** The session that must still exist when the statement runs; null without a user token. */
  sessionId: string | null;
};

const ANON: RestCaller = { role: 'anon', userId: '', email: '', claims: '{"role":"anon"}', sessionId: null };
const SERVICE: RestCaller = {
  role: 'service_role',
  userId: '',
  email: '',
  claims: '{"role":"service_role"}',
  sessionId: null,
};

/**
 * Identifies the caller: `apikey` is one of the project's keys, and the bearer token identifies the user. RestRefusal
 * 401 for a missing or unknown key, or an expired or invalid token. Whether the session was signed out is checked
 * together with the statement; see RestDatabase.
 */
export async function identify(
  headers: Readonly<Record<string, string | undefined>>,
  keys: Keys,
  tokens: ReturnType<typeof tokenVerifier>,
): Promise<RestCaller> {
  const { apikey: apiKey, authorization = '' } = headers;
  if (apiKey === undefined) throw unauthorized('No API key found in request');
  const byKey = callerOfKey(apiKey, keys);
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined || token === apiKey) return byKey;
  if (token.startsWith('sb_')) return callerOfKey(token, keys);
  const verdict = await tokens.read(token);
  if (verdict.kind === 'expired') throw new RestRefusal(401, 'PGRST303', 'JWT expired');
  if (verdict.kind === 'bad') throw badToken();
  const { userId, sessionId, claims } = verdict;
  const email = typeof claims.email === 'string' ? claims.email : '';
  return { role: 'authenticated', userId, email, claims: verdict.text, sessionId };
}

function callerOfKey(key: string, { publishableKey, secretKey }: Keys): RestCaller {
  if (key === publishableKey) return ANON;
  if (isSameSecret(key, secretKey)) return SERVICE;
  throw unauthorized('Invalid API key');
}

function unauthorized(message: string): RestRefusal {
  return new RestRefusal(401, 'UNAUTHORIZED', message);
}

/** PGRST301: the token was signed with another key, or its session was signed out. */
export function badToken(): RestRefusal {
  return new RestRefusal(401, 'PGRST301', 'No suitable key or wrong key type');
}
