import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Client } from '../server/supabase/connection.ts';

export const BENCH_EMAIL = 'bench@example.com';
export const BENCH_PASSWORD = 'bench password';

/** Calls `work` with a new data directory, which is removed afterwards. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-agent-bench-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Creates the account for the measured requests, through the CLI. */
export async function addBenchAccount(dataDir: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['bin/local-agent.js', 'users', 'add', BENCH_EMAIL, '--password-stdin', '--data-dir', dataDir],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  child.stdin.end(BENCH_PASSWORD);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`users add ended with code ${code}.`);
}

/** Signs in to the agent at `url` as that account: the access token, the publishable key and a client with both. */
export async function signInBench(url: string): Promise<{ token: string; key: string; client: Client }> {
  const config: { supabaseKey: string } = await (await fetch(`${url}/config.json`)).json();
  const client: Client = createClient(url, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket.
    realtime: { transport: WebSocket as never },
  });
  const { data, error } = await client.auth.signInWithPassword({ email: BENCH_EMAIL, password: BENCH_PASSWORD });
  if (error) throw error;
  return { token: data.session.access_token, key: config.supabaseKey, client };
}
