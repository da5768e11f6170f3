import { refusals } from '@/features/scheduler/messages.ts';

/** A change that was not made; the message is for people and says why. */
export class Refusal extends Error {}

/** A change that was not made because the post is gone, and with it whatever was open about it. */
export class GoneRefusal extends Refusal {
  constructor() {
    super(refusals.gone);
  }
}

/** Words for whatever stopped a change. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return refusals.failed(error instanceof Error ? error.message : '');
}
