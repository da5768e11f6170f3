import type { Delivery } from '../../../shared/publishing/publishing-api.ts';
import { localTime } from '../terminal/local-time.ts';

export const NOT_DUE_YET = 'It has not been due yet, so nothing was sent.';
export const NOTHING_TO_RETRY =
  'There is nothing to send again: nothing of this post failed, is in doubt, or waits for you.';
export const NOTHING_TO_CANCEL = 'There is nothing to cancel: nothing of this post is still to be sent.';
export const NOTHING_TO_MARK = 'There is nothing to mark: nothing of this post failed, is in doubt, or waits for you.';
export const NOTHING_TO_UNMARK = 'There is nothing to take back: nothing of this post is marked as published by you.';
/** The delivery's result, or what it needs. */
export const deliveryInWords = ({ url, error, retryAt, waitsFor }: Delivery) =>
  url ??
  [error, retryAt && `Tried again at ${localTime(retryAt)}.`, waitsFor && WAITS[waitsFor]].filter(Boolean).join(' ');
const WAITS: { [why in NonNullable<Delivery['waitsFor']>]: string } = {
  by_hand: 'Post it by hand, then `local-agent posts mark`.',
  late: 'Its time has passed: `local-agent posts publish`, or cancel it.',
  reconnect: 'Connect the account again: `local-agent channels connect`.',
};
