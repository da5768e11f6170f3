import type { Steps } from '../../server/generation/writers/slices.ts';

/** What work in steps comes to, without its pauses. */
export function atOnce<T>(work: Steps<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
