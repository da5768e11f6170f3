import { HOLD_REST_DAYS } from '../../../shared/accounts/warmup-hold.ts';
import type { StopSignal } from '../../instagram/site.ts';
import type { PlatformSite } from './platform-sites.ts';

/** Messages about accounts and log-ins. They never contain cookie values or addresses with codes. */
type Named = Pick<PlatformSite, 'name'>;

export const NEEDS_SECRET_KEY =
  'Accounts are only available with the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const NO_ACCOUNT = 'Account not found. It may have been removed: reload the list.';
export const labelTaken = ({ name }: Named, label: string) =>
  `Another ${name} account already has the label "${label}". Choose a different one.`;

export const PURPOSES = { login: 'a login', import: 'a cookie import', check: 'a check', removal: 'its removal' };

export const WINDOW_CLOSED =
  'The window was closed before you were logged in. Open it again and leave it open: it closes automatically when you are done.';
export const AGENT_STOPPED = 'The agent was stopped, which closed the window.';
export const UNEXPECTED = 'Something went wrong in the agent. See its log (--log-level error) for details.';
export const loginTimedOut = (minutes: number) =>
  `Nobody logged in within ${minutes} minutes, so the window was closed. Open it again when you are ready.`;

export const notOpened = ({ name }: Named, reason: string) =>
  `${name} could not be opened (${reason}). Check this machine’s connection, then try again.`;
export const notRecognised = ({ name }: Named) =>
  `${name} showed neither a login page nor a logged-in account, so nothing was changed. Try again. If this keeps happening, the site’s layout has changed: update Local Agent.`;
export const noSession = ({ name }: Named) =>
  `This account is not logged in on this machine. Log in to ${name} in the login window, or import cookies.`;

/** Why a platform rejects a session, with the remedy. */
export function stoppedBy(stop: StopSignal, { name }: Named): string {
  const reasons: { [signal in StopSignal]: string } = {
    login: `The login has expired. Log in to ${name} again.`,
    challenge: `${name} wants to make sure it’s you. Log in again and complete the check in the window.`,
    checkpoint: `${name} is holding the account at a checkpoint. Log in again and complete it in the window.`,
    two_factor: `${name} asks for a two-factor code. Log in again and enter it in the window.`,
    suspended: `${name} has suspended the account. Open ${name} to see what it asks you to do.`,
    disabled: `${name} has disabled the account. Open ${name} to see whether you can appeal.`,
    feedback_required: `${name} has temporarily limited the account. Let it rest, then check again.`,
    rate_limited: `${name} reported too many requests. Let the account rest for ${HOLD_REST_DAYS} days, then check again.`,
    try_again_later: `${name} says "Try again later". Let the account rest for a day, then check again.`,
    action_blocked: `${name} has blocked actions by this account. Let it rest for a few days, then check again.`,
  };
  return reasons[stop];
}

export const NO_HOLD = 'Automatic warm-ups of this account are not on hold.';
export const HOLD_NEEDS_LOG_IN = 'Only logging in again ends this hold. Do what Instagram asks, then log in again.';
export const HOLD_CHANGED = 'The account has changed in the meantime. Reload and check it.';
export const stillResting = (from: Date) =>
  `The account rests for ${HOLD_REST_DAYS} days after too many requests. You can lift the hold from ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;

export const noLogin = ({ name }: Named) =>
  `${name} accounts do not use a browser login: posts are published through ${name}’s API. Connect the account for posting instead.`;

export const NO_COOKIE_FILE =
  'Unknown cookie format. Export the cookies as JSON with Cookie-Editor or EditThisCookie, or as a Netscape cookies.txt.';
export const EMPTY_COOKIE_FILE =
  'This file has no cookies. Log in to the platform in your browser first, then export its cookies.';
export const otherSite = (found: readonly string[], host: string) =>
  `These cookies are for ${found.join(', ')}, not ${host}. Export them while ${host} is open in your browser.`;
export const sessionMissing = (names: readonly string[], { name }: Named) =>
  `The login cookie for ${name} (${names.join(' or ')}) is missing. Log in there first, and export with an extension: scripts on the page cannot see it.`;
export const sessionExpired = ({ name }: Named) =>
  `The login in this file has expired. Log in to ${name} in your browser again, then export the cookies again.`;
export const cookiesLost = (names: readonly string[]) =>
  `The browser rejected the cookies ${names.join(', ')}. Nothing was imported; export them again.`;
export const importRefused = (reason: string) => `The cookies were not imported. ${reason}`;

export const holdsNothing = (platform: string) =>
  `${platform} cannot hold posts, so they cannot be handed over early: the agent sends them when they are due.`;
