import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** For the program itself, and the longest question with its answer in a small model. */
const BESIDES_BYTES = 400 * MB;
/** Larger models keep more for each token of a question. */
const CONTEXT_SHARE = 0.15;
/** Of all memory of a Mac, what its system leaves to programs. */
const MAC_SHARE = 0.7;

/** What a model of that file size takes of the memory while it writes, in bytes. */
export function memoryNeeded(fileBytes: number): number {
  return Math.ceil(fileBytes * (1 + CONTEXT_SHARE) + BESIDES_BYTES);
}

/**
 * What programs of this machine can still take, in bytes, as far as the system says; within a container, of it. macOS
 * counts as free only what nothing has used so far, and gives programs the rest as they need it.
 */
export function memoryAtHand(): number {
  return process.platform === 'darwin' ? totalmem() * MAC_SHARE : process.availableMemory();
}
