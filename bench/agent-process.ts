import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 5;
const START_TIMEOUT_MS = 60_000;

/** A started CLI agent: `readyMs` is the time from spawning the process to the first 200 on both / and /api/health. */
export type AgentProcess = { url: string; process: ChildProcess; readyMs: number; stop(): Promise<void> };

/** Runs `local-agent start` as a user would, on a free port, and waits until the UI and the API answer. */
export async function startAgentProcess(dataDir: string): Promise<AgentProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['bin/local-agent.js', 'start', '--no-open', '--port', String(port), '--data-dir', dataDir],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await untilOk(`${url}/api/health`, child);
  await untilOk(`${url}/`, child);
  const readyMs = performance.now() - began;
  return {
    url,
    process: child,
    readyMs,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** A free TCP port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Polls `url` until it answers 200; throws when `child` exits first or after a minute. */
export async function untilOk(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The process ended with code ${child.exitCode} before ${url} answered.`);
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(POLL_MS);
  }
  throw new Error(`${url} did not answer 200 within ${START_TIMEOUT_MS / 1000} s.`);
}
