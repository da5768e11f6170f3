import { decodeJwt } from 'jose';
import { AppError } from '../../errors.ts';
import type { Caller } from '../connection.ts';
import { identifier } from './identity.ts';
import { ask, type Project } from './project.ts';

/**
 * A page makes several calls at once and polls every few seconds, and each would wait for the project on the internet.
 * Short, because a member who signs out or is removed keeps the agent's API for this long.
 */
const CACHE_TTL_MS = 5_000;

/**
 * The `verify` of a hosted connection: who a token belongs to, and whether they are a member. Members are remembered
 * for a few seconds; whoever was refused is checked again each time.
 */
export function callerVerifier(
  project: Project,
  now: () => number = Date.now,
): (token: string) => Promise<Caller | null> {
  const identify = identifier(project);
  const cached = new Map<string, { caller: Promise<Caller | null>; until: number }>();

  async function judge(token: string): Promise<Caller | null> {
    const [identity, isMember] = await Promise.all([identify(token), askMembership(project, token)]);
    return identity && isMember !== null ? { ...identity, isMember } : null;
  }

  return async (token) => {
    const expiry = expiryMs(token);
    if (expiry === null || expiry <= now()) return null;
    for (const [old, { until }] of cached) if (until <= now()) cached.delete(old);
    const known = cached.get(token);
    if (known) return known.caller;
    const caller = judge(token);
    cached.set(token, { caller, until: Math.min(now() + CACHE_TTL_MS, expiry) });
    try {
      if (!(await caller)?.isMember) cached.delete(token);
    } catch {
      cached.delete(token);
    }
    return caller;
  };
}

/** Milliseconds since the epoch; null for what is no token, or one that would never expire. */
function expiryMs(token: string): number | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : exp * 1000;
  } catch {
    return null;
  }
}

/** Asks the database with the caller's own token; null when it does not accept that. */
async function askMembership(project: Project, token: string): Promise<boolean | null> {
  const answer = await ask(project, { path: '/rest/v1/rpc/is_member', method: 'POST', token });
  if (answer.status === 401) return null;
  if (answer.ok) return (await answer.json().catch(() => false)) === true;
  throw new AppError(
    'unavailable',
    `The Supabase project ${project.url} could not tell who is a member (status ${answer.status}). Bring its migrations up to date with "npx supabase db push".`,
  );
}
