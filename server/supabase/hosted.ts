import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { createServerClient } from './client.ts';
import type { SupabaseConnection } from './connection.ts';
import { callerVerifier } from './hosted/callers.ts';
import { checkProject, checkPublishableKey, checkSchema } from './hosted/check.ts';
import { unreachable } from './hosted/project.ts';

export type HostedOptions = {
  /** The project's URL without a trailing slash. */
  url: string;
  publishableKey: string;
  /** For background work and the terminal; null leaves those out. */
  secretKey: string | null;
  log: Logger;
};

/** What HostedConnection.invokeFunction takes. `body` is sent as JSON. */
export type FunctionCall = { body?: unknown; accept?: string; signal?: AbortSignal };

/** The hosted project's side of the seam, with what only exists in this mode. */
export type HostedConnection = SupabaseConnection & {
  mode: 'hosted';
  /** Invokes an edge function with the service key; AppError unavailable with the remedy where there is none. */
  invokeFunction(name: string, call: FunctionCall): Promise<Response>;
};

/**
 * Connects to the user's own Supabase project. AppError with the remedy when it cannot be reached, a key is not good or
 * the migrations are missing; each is found out within 10 s.
 */
export async function openHosted({ url, publishableKey, secretKey, log }: HostedOptions): Promise<HostedConnection> {
  const project = { url, publishableKey };
  await checkProject(project, secretKey);
  if (secretKey === null) log.info('No secret key: background work and the terminal cannot use the Supabase project.');
  return {
    mode: 'hosted',
    url,
    publishableKey,
    admin: secretKey === null ? null : createServerClient(url, secretKey),
    verify: callerVerifier(project),
    fetch,
    handle: null,
    handleRest: null,
    accounts: null,
    databaseDir: null,
    stored: null,
    async health() {
      const began = performance.now();
      await checkPublishableKey(project);
      const roundTripMs = performance.now() - began;
      await checkSchema(project, secretKey);
      return { roundTripMs, connections: null, isMigrated: true };
    },
    async invokeFunction(name, call) {
      if (secretKey === null) throw needsSecretKey(url);
      const answer = await callFunction({ url, secretKey }, name, call).catch((error: Error) => {
        throw error.name === 'AbortError' ? error : unreachable(project, error);
      });
      if (await isUndeployed(answer)) throw notDeployed(url, name);
      return answer;
    },
    async close() {},
  };
}

/**
 * Calls an edge function with the service key, the way supabase-js does it, but leaves the answer's body unread so that
 * it can be streamed.
 */
function callFunction(
  { url, secretKey }: { url: string; secretKey: string },
  name: string,
  { body, accept, signal }: FunctionCall,
): Promise<Response> {
  return fetch(`${url}/functions/v1/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      ...(accept && { Accept: accept }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

function needsSecretKey(url: string): AppError {
  return new AppError(
    'unavailable',
    `Generating from here needs the secret key of the Supabase project ${url}: start the agent with --supabase-secret-key (LOCAL_AGENT_SUPABASE_SECRET_KEY).`,
  );
}

function notDeployed(url: string, name: string): AppError {
  return new AppError(
    'unavailable',
    `The Supabase project ${url} has no function ${name}. In a checkout of local-agent run "npx supabase functions deploy ${name}".`,
  );
}

/** Supabase's message for a missing function; our functions answer 404 with other messages. */
async function isUndeployed(answer: Response): Promise<boolean> {
  if (answer.status !== 404) return false;
  const body = await answer
    .clone()
    .json()
    .catch(() => null);
  return body?.code === 'NOT_FOUND';
}
