import { totalmem } from 'node:os';

/** Share of a Mac's memory that is available to programs. */
const MAC_SHARE = 0.7;

/**
 * Memory still available to programs, in bytes; inside a container, up to its limit. macOS reports only unused memory
 * as free, but frees more on demand.
 */
export function memoryAtHand(): number {
  return process.platform === 'darwin' ? totalmem() * MAC_SHARE : process.availableMemory();
}
