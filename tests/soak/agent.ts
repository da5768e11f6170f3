import type { ChildProcess } from 'node:child_process';
import { uiConfigSchema } from '../../shared/agent/agent-api.ts';
import { apiOf } from '../faults/load.ts';
import { startCli, stopCli } from '../helpers/cli.ts';

/** The built agent as people start it. */
export type SoakAgent = {
  url: string;
  /** The agent token, and the public key of its Supabase. */
  token: string;
  key: string;
  process: ChildProcess;
  /** Sends JSON with the agent token. Throws what the agent says where it refuses. */
  call(path: string, body?: unknown): Promise<unknown>;
  /** Ends it in order; its exit code, null where it had to be killed. */
  stop(): Promise<number | null>;
};

/** Starts the built program on a data directory. */
export async function startSoakAgent(dataDir: string): Promise<SoakAgent> {
  const started = await startCli(dataDir, ['--log-level', 'silent']);
  const { url } = started.report;
  const { supabaseKey: key } = uiConfigSchema.parse(await (await fetch(`${url}/config.json`)).json());
  const api = await apiOf(dataDir, url);
  return {
    url,
    token: api.token,
    key,
    process: started.child,
    async call(path, body) {
      const answer = await api.call(path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return text === '' ? null : JSON.parse(text);
    },
    stop: async () => (await stopCli(started)).code,
  };
}
