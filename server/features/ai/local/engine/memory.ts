import { totalmem } from 'node:os';

/** Of all memory of a Mac, what its system leaves to programs. */
const MAC_SHARE = 0.7;

/**
 * What programs of this machine can still take, in bytes, as far as the system says; within a container, of it. macOS
 * counts as free only what nothing has used so far, and gives programs the rest as they need it.
 */
export function memoryAtHand(): number {
  return process.platform === 'darwin' ? totalmem() * MAC_SHARE : process.availableMemory();
}
