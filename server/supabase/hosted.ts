import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { createServerClient } from './client.ts';
import type { Client, SupabaseConnection } from './connection.ts';
import type { AgentSession } from './hosted/agent-session.ts';
import { callerVerifier } from './hosted/callers.ts';
import { checkNewestMigration, checkProject, checkPublishableKey, checkSchema } from './hosted/check.ts';
import { type Project, type SettingNames, unreachable } from './hosted/project.ts';
import { openReadiness, type Readiness } from './hosted/readiness.ts';

export type HostedOptions = {
  /** The project's URL without a trailing slash. */
  url: string;
  publishableKey: string;
  /** For background work and the terminal. Without it and without a session, these are unavailable. */
  secretKey: string | null;
  /** The session of a linked data directory. */
  session?: AgentSession | undefined;
  /** What error messages call the URL and the key. */
  names?: SettingNames | undefined;
  /**
   * Delays between the tries to reach the project, in milliseconds, for a long-running agent. With a session, the agent
   * still opens if all tries fail, and works once the project answers. Without delays, the first failure is an error.
   */
  pausesMs?: readonly number[] | undefined;
  /** Called with a sentence for users when the tries take longer. */
  onProgress?: ((sentence: string) => void) | undefined;
  log: Logger;
};

/** The options of HostedConnection.invokeFunction. `body` is sent as JSON. */
export type FunctionCall = { body?: unknown; accept?: string; signal?: AbortSignal };

/** The hosted project's side of the seam, with the members that only exist in this mode. */
export type HostedConnection = SupabaseConnection & {
  mode: 'hosted';
  /**
   * Invokes an edge function with the secret key, or as the signed-in member. AppError unavailable, with the remedy,
   * when there is neither or the function is not deployed.
   */
  invokeFunction(name: string, call: FunctionCall): Promise<Response>;
};

/**
 * Connects to the user's own Supabase project. AppError with the remedy when it is unreachable, a key is invalid or
 * migrations are missing; each request of the checks times out after 10 s.
 */
export async function openHosted(options: HostedOptions): Promise<HostedConnection> {
  const { url, publishableKey, secretKey, pausesMs = [], onProgress = () => undefined, log } = options;
  const project: Project = { url, publishableKey, names: options.names };
  // With the secret key, no session is needed.
  const session = secretKey === null ? options.session : undefined;
  const check = async () => {
    await checkProject(project, secretKey);
    if (session) await checkMember(project, session);
  };
  const opensAway = session !== undefined && pausesMs.length > 0;
  const readiness = await openReadiness(check, { pausesMs, opensAway, onProgress, log });
  if (!session && secretKey === null)
    log.info('No secret key: background work and the terminal cannot use the Supabase project.');
  return {
    mode: 'hosted',
    url,
    publishableKey,
    admin: clientFor(options, session, readiness),
    linkProblem: () => readiness.problem() ?? session?.problem() ?? null,
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
      if (session) await checkNewestMigration(project, { token: await session.token() });
      return { roundTripMs, connections: null, isMigrated: true };
    },
    async invokeFunction(name, call) {
      if (secretKey === null && !session) throw needsSecretKey(url);
      const key = secretKey ?? publishableKey;
      const token = session ? await session.token() : key;
      const answer = await callFunction({ url, key, token }, name, call).catch((error: Error) => {
        throw error.name === 'AbortError' ? error : unreachable(project, error);
      });
      if (await isUndeployed(answer)) throw notDeployed(url, name);
      return answer;
    },
    async close() {},
  };
}

function clientFor(
  { url, publishableKey, secretKey }: HostedOptions,
  session: AgentSession | undefined,
  { gate }: Readiness,
): Client | null {
  if (secretKey !== null) return createServerClient(url, secretKey);
  return session ? createServerClient(url, publishableKey, { fetch: gate(session.fetch) }) : null;
}

/** Checks the migrations as the member. An expired session is no error: the agent opens and waits for a new sign-in. */
async function checkMember(project: Project, session: AgentSession): Promise<void> {
  const token = await session.token().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unauthorized') return null;
    throw error;
  });
  if (token !== null) await checkNewestMigration(project, { token });
}

/** Calls an edge function like supabase-js, but leaves the body unread so that it can be streamed. */
function callFunction(
  { url, key, token }: { url: string; key: string; token: string },
  name: string,
  { body, accept, signal }: FunctionCall,
): Promise<Response> {
  return fetch(`${url}/functions/v1/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      apikey: key,
      Authorization: `Bearer ${token}`,
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
    `Generating from here needs the secret key of the Supabase project ${url}: sign in with \`local-agent link\`, or start the agent with --supabase-secret-key (LOCAL_AGENT_SUPABASE_SECRET_KEY).`,
  );
}

function notDeployed(url: string, name: string): AppError {
  return new AppError(
    'unavailable',
    `The Supabase project ${url} has no function ${name}. In a checkout of local-agent run "npx supabase functions deploy ${name}".`,
  );
}

/** Recognizes Supabase's answer for a missing function; a 404 from our own functions has no such code. */
async function isUndeployed(answer: Response): Promise<boolean> {
  if (answer.status !== 404) return false;
  const body = await answer
    .clone()
    .json()
    .catch(() => null);
  return body?.code === 'NOT_FOUND';
}
