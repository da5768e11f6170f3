import { type Platform, platformName } from '../../../../shared/posts/platforms.ts';

export const COMPOSER_PURPOSE = 'posting by hand';
export const otherIsPrepared = (platform: Platform) =>
  `The composer of ${platformName(platform)} is being filled in. Prepare this one once that is ready, or close its window.`;
export const NO_SERVER = 'The server of this account is not known. Connect the account, or post from your own browser.';
export const MEDIA_TOO_LARGE = 'A file of this post is too large to prepare. Post it from your own browser.';
export const AGENT_STOPPED = 'The agent was stopped, which closed the window. Open it again.';
export const UNEXPECTED = 'Something went wrong in the agent. See its log (--log-level error) for details.';
export const timedOut = (minutes: number) =>
  `The window was closed after ${minutes} minutes. Open it again to continue.`;
export const notOpened = (host: string) =>
  `${host} could not be opened. Check this machine’s connection, then try again.`;
