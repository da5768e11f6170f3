import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../helpers/bundle-program.ts';
import type { AgentOrder } from './agent.ts';
import type { Anchor } from './fast-time.ts';

const AGENT = fileURLToPath(new URL('./agent.ts', import.meta.url));

/** Bundles the agents' program (agent.ts), whose processes start to publish once they get an order. */
export async function bundleAgent() {
  const { program, remove } = await bundleProgram(AGENT);
  return {
    spawn: (): ChildProcess => spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    /** Removes the program; call it after its processes have ended. */
    remove,
  };
}

/** Sends a process its order. A process that has been killed does not get it. */
export function order(child: ChildProcess, message: AgentOrder | Anchor): void {
  if (child.connected) child.send(message, () => undefined);
}

/** Kills a process like `kill -9`, and resolves when it has exited. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
