import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Database } from '../../../shared/workspace/database.ts';
import { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';

export type Client = SupabaseClient<Database>;

export type Backend = { supabaseUrl: string; publishableKey: string; fetch?: typeof fetch };

/**
 * A Supabase client with the caller's rights, after checking that the caller is a member or has the service key.
 * GenerationError unauthorized without a valid token, forbidden for a non-member.
 */
export async function admitCaller(request: Request, backend: Backend): Promise<Client> {
  const client = clientOf(request.headers, backend);
  const { data: isMember, error, status } = await client.rpc('is_member');
  if (error && (status === 401 || status === 403 || error.code === PERMISSION_DENIED)) {
    throw new GenerationError('unauthorized', MESSAGES.signIn);
  }
  if (error) throw new GenerationError('unavailable', MESSAGES.backendFailed('checking who you are'), { cause: error });
  if (!isMember) throw new GenerationError('forbidden', MESSAGES.notAMember);
  return client;
}

/**
 * A client with the project's secret key, for a call from the project's own database, after checking that the call's
 * secret is the one in Vault. GenerationError unauthorized if it is not.
 */
export async function admitProject(secret: string, secretKey: string | undefined, backend: Backend): Promise<Client> {
  if (secretKey === undefined) throw new GenerationError('unauthorized', MESSAGES.signIn);
  const client = clientWith(secretKey, `Bearer ${secretKey}`, backend);
  const isOurs = dataOf(await client.rpc('is_cloud_secret', { secret }), 'checking who you are');
  if (!isOurs) throw new GenerationError('unauthorized', MESSAGES.wrongSecret);
  return client;
}

type RealtimeTransport = NonNullable<NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport']>;

/** Postgres error code when anon calls is_member(). */
const PERMISSION_DENIED = '42501';

function clientOf(headers: Headers, backend: Backend): Client {
  const { publishableKey } = backend;
  const apikey = headers.get('apikey') ?? publishableKey;
  const authorization = headers.get('authorization') ?? `Bearer ${apikey}`;
  if (authorization === `Bearer ${publishableKey}`) throw new GenerationError('unauthorized', MESSAGES.signIn);
  return clientWith(apikey, authorization, backend);
}

function clientWith(apikey: string, authorization: string, { supabaseUrl, fetch }: Backend): Client {
  return createClient<Database>(supabaseUrl, apikey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { Authorization: authorization }, ...(fetch && { fetch }) },
    // Unused, but the client requires one on Node before 22. It matches the type except for `dispatchEvent`.
    realtime: { transport: WebSocket as unknown as RealtimeTransport },
  });
}

type Answer<T> = { data: T; error: null } | { data: null; error: { message: string } };

/**
 * The data of a Supabase response. GenerationError unavailable when it failed; `doing` completes "the backend failed
 * while ...".
 */
export function dataOf<T>(answer: Answer<T>, doing: string): T {
  if (answer.error) throw new GenerationError('unavailable', MESSAGES.backendFailed(doing), { cause: answer.error });
  return answer.data;
}
