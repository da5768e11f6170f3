import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { SupabaseConnection } from '../supabase/connection.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Without it: members of the workspace and the agent token. */
    access?: 'open' | 'agent';
  }
}

/** Compares two secrets in a time that tells nothing about them, their lengths included. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * An onRequest hook for the agent API: `Authorization: Bearer` with the agent token or a member's access token. Closed
 * by default: a route is open only when its config says so. AppError unauthorized, or forbidden for a stranger who is
 * no member.
 */
export function authenticate(deps: AuthenticationDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (request.is404 || access === 'open') return;
    const caller = await requireMember(request, reply, deps);
    if (caller === 'member' && access === 'agent') {
      throw new AppError(
        'forbidden',
        'Only the agent token may do this: use the local-agent command on the machine itself.',
      );
    }
  };
}

type AuthenticationDeps = { connection: Pick<SupabaseConnection, 'verify'>; agentToken: string };

/**
 * Who sent the request: the agent itself or a member, for a route that is open in part. AppError unauthorized, or
 * forbidden for a stranger who is no member.
 */
export async function requireMember(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthenticationDeps,
): Promise<'agent' | 'member'> {
  const token = /^Bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token && isSameSecret(token, deps.agentToken)) return 'agent';
  const caller = token ? await verified(token, request, deps) : null;
  if (!caller) {
    reply.header('www-authenticate', 'Bearer');
    throw new AppError(
      'unauthorized',
      'Sign in first, or send the agent token (`local-agent token` prints it) as "Authorization: Bearer <token>".',
    );
  }
  if (!caller.isMember) {
    throw new AppError('forbidden', 'This account is not a member of the workspace. Ask its owner to add it.');
  }
  return 'member';
}

/** AppError unavailable where the database cannot say whose token it is, as while all its connections are in use. */
async function verified(token: string, request: FastifyRequest, { connection }: AuthenticationDeps) {
  try {
    return await connection.verify(token);
  } catch (error) {
    if (error instanceof AppError) throw error;
    request.log.warn({ err: error }, 'a token cannot be verified');
    throw new AppError('unavailable', NOT_VERIFIED, { cause: error });
  }
}

const NOT_VERIFIED =
  'The database does not answer, so your sign-in cannot be checked. Try again in a moment; `local-agent status --deep` says how the agent is.';
