import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StartReport } from '../../server/cli/banner.ts';

/** The program as a person runs it: bin/local-agent.js with the build of dist/. */
const PROGRAM = new URL('../../bin/local-agent.js', import.meta.url).pathname;

export type CliAgent = {
  report: StartReport;
  /** Runs another command on the same data directory. */
  command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Sends SIGTERM, waits for the end and answers the exit code; then the data directory is removed. Safe to call twice. */
  stop(): Promise<number | null>;
};

/** Starts `local-agent start` on a free port with a data directory of its own. Always stop it, in afterAll. */
export async function startCliAgent(): Promise<CliAgent> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-agent-cli-'));
  const child = spawn(
    process.execPath,
    [PROGRAM, 'start', '--port', '0', '--no-open', '--json', '--data-dir', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then((code) => Promise.reject(new Error(`local-agent start ended with code ${code}.`))),
  ])) as [string];
  let stopping: Promise<number | null> | undefined;
  return {
    report: JSON.parse(line),
    command: (...args) => runCommand([...args, '--data-dir', dataDir]),
    stop() {
      stopping ??= (async () => {
        child.kill('SIGTERM');
        const code = await exited;
        await rm(dataDir, { recursive: true, force: true });
        return code;
      })();
      return stopping;
    },
  };
}

async function runCommand(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}
