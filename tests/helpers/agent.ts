import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { type Agent, type AgentDeps, openAgent } from '../../server/agent.ts';
import { type ConfigFlags, loadConfig } from '../../server/config/config.ts';
import { lockDataDirectory } from '../../server/data-directory/agent-lock.ts';
import { removeTree } from '../../server/files/file-tree.ts';
import type { Client } from '../../server/supabase/connection.ts';
import { killAllOf } from '../../server/system/process-tree.ts';
import { attempted, within } from '../../server/system/time-limit.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { addQuickMember } from './database.ts';
import { NO_KEYCHAIN } from './no-keychain.ts';
import { noWaker } from './no-waker.ts';
import { NO_WEB } from './no-web.ts';
import { emptyWorkspace, newWorkspace } from './workspace.ts';

/** An agent ends within 5 s; a busy machine may need more. If it hangs, it fails its own file and no other. */
const CLOSE_MS = 30_000;

export type TestAgent = {
  /** Origin of the listening agent, such as `http://127.0.0.1:41234`. */
  url: string;
  port: number;
  dataDir: string;
  agentToken: string;
  agent: Agent;
  /** The agent's own client with the service key; embedded mode only. */
  admin: Client;
  /**
   * Calls the agent API (or any path) with the agent token, or with `token`, or with no token if it is null. A `body`
   * is sent as JSON.
   */
  call(path: string, options?: CallOptions): Promise<Response>;
  addMember(email?: string, password?: string): Promise<{ email: string; password: string }>;
  /** Adds a member and signs in; resolves to the access token. */
  memberToken(email?: string): Promise<string>;
  /** Creates an account that is not a member of the workspace. Embedded mode only. */
  addStranger(email?: string, password?: string): Promise<{ email: string; password: string }>;
  /** Signs in like the UI and resolves to the access token. */
  signIn(email: string, password: string): Promise<string>;
  /** A supabase-js client over the network; with a token, as that user. */
  supabase(accessToken?: string): Client;
  /** Stops the agent and removes its data directory. Safe to call twice. */
  close(): Promise<void>;
};

export type CallOptions = {
  method?: string;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * Starts an agent on a free port of 127.0.0.1, with its own workspace in the temporary folder. `overrides` are settings
 * as the command line gives them, `deps` those of openAgent. Always close it, in afterAll or finally.
 */
export async function startTestAgent(overrides: ConfigFlags = {}, deps: AgentDeps = {}): Promise<TestAgent> {
  const dataDir = String(overrides.dataDir ?? (await (overrides.supabaseUrl ? emptyWorkspace() : newWorkspace())));
  // No spare process waiting for a script.
  const quiet = { open: false, logLevel: 'silent', scriptSpare: 0 };
  const flags = { port: 0, host: '127.0.0.1', ...quiet, ...overrides, dataDir };
  // Only the test's own settings row, desktop, keychain and web: the machine's must not matter.
  const own = { timeZone: null, desktop: null, keychain: NO_KEYCHAIN, links: NO_WEB, waker: noWaker(dataDir) };
  const agent = await openAgent(loadConfig(flags, {}), { ...own, ...deps });
  const url = await agent.app.listen({ port: Number(flags.port), host: String(flags.host) });
  return wrap(agent, url, dataDir);
}

export type FoundAgent = TestAgent & {
  /** Stops the agent, and keeps its data directory until `close`. */
  stop(): Promise<void>;
};

/** Starts an agent that commands find through its data directory. */
export async function startFoundAgent(overrides: ConfigFlags = {}, deps: AgentDeps = {}): Promise<FoundAgent> {
  const dataDir = String(overrides.dataDir ?? (await newWorkspace()));
  const { lock } = await lockDataDirectory(dataDir, { command: 'start', version: '0.0.0' });
  const agent = await startTestAgent({ ...overrides, dataDir }, deps).catch(async (error: unknown) => {
    await lock?.release();
    throw error;
  });
  lock?.tell({ url: agent.url });
  const { close } = agent;
  let stopping: Promise<unknown> | undefined;
  const stop = async () => {
    stopping ??= agent.agent.close().finally(() => lock?.release());
    await stopping;
  };
  return Object.assign(agent, {
    close: () => stop().finally(close),
    stop,
  });
}

function wrap(agent: Agent, url: string, dataDir: string): TestAgent {
  const { agentToken, connection } = agent;
  let closing: Promise<void> | undefined;

  const call: TestAgent['call'] = (path, { method, body, token = agentToken, headers, signal } = {}) =>
    fetch(new URL(path, url), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });

  const addMember: TestAgent['addMember'] = async (email = 'me@example.com', password = 'correct horse') => {
    const account = { email, password };
    if (connection.mode === 'embedded' && (await addQuickMember(dataDir, account))) return account;
    const response = await call('/api/users', { body: account });
    if (!response.ok) throw new Error(`Could not add ${email}: ${await response.text()}`);
    return account;
  };

  const supabase: TestAgent['supabase'] = (accessToken) =>
    createClient<Database>(connection.url ?? url, connection.publishableKey, {
      // A separate session from that of a page in the same process.
      auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() },
      global: { headers: accessToken ? { Authorization: `Bearer ${accessToken}` } : {} },
      // Node 20 has no built-in WebSocket.
      realtime: { transport: WebSocket as never },
    });

  const signIn: TestAgent['signIn'] = async (email, password) => {
    const { data, error } = await supabase().auth.signInWithPassword({ email, password });
    if (error) throw error;
    return data.session.access_token;
  };

  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    agentToken,
    agent,
    get admin() {
      return serviceClient(connection);
    },
    call,
    addMember,
    async addStranger(email = 'stranger@example.com', password = 'correct horse') {
      const account = await addMember(email, password);
      const { error } = await serviceClient(connection)
        .from('members')
        .delete()
        .eq('user_id', await userId(email));
      if (error) throw error;
      return account;
    },
    async memberToken(email) {
      const account = await addMember(email);
      return signIn(account.email, account.password);
    },
    signIn,
    supabase,
    close() {
      closing ??= within(agent.close(), { ms: CLOSE_MS, what: "The agent's end" })
        .catch(async (error: unknown) => {
          await attempted(killAllOf(dataDir), CLOSE_MS);
          throw error;
        })
        .finally(() => removeTree(dataDir));
      return closing;
    },
  };

  async function userId(email: string): Promise<string> {
    const users = (await connection.accounts?.list()) ?? [];
    const user = users.find((candidate) => candidate.email === email);
    if (!user) throw new Error(`There is no account ${email}.`);
    return user.id;
  }
}

function serviceClient({ admin }: Agent['connection']): Client {
  if (!admin) throw new Error('This agent has no service key.');
  return admin;
}
