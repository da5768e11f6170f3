import { refusals } from '@/features/scheduler/messages.ts';

/** A change that was not made; the message tells users why. */
export class Refusal extends Error {}

/** A change that was not made because the post no longer exists, so that its dialogs close. */
export class GoneRefusal extends Refusal {
  constructor() {
    super(refusals.gone);
  }
}

/** The message for any error of a change. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return refusals.failed(error instanceof Error ? error.message : '');
}
