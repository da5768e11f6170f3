import type { Temporal } from 'temporal-polyfill';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';
import { inDollars } from '../../../../shared/publishing/prices.ts';

export const NEEDS_SECRET_KEY =
  'Answers need the secret key of the Supabase project on the agent’s machine. Set it up with `local-agent start --supabase-secret-key`.';
export const NO_ANSWER = 'There is no such answer. It may have been removed.';
export const NO_REPLY = 'There is no such reply. It may have been removed.';
export const BAD_CURSOR = 'This page is unknown. Request the first one again, without `cursor`.';
export const SENT_BEFORE = 'The same reply was already sent here. Change its text to send it again.';
export const LOGIN_ELSEWHERE =
  'The login of this account is on another machine. Reply there, or connect the account on this one.';
export const RECONNECT = 'The account needs to be connected again. Open Accounts, and press Reconnect.';
export const NOT_CONNECTED = 'The account is no longer connected. Connect it under Accounts.';
export const TOO_LATE_TO_TAKE_BACK = 'It is being sent right now. Wait until it is sent, then take it back.';
export const IS_SENT = 'It has already been sent.';
export const GAVE_UP = 'The agent was stopped each time while sending this. Check on the platform whether it is there.';

export const cannotReply = (platform: Platform) =>
  `${platformLabel(platform)} accepts no reply to this: it was deleted, its author does not allow replies, or the API cannot send one.`;
export const cannotLike = (platform: Platform) => `${platformLabel(platform)} does not let other programs like this.`;
export const cannotHide = (platform: Platform) => `${platformLabel(platform)} does not let other programs hide this.`;
export const cannotRemove = (platform: Platform) =>
  `${platformLabel(platform)} does not let other programs delete a reply. Open it there, and delete it.`;
export const tooLong = (platform: Platform, length: number, most: number) =>
  `The reply has ${length} characters, but ${platformLabel(platform)} allows ${most}. Shorten it.`;
export const notInState = (state: string) =>
  state === 'sent' ? IS_SENT : `It cannot be sent again: its state is "${state}".`;
export const budgetUsed = (platform: Platform, until: Temporal.Instant) => {
  const day = until.toZonedDateTimeISO('UTC').toLocaleString('en-GB', { day: 'numeric', month: 'long' });
  return `The monthly budget for ${platformLabel(platform)} is used up. No more answers are read until ${day} (UTC), or until you raise it: connect the account again with a higher one.`;
};
export const readPrice = (mills: number) =>
  `About ${inDollars(mills)} for each answer that is read. It counts against the account’s monthly budget.`;
