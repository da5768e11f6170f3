import { totalmem } from 'node:os';

/** Share of a Mac's memory that is available to programs. */
const MAC_SHARE = 0.7;

/**
 * Memory still available to programs, in bytes; within a container, its own. macOS reports only unused memory as free,
 * and gives programs the rest on demand.
 */
export function memoryAtHand(): number {
  return process.platform === 'darwin' ? totalmem() * MAC_SHARE : process.availableMemory();
}
