import { decodeJwt } from 'jose';
import { z } from 'zod';
import { memberRoleSchema } from '../../../shared/agent/agent-api.ts';
import { AppError } from '../../errors.ts';
import type { Caller, MemberRights } from '../connection.ts';
import { identifier } from './identity.ts';
import { ask, type Project } from './project.ts';

/**
 * Saves a request to the project for each of a page's parallel and polling calls. Short, because a member who signs out
 * or is removed, or whose token expires, keeps access to the agent's API for this long.
 */
const CACHE_TTL_MS = 5_000;

/**
 * The `verify` of a hosted connection: returns a token's user and their rights. Members are cached for a few seconds; a
 * refused token is checked again each time.
 */
export function callerVerifier(
  project: Project,
  now: () => number = Date.now,
): (token: string) => Promise<Caller | null> {
  const identify = identifier(project);
  const cached = new Map<string, { caller: Promise<Caller | null>; until: number }>();

  async function judge(token: string): Promise<Caller | null> {
    const [identity, asked] = await Promise.all([identify(token), askRights(project, token)]);
    return identity && asked && { ...identity, ...asked };
  }

  return async (token) => {
    if (!expires(token)) return null;
    for (const [old, { until }] of cached) if (until <= now()) cached.delete(old);
    const known = cached.get(token);
    if (known) return known.caller;
    const caller = judge(token);
    cached.set(token, { caller, until: now() + CACHE_TTL_MS });
    try {
      if (!(await caller)?.rights) cached.delete(token);
    } catch {
      cached.delete(token);
    }
    return caller;
  };
}

/**
 * False for an invalid token, and for one that never expires. The project decides whether it has expired, because this
 * machine's clock may be wrong.
 */
function expires(token: string): boolean {
  try {
    return decodeJwt(token).exp !== undefined;
  } catch {
    return false;
  }
}

const rightsSchema = z
  .object({ role: memberRoleSchema, may_run_code: z.boolean() })
  .transform(({ role, may_run_code }): MemberRights => ({ role, mayRunCode: may_run_code }));

/** Queries the database with the caller's own token; null when the token is not accepted. */
async function askRights(project: Project, token: string): Promise<{ rights: MemberRights | null } | null> {
  const answer = await ask(project, { path: '/rest/v1/rpc/member_rights', method: 'POST', token });
  if (answer.status === 401) return null;
  if (answer.ok) return { rights: await memberRightsOf(answer) };
  throw new AppError(
    'unavailable',
    `The Supabase project ${project.url} could not check who is a member (status ${answer.status}). Bring its migrations up to date with "npx supabase db push".`,
  );
}

/** Parses the answer of `member_rights`; null for a user who is not a member. */
export async function memberRightsOf(answer: Response): Promise<MemberRights | null> {
  return rightsSchema.safeParse(await answer.json().catch(() => null)).data ?? null;
}
