import type { DeliverySummary } from '@/domain/publishing/deliveries.ts';

/** Does it need a person: to retry it, to mark it as published, or to give it up? */
export function isOpenDelivery({ state }: DeliverySummary): boolean {
  return state === 'waiting' || state === 'failed' || state === 'needs_review';
}

/** Can it be sent once more without a risk that it stands there twice? Whether it has a channel is not asked here. */
export function isSafeToRetry({ state, waits_for, error_class }: DeliverySummary): boolean {
  return (state === 'failed' && error_class !== 'unknown') || waits_for === 'late';
}

/** Is there something left that can be taken back before it is sent? */
export function isUnsent({ state }: DeliverySummary): boolean {
  return state === 'pending' || state === 'preparing' || state === 'waiting';
}
