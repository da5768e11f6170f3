import type { DeliverySummary } from '@/domain/publishing/deliveries.ts';

/** Whether the user has to retry it, mark it as published, or cancel it. */
export function isOpenDelivery({ state }: DeliverySummary): boolean {
  return state === 'waiting' || state === 'failed' || state === 'needs_review';
}

/** Whether it can be retried without the risk of a duplicate. Does not check for a channel. */
export function isSafeToRetry({ state, waits_for, error_class }: DeliverySummary): boolean {
  return (state === 'failed' && error_class !== 'unknown') || waits_for === 'late';
}

/** Whether it can still be cancelled before it is sent. */
export function isUnsent({ state }: DeliverySummary): boolean {
  return state === 'pending' || state === 'preparing' || state === 'waiting';
}
