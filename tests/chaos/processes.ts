import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../helpers/bundle-program.ts';
import type { AgentOrder } from './agent.ts';
import type { Anchor } from './fast-time.ts';

const AGENT = fileURLToPath(new URL('./agent.ts', import.meta.url));

/** Makes the program of agents whose processes begin to publish once they are given an order (agent.ts). */
export async function bundleAgent() {
  const { program, remove } = await bundleProgram(AGENT);
  return {
    spawn: (): ChildProcess => spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    /** Removes the program, after its processes have ended. */
    remove,
  };
}

/** What a process is told to do. One that was killed meanwhile does not get it. */
export function order(child: ChildProcess, message: AgentOrder | Anchor): void {
  if (child.connected) child.send(message, () => undefined);
}

/** Kills a process as `kill -9` does, and resolves when it is gone. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
