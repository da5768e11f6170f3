import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, untilOk } from '../../bench/agent-process.ts';
import { uiConfigSchema } from '../../shared/agent/agent-api.ts';
import { type Inspector, openInspector } from './inspector.ts';

/** How long the agent may take to end. It ends within 5 s; a busy machine may need some more. */
const STOP_LIMIT_MS = 30_000;

/** The built agent as people start it, with its inspector open. */
export type SoakAgent = {
  url: string;
  /** The agent token, and the public key of its Supabase. */
  token: string;
  key: string;
  process: ChildProcess;
  inspector: Inspector;
  /** Sends JSON with the agent token. Throws what the agent says where it refuses. */
  call(path: string, body?: unknown): Promise<unknown>;
  /** Ends it in order; its exit code, null where it had to be killed. */
  stop(): Promise<number | null>;
};

/** Starts `bin/local-agent.js start` on a data directory, with an imitation as Instagram. */
export async function startSoakAgent(dataDir: string, instagramUrl: string): Promise<SoakAgent> {
  const [port, inspectorPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      `--inspect-port=127.0.0.1:${inspectorPort}`,
      'bin/local-agent.js',
      'start',
      '--no-open',
      '--port',
      String(port),
      '--data-dir',
      dataDir,
    ],
    {
      // Its log is in the data directory; what Node says of the inspector is nobody's.
      stdio: 'ignore',
      env: { ...process.env, LOCAL_AGENT_INSTAGRAM_URL: instagramUrl },
    },
  );
  // Whatever becomes of this process: nothing is left running.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  await untilOk(`${url}/api/health`, child);
  const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
  const { supabaseKey: key } = uiConfigSchema.parse(await (await fetch(`${url}/config.json`)).json());
  const inspector = await openInspector(child.pid ?? 0, inspectorPort);
  return {
    url,
    token,
    key,
    process: child,
    inspector,
    async call(path, body) {
      const answer = await fetch(new URL(path, url), {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return text === '' ? null : JSON.parse(text);
    },
    async stop() {
      inspector.close();
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const [code] = await ended;
      clearTimeout(hard);
      return code as number | null;
    },
  };
}
