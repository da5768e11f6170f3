import { spawn } from 'node:child_process';
import type { Environment } from '../system/environment.ts';
import { signalGroup } from '../system/process-tree.ts';

/** How a program ended; `stderr` holds the end of its error output. */
export type EndedProcess = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

type RunOptions = { cwd: string; env: Environment; signal: AbortSignal };

const STDERR_MAX_CHARS = 16_000;

/**
 * Runs this Node with these arguments as a process group leader. If the signal aborts, kills the group, and rejects
 * with the signal's reason once the program has exited.
 */
export async function runNode(args: readonly string[], { cwd, env, signal }: RunOptions): Promise<EndedProcess> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_MAX_CHARS);
  });
  const kill = () => {
    if (child.pid !== undefined) void signalGroup(child.pid, 'SIGKILL').catch(() => undefined);
  };
  signal.addEventListener('abort', kill, { once: true });
  try {
    const ended = await new Promise<EndedProcess>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve({ code, signal: by, stderr }));
    });
    signal.throwIfAborted();
    return ended;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}
