import { HOLD_REST_DAYS } from '../../../shared/warmup-hold.ts';
import type { StopSignal } from '../../instagram/site.ts';
import type { PlatformSite } from './platform-sites.ts';

/** What people read about their accounts and log-ins. Never a cookie's value, never an address with a code in it. */
type Named = Pick<PlatformSite, 'name'>;

export const NEEDS_SECRET_KEY =
  'Accounts can be reached from here only with the secret key of your Supabase project: start the agent with --supabase-secret-key.';
export const NO_ACCOUNT =
  'There is no such account. It may have been removed; `local-agent accounts list` shows those there are.';
export const notAnswered = (reason: string) => `Supabase did not answer about the accounts: ${reason}`;
export const labelTaken = ({ name }: Named, label: string) =>
  `There is an account "${label}" on ${name} already. Choose another label.`;

export const PURPOSES = { login: 'a log-in', import: 'an import of cookies', check: 'a check', removal: 'its removal' };

export const WINDOW_CLOSED =
  'The window was closed before the log-in was seen. Open it again, and leave it open: it closes by itself once you are logged in.';
export const AGENT_STOPPED = 'The agent was stopped, and the window closed with it.';
export const UNEXPECTED = 'Something went wrong inside the agent. Its log (--log-level error) says what.';
export const nobodyLoggedIn = (minutes: number) =>
  `Nobody logged in within ${minutes} minutes, so the window was closed. Open it again when you are ready.`;

export const notOpened = ({ name }: Named, reason: string) =>
  `${name} could not be opened (${reason}). Check the connection of this machine, then try again.`;
export const notRecognised = ({ name }: Named) =>
  `${name} showed neither a log-in nor a person's pages, so nothing was changed. Try again; if it stays like this, the site's layout has changed: update local-agent.`;
export const noSession = ({ name }: Named) =>
  `There is no session of this account on this machine. Log in to ${name} with the log-in window, or import its cookies.`;

/** Why a platform does not take a session, and what to do. */
export function stoppedBy(stop: StopSignal, { name }: Named): string {
  const reasons: { [signal in StopSignal]: string } = {
    login: `${name} asks for a log-in: the session is over. Log in again.`,
    challenge: `${name} asks you to confirm that it is you. Log in again and answer it in the window.`,
    checkpoint: `${name} holds the account at a checkpoint. Log in again and pass it in the window.`,
    two_factor: `${name} asks for the code of your second factor. Log in again and give it in the window.`,
    suspended: `${name} has suspended the account. Open ${name} yourself and see what it asks of you.`,
    disabled: `${name} has disabled the account. Open ${name} yourself and see whether you can object.`,
    feedback_required: `${name} has limited the account for a while. Let it rest, then check again.`,
    rate_limited: `${name} asks to wait: there were too many requests. Let the account rest for some hours, then check again.`,
    try_again_later: `${name} says "Try again later". Let the account rest for a day, then check again.`,
    action_blocked: `${name} has blocked actions of this account. Let it rest for some days, then check again.`,
  };
  return reasons[stop];
}

export const NO_HOLD = 'Nothing holds automatic warm-ups of this account.';
export const HOLD_NEEDS_LOG_IN =
  'Only a new log-in ends this hold: see to what Instagram asks for, then log in again with "Log in again" on its row or `local-agent accounts login`.';
export const HOLD_CHANGED = 'The account has changed in the meantime. Look at it again.';
export const stillResting = (from: Date) =>
  `The account rests for ${HOLD_REST_DAYS} days after too many requests. The hold can be lifted from ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`;

export const NO_COOKIE_FILE =
  'This is no cookie file that is known here. Export the cookies with Cookie-Editor or EditThisCookie as JSON, or as a Netscape cookies.txt.';
export const EMPTY_COOKIE_FILE =
  'There is no cookie in this file. Log in to the platform in your browser first, then export its cookies.';
export const otherSite = (found: readonly string[], host: string) =>
  `These cookies are of ${found.join(', ')}, none of ${host}. Export them while ${host} is open in your browser.`;
export const sessionMissing = (names: readonly string[], { name }: Named) =>
  `The cookie ${names.join(' or ')} is missing, without which nobody is logged in to ${name}. Log in there first, and export with an extension: scripts on the page cannot see it.`;
export const sessionExpired = ({ name }: Named) =>
  `The session in this file has expired. Log in to ${name} in your browser again, then export the cookies anew.`;
export const cookiesLost = (names: readonly string[]) =>
  `The browser did not take the cookies ${names.join(', ')} as they are in the file. Nothing was imported; export them again.`;
export const importRefused = (reason: string) => `The cookies were not imported. ${reason}`;
