import type { Steps } from '../../server/generation/writers/slices.ts';

/** The result of work in steps, run without its pauses. */
export function atOnce<T>(work: Steps<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
