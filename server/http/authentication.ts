import type { FastifyReply, FastifyRequest } from 'fastify';
import type { McpToken } from '../../shared/agent/mcp-tokens.ts';
import type { Operation } from '../../shared/api/operation.ts';
import { AppError } from '../errors.ts';
import type { MemberRights, SupabaseConnection } from '../supabase/connection.ts';
import { isSameSecret } from '../system/same-secret.ts';

/** The sender of a request: the holder of the agent token, a member, or an assistant with its own token. */
export type RequestCaller =
  | { kind: 'agent' }
  | ({ kind: 'member'; userId: string; email: string | null } & MemberRights)
  | { kind: 'assistant'; token: McpToken };

/** Who may call a route: see Operation; `mcp` allows the agent token and assistants' tokens. */
export type RouteAccess = NonNullable<Operation['access']> | 'mcp';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Null on open routes. */
    caller: RequestCaller | null;
  }
}

/**
 * An onRequest hook that authenticates `Authorization: Bearer` with the agent token, a member's access token or, for
 * `mcp` routes, an assistant's token. A route is open only if its config says so. Sets `request.caller`. AppError
 * unauthorized, or forbidden for non-members and for members without the required right.
 */
export function authenticate(deps: AuthenticationDeps & { mcpTokens: McpTokenCheck }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (request.is404 || access === 'open') return;
    const assistant = access === 'mcp' ? await assistantOf(request, deps.mcpTokens) : null;
    const caller = assistant ?? (await requireMember(request, reply, deps));
    const refusal = missingRight(caller, access);
    if (refusal) throw new AppError('forbidden', refusal);
    request.caller = caller;
  };
}

type McpTokenCheck = { verify(token: string): Promise<McpToken | null> };
type AuthenticationDeps = { connection: Pick<SupabaseConnection, 'verify'>; agentToken: string };

async function assistantOf(request: FastifyRequest, mcpTokens: McpTokenCheck): Promise<RequestCaller | null> {
  const text = bearerToken(request);
  const token = text === undefined ? null : await mcpTokens.verify(text);
  return token && { kind: 'assistant', token };
}

/** Why a member may not call a route, as a sentence; null when they may. */
function missingRight(caller: RequestCaller, access: RouteAccess | undefined): string | null {
  if (caller.kind !== 'member') return null;
  if (access === 'agent' || access === 'mcp') return AGENT_ONLY;
  if (access === 'owner' && caller.role !== 'owner') return OWNER_ONLY;
  if (access === 'code' && !caller.mayRunCode) return NO_CODE;
  return null;
}

/**
 * The sender of a request to a partly open route: the agent or a member. AppError unauthorized, or forbidden for
 * non-members.
 */
export async function requireMember(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthenticationDeps,
): Promise<RequestCaller> {
  const token = bearerToken(request);
  if (token && isSameSecret(token, deps.agentToken)) return { kind: 'agent' };
  const caller = token ? await verified(token, request, deps) : null;
  if (!caller) {
    reply.header('www-authenticate', 'Bearer');
    throw new AppError(
      'unauthorized',
      'Sign in first, or send the agent token (`local-agent token` prints it) as "Authorization: Bearer <token>".',
    );
  }
  const { rights, ...who } = caller;
  if (!rights) {
    throw new AppError('forbidden', 'This account is not a member of the workspace. Ask its owner to add it.');
  }
  return { kind: 'member', ...who, ...rights };
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([^\s,]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** AppError unavailable when the database cannot check the token, for example because all connections are in use. */
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
  'The database does not answer, so your sign-in cannot be checked. Try again in a moment; `local-agent status --deep` shows the health of the agent.';

const AGENT_ONLY = 'Only the agent token may do this: use the local-agent command on the machine itself.';
const OWNER_ONLY =
  'Only the owner of this workspace may do this. Ask them, or use the local-agent command on the machine.';
/** Also shown on the Scripts screen. */
export const NO_CODE =
  'You may not run scripts here: they run on this machine with the rights of its user. The owner of the workspace can allow it under Settings, Members.';
