import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

/** Messages about the secrets of channels. They never contain one. */

export const keychainLocked = (reason: string) =>
  `The keychain of this machine is locked or does not answer (${reason}), and the key to your saved logins is in it. Unlock it, then try again.`;
export const KEY_LOST =
  'The key to this saved connection is no longer on this machine: the data directory was copied from another one, or the key was removed from the keychain. Connect the account again.';
export const SECRET_LOST = 'The saved connection of this account is damaged. Connect the account again.';
export const notReadable = (path: string, code: string) =>
  `Cannot read ${path} (${code}). Check its owner and permissions.`;

export const NEEDS_SECRET_KEY =
  'Channels are only available with the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const NO_ACCOUNT = 'Account not found. It may have been removed: reload the list.';
export const NOT_CONNECTED = 'This account is not connected for posting. Connect it first.';
export const ELSEWHERE =
  'This account is connected on another machine, which keeps its login. Do this there, or connect the account here instead.';
export const SECRET_GONE = 'The login of this account is no longer on this machine. Connect the account again.';
export const CHANGED = 'The account was connected again or disconnected in the meantime.';
export const AGENT_STOPPED = 'The agent was stopped. Try again once it is running.';
export const wrongPlatform = (platform: string) =>
  `This is an account of ${platform}. Connect it with a login of ${platform}.`;
export const alreadyConnected = (handle: string, label: string) =>
  `${handle} is already connected as "${label}". Posts would be published twice.`;
export const otherAccount = (before: string, after: string) =>
  `This is the login of ${after}, but the account has posted as ${before} so far. Post as ${after} from now on?`;
export const becameAnother = (before: string, after: string) =>
  `The login now belongs to ${after}, no longer to ${before}. Connect the account again.`;
export const platformTrouble = (platform: string, words: string) => `${platform}: ${words}`;

export const noSignIn = (platform: string) => `There is no sign-in page for ${platform}. Enter its login instead.`;
export const SIGN_IN_OVER = 'This sign-in has ended. Start a new one in Local Agent.';

export const notReadHere = (platform: string) =>
  `The login could not be read on this machine, so ${platform} was not asked to end it. Remove Local Agent there.`;
export const notEnded = (platform: string) =>
  `${platform} was not asked to end the login: the agent was stopped, or it took too long. Remove Local Agent there.`;

export const TEST_POST = 'Test post from Local Agent. It works, and this post is deleted right away.';

export const reconnectNotification = (label: string, platform: string, words: string) => ({
  title: `Connect ${label} again`,
  body: `${platform} no longer accepts its login, so its posts are on hold. ${words}`,
  path: '/accounts',
});
export const expiresNotification = (label: string, platform: string, days: number) => ({
  title: `Renew the login of ${label}`,
  body: `Its login to ${platform} ends ${days <= 1 ? 'within a day' : `in ${days} days`}. After that, its posts are on hold. Open Accounts and press Renew.`,
  path: '/accounts',
});

export const notRenewedNotification = (label: string, problem: string) => ({
  title: `Connect ${label} again soon`,
  body: problem,
  path: '/accounts',
});

export const versionEndsNotification = (label: string, platform: Platform, version: string, days: number) => ({
  title: `${label}: an API version ends ${days <= 0 ? 'now' : days === 1 ? 'within a day' : `in ${days} days`}`,
  body: `${platformLabel(platform)} ends version ${version} of its API, which is used to publish posts. Update Local Agent, or set platformApis.${platform}.version to a newer one.`,
  path: '/accounts',
});

export const returnPage = {
  connected: (handle: string) => ({
    title: 'Connected',
    text: `Local Agent can post as ${handle}. You can close this page.`,
  }),
  asks: (question: string) => ({ title: 'One question', text: `${question} Answer in Local Agent.` }),
  failed: (reason: string) => ({ title: 'Not connected', text: `${reason} Go back to Local Agent to try again.` }),
};
