import type { FastifyRequest } from 'fastify';
import { createServerClient } from '../supabase/client.ts';
import type { Client, SupabaseConnection } from '../supabase/connection.ts';
import { isSameSecret } from '../system/same-secret.ts';

/**
 * The Supabase client for a request: the agent's or, in hosted mode without a secret key, one with the member's rights.
 * Null for the agent token in that mode, because the project does not accept it.
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
