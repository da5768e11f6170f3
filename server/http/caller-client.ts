import type { FastifyRequest } from 'fastify';
import { createServerClient } from '../supabase/client.ts';
import type { Client, SupabaseConnection } from '../supabase/connection.ts';
import { isSameSecret } from '../system/same-secret.ts';

/**
 * The client with which a request's work is done: the agent's own or, in hosted mode without a secret key, one with the
 * member's rights. Null for the agent token there, which is nobody to the project.
 */
export function callerClient(
  request: FastifyRequest,
  {
    connection,
    agentToken,
  }: { connection: Pick<SupabaseConnection, 'admin' | 'url' | 'publishableKey'>; agentToken: string },
): Client | null {
  const { admin, url, publishableKey } = connection;
  if (admin || !url) return admin;
  const accessToken = /^Bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!accessToken || isSameSecret(accessToken, agentToken)) return null;
  return createServerClient(url, publishableKey, { accessToken });
}
