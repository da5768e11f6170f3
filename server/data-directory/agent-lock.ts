import { z } from 'zod';
import { removeUnfinishedWrites } from '../files/private-file.ts';
import { type DirectoryLock, directoryLocks } from './directory-lock.ts';
import { finishSwap } from './swap.ts';

const holderSchema = z.object({
  pid: z.number(),
  /** The command that it runs: `start`, `generate` … */
  command: z.string(),
  version: z.string(),
  /** Null while it does not listen. */
  url: z.string().nullable(),
});

/** The process that has a data directory open: an agent, or a command that needs it briefly. */
export type Holder = z.infer<typeof holderSchema>;

export type RunningAgent = Holder & { url: string };

/** The lock of the data directory. An agent publishes its `url` when it listens. */
export type AgentLock = DirectoryLock<Holder>;

const locks = directoryLocks(holderSchema);

/** The process that has the data directory open, or null. Read-only. */
export const findHolder = locks.findHolder;

/**
 * Asks the process that has the data directory open to exit, and waits until it has released it. Null if there is none.
 */
export const stopHolder = locks.stopHolder;

/**
 * Takes the lock of a data directory, or returns the agent running on it. If another process is starting or uses the
 * directory briefly, calls `onWait` once and waits until that process is a running agent or has exited. Then completes
 * or removes the unfinished work of a killed process.
 */
export async function lockDataDirectory(
  dataDir: string,
  self: { command: string; version: string },
  onWait: (holder: Holder) => void = () => undefined,
): Promise<{ lock: AgentLock; running: null } | { lock: null; running: RunningAgent }> {
  let waitsFor = 0;
  const { lock, outcome } = await locks.lock(dataDir, { ...self, pid: process.pid, url: null }, ({ info }) => {
    const { url, pid } = info;
    if (url !== null) return { ...info, url };
    if (waitsFor !== pid) onWait(info);
    waitsFor = pid;
    return null;
  });
  if (!lock) return { lock: null, running: outcome };
  try {
    await finishSwap(dataDir);
    await removeUnfinishedWrites(dataDir);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return { lock, running: null };
}
