import type { WarmupReason } from '../../../shared/accounts/warmup.ts';
import { HOLD_REST_DAYS } from '../../../shared/accounts/warmup-hold.ts';

/** Why a warm-up failed, and the remedy. */
export type ReasonWords = { what: string; remedy: string };

const LOG_IN_AGAIN = 'then log in again here.';
const REST = `Leave the account alone for a day or two, check it in the Instagram app, ${LOG_IN_AGAIN}`;
const REST_OR_LIFT = `Let the account rest for ${HOLD_REST_DAYS} days, then lift the hold, or log in again here.`;
const WAIT = `Wait a few hours, ${LOG_IN_AGAIN}`;

export const reasonMessages: Record<WarmupReason, ReasonWords> = {
  login: { what: 'Instagram asked for the password.', remedy: 'The saved login has expired. Log in again here.' },
  challenge: {
    what: 'Instagram wants to make sure it’s you.',
    remedy: 'Log in again here and complete the check in the window.',
  },
  checkpoint: {
    what: 'Instagram is holding the account at a checkpoint.',
    remedy: 'Log in again here and complete it in the window.',
  },
  two_factor: {
    what: 'Instagram asked for a two-factor code.',
    remedy: 'Log in again here and enter the code in the window.',
  },
  suspended: {
    what: 'Instagram has suspended this account.',
    remedy: `The Instagram app explains why, and how to appeal. Once the account is back, log in again here.`,
  },
  disabled: {
    what: 'Instagram has disabled this account.',
    remedy: `The Instagram app explains why, and how to appeal. Once the account is back, log in again here.`,
  },
  feedback_required: { what: 'Instagram flagged unusual activity on this account.', remedy: REST },
  rate_limited: { what: 'Instagram reported too many requests.', remedy: REST_OR_LIFT },
  try_again_later: { what: 'Instagram said “Try again later”.', remedy: WAIT },
  action_blocked: { what: 'Instagram blocked an action by this account.', remedy: REST },
  unknown_notice: {
    what: 'Instagram is showing something unfamiliar.',
    remedy: `See the screenshot. Open the account in the Instagram app, do what it asks, ${LOG_IN_AGAIN}`,
  },
  no_session: {
    what: 'This account is not logged in on this machine.',
    remedy: 'Log in here, or import cookies from a browser that is logged in.',
  },
  empty_feed: {
    what: 'The feed is empty: this account follows nobody.',
    remedy: 'Follow some accounts on Instagram, then start the warm-up again.',
  },
  layout_changed: {
    what: 'No posts were found: Instagram has changed its layout.',
    remedy: 'Update Local Agent. If it is up to date, check that your own browser shows posts in the feed.',
  },
  site_trouble: {
    what: 'Instagram is having problems.',
    remedy: 'Try again later. An automatic warm-up retries once the same day.',
  },
  page_hangs: {
    what: 'The Instagram page stopped responding.',
    remedy: 'Start the warm-up again. If it happens again, close other programs or update the browser.',
  },
  page_crashed: {
    what: 'The page crashed.',
    remedy: 'Start the warm-up again. Close other programs if memory is low.',
  },
  offline: {
    what: 'Instagram could not be reached.',
    remedy: 'Check this machine’s connection, then start the warm-up again.',
  },
  browser: {
    what: 'The browser did not start, or closed unexpectedly.',
    remedy: 'Run “npx local-agent doctor” on this machine to find out why.',
  },
  interrupted: { what: 'The agent was stopped during the warm-up.', remedy: 'Start the warm-up again.' },
  cancelled: { what: 'The warm-up was cancelled.', remedy: 'Start the warm-up again whenever you like.' },
  error: { what: 'Something unexpected went wrong.', remedy: 'The backend logs have the details.' },
};

/** The message for a stored reason; a general one for an unknown reason of a newer agent. */
export function reasonWords(reason: string): ReasonWords {
  return Object.hasOwn(reasonMessages, reason)
    ? reasonMessages[reason as WarmupReason]
    : { what: 'Instagram stopped the last warm-up.', remedy: `Check the account on Instagram, ${LOG_IN_AGAIN}` };
}
