import type { WarmupReason } from '../../../shared/warmup.ts';

/** Why a warm-up ended without success, and what to do about it. */
export type ReasonWords = { what: string; remedy: string };

const LOG_IN_AGAIN = 'then log in again here.';
const REST = `Leave the account alone for a day or two, look at it in the Instagram app, ${LOG_IN_AGAIN}`;
const WAIT = `Wait a few hours, ${LOG_IN_AGAIN}`;

/** The words for every end but success. */
export const reasonMessages: Record<WarmupReason, ReasonWords> = {
  login: { what: 'Instagram asked for the password.', remedy: 'The saved log-in is over. Log in again here.' },
  challenge: {
    what: 'Instagram wants to be sure that it is you.',
    remedy: 'Log in again here, and answer it in the window.',
  },
  checkpoint: {
    what: 'Instagram holds the account at a checkpoint.',
    remedy: 'Log in again here, and pass it in the window.',
  },
  two_factor: {
    what: 'Instagram asked for a two-factor code.',
    remedy: 'Log in again here, and enter the code in the window.',
  },
  suspended: {
    what: 'Instagram has suspended this account.',
    remedy: `The Instagram app says why and how to appeal. Once the account is back, log in again here.`,
  },
  disabled: {
    what: 'Instagram has disabled this account.',
    remedy: `The Instagram app says why and how to appeal. Once the account is back, log in again here.`,
  },
  feedback_required: { what: 'Instagram held back something as unusual for this account.', remedy: REST },
  rate_limited: { what: 'Instagram said that there were too many requests.', remedy: WAIT },
  try_again_later: { what: 'Instagram said “Try again later”.', remedy: WAIT },
  action_blocked: { what: 'Instagram blocked an action of this account.', remedy: REST },
  unknown_notice: {
    what: 'Instagram shows something that we do not know.',
    remedy: `The screenshot shows it. Look at the account in the Instagram app and answer what it asks, ${LOG_IN_AGAIN}`,
  },
  no_session: {
    what: 'This machine has no log-in for this account.',
    remedy: 'Log in here, or import the cookies of a browser that is logged in.',
  },
  empty_feed: {
    what: 'The feed is empty: this account follows nobody.',
    remedy: 'Follow some accounts on Instagram, then start the warm-up again.',
  },
  layout_changed: {
    what: 'No posts were found: Instagram has changed its pages.',
    remedy: 'Update local-agent. If it is up to date, look whether your own browser shows posts in the feed.',
  },
  site_trouble: {
    what: 'Instagram has trouble on its own side.',
    remedy: 'Try later. An automatic warm-up is tried once more on the same day.',
  },
  page_hangs: {
    what: 'Instagram’s page does not respond any more.',
    remedy: 'Start the warm-up again. If it happens again, close other programs or update the browser.',
  },
  page_crashed: {
    what: 'The page crashed.',
    remedy: 'Start the warm-up again. Close other programs if memory is short.',
  },
  offline: { what: 'Instagram could not be reached.', remedy: 'Check this machine’s connection, then start it again.' },
  browser: {
    what: 'The browser did not start or went away.',
    remedy: 'Run “npx local-agent doctor” on this machine: it says what the browser is missing.',
  },
  interrupted: { what: 'The agent was stopped in the middle of it.', remedy: 'Start the warm-up again.' },
  cancelled: { what: 'It was cancelled.', remedy: 'Start the warm-up again whenever you like.' },
  error: { what: 'Something went wrong that should not.', remedy: 'The backend logs have the details.' },
};

/** The words for a reason as the database has it; one from a newer version of the agent is told in general terms. */
export function reasonWords(reason: string): ReasonWords {
  return Object.hasOwn(reasonMessages, reason)
    ? reasonMessages[reason as WarmupReason]
    : { what: 'Instagram stopped the last warm-up.', remedy: `Look at the account on Instagram, ${LOG_IN_AGAIN}` };
}
