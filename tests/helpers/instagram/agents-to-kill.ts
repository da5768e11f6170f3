import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Client } from '../../../server/supabase/connection.ts';
import { uiConfigSchema } from '../../../shared/agent/agent-api.ts';
import type { Database } from '../../../shared/workspace/database.ts';
import type { CallOptions } from '../agent.ts';
import { bundleProgram } from '../bundle-program.ts';
import { freePort } from '../free-port.ts';

const PROGRAM = fileURLToPath(new URL('./agent-process.ts', import.meta.url));
const MEMBER = { email: 'me@example.com', password: 'correct horse' };

/**
 * Agents, one after the other, on one data directory and one port; each can be killed, and another started in its
 * place.
 */
export type KillableAgent = {
  dataDir: string;
  /** A member's client, which outlives the agents. */
  database: Client;
  call(path: string, options?: CallOptions): Promise<Response>;
  /** Ends the agent without a word to it (kill -9), and starts the next. */
  killAndRestart(): Promise<void>;
  /** Bytes of the agent's heap in use, after a collection. */
  heap(): Promise<number>;
  /** Ends the agent in order. Safe to call twice. */
  stop(): Promise<void>;
  /** Removes the data directory and the program, after `stop`. */
  remove(): Promise<void>;
};

export async function startKillableAgent(instagramUrl: string): Promise<KillableAgent> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-agent-killable-'));
  const port = await freePort();
  const { program, remove } = await bundleProgram(PROGRAM);
  const url = `http://127.0.0.1:${port}`;
  let token = '';

  const start = async (): Promise<ChildProcess> => {
    const args = ['--expose-gc', program, dataDir, String(port), instagramUrl];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = once(started, 'exit').then(([code]) => Promise.reject(new Error(`The agent ended with ${code}.`)));
    ended.catch(() => undefined);
    [token] = await Promise.race([once(started, 'message'), ended]);
    return started;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const call: KillableAgent['call'] = (path, { method, body, headers } = {}) =>
    fetch(new URL(path, url), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  let child = await start();
  await call('/api/users', { body: MEMBER });
  const { supabaseUrl, supabaseKey } = uiConfigSchema.parse(await (await call('/config.json')).json());
  // Node 20 has no WebSocket of its own.
  const options = { auth: { persistSession: false }, realtime: { transport: WebSocket as never } };
  const database = createClient<Database>(supabaseUrl, supabaseKey, options);
  const { error } = await database.auth.signInWithPassword(MEMBER);
  if (error) throw error;
  return {
    dataDir,
    database,
    call,
    async killAndRestart() {
      await end('SIGKILL');
      child = await start();
    },
    async heap() {
      child.send('memory');
      const [bytes] = await once(child, 'message');
      return bytes;
    },
    stop: () => end('SIGTERM'),
    async remove() {
      await remove();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
