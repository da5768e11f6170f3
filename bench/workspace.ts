import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const BENCH_EMAIL = 'bench@example.com';
export const BENCH_PASSWORD = 'bench password';

/** Calls `work` with a new data directory and removes it afterwards. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-agent-bench-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes the account that the measured requests sign in with, through the CLI. */
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
