import type { ChildProcess } from 'node:child_process';
import { freePort } from '../../bench/agent-process.ts';
import { uiConfigSchema } from '../../shared/agent/agent-api.ts';
import { apiOf } from '../faults/load.ts';
import { startCli, stopCli } from '../helpers/cli.ts';
import { type Inspector, openInspector } from './inspector.ts';

/** The built agent as users start it, with its inspector open. */
export type SoakAgent = {
  url: string;
  /** The agent token, and the public key of its Supabase. */
  token: string;
  key: string;
  process: ChildProcess;
  inspector: Inspector;
  /** Sends JSON with the agent token. Throws the agent's error message if it refuses. */
  call(path: string, body?: unknown): Promise<unknown>;
  /** Stops it gracefully; returns its exit code, or null if it had to be killed. */
  stop(): Promise<number | null>;
};

/** Starts the built program on a data directory, with an imitation of Instagram. */
export async function startSoakAgent(dataDir: string, instagramUrl: string): Promise<SoakAgent> {
  const port = await freePort();
  const started = await startCli(dataDir, ['--log-level', 'silent'], {
    env: { LOCAL_AGENT_INSTAGRAM_URL: instagramUrl, NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` },
  });
  const { url } = started.report;
  const { supabaseKey: key } = uiConfigSchema.parse(await (await fetch(`${url}/config.json`)).json());
  const api = await apiOf(dataDir, url);
  const inspector = await openInspector(started.child.pid ?? 0, port);
  return {
    url,
    token: api.token,
    key,
    process: started.child,
    inspector,
    async call(path, body) {
      const answer = await api.call(path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return text === '' ? null : JSON.parse(text);
    },
    async stop() {
      inspector.close();
      return (await stopCli(started)).code;
    },
  };
}
