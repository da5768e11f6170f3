import type { LoginState } from '../../../shared/accounts/account-session.ts';
import { withAccountBrowser } from '../../browser/account-browser.ts';
import { createAccountWindows, type ProfileWindowsDeps, type WindowWork } from '../../browser/account-windows.ts';
import { claimProfile } from '../../browser/profiles.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { within } from '../../system/time-limit.ts';
import { waitForLogIn } from './log-in.ts';
import { AGENT_STOPPED, loginTimedOut, PURPOSES, UNEXPECTED, WINDOW_CLOSED } from './messages.ts';
import type { PlatformSite } from './platform-sites.ts';

/** How long a window waits for the user. */
const LOGIN_TIMEOUT_MS = 10 * 60_000;
const ON_DONE_TIMEOUT_MS = 10_000;

/** The login windows, one per account. */
export type LoginWindows = {
  /**
   * Opens a window, unless one is open, and resolves once it is visible or has failed. `onDone` runs after the log-in.
   */
  open(accountId: string, site: PlatformSite, onDone: () => Promise<void>): Promise<LoginState>;
  state(accountId: string): LoginState;
  /** Closes the window without a log-in and returns its final state. */
  cancel(accountId: string): Promise<LoginState>;
  close(): Promise<void>;
};

export function createLoginWindows(deps: ProfileWindowsDeps): LoginWindows {
  const { log, limitMs = LOGIN_TIMEOUT_MS } = deps;
  const windows = createAccountWindows<LoginState>({
    opening: { state: 'open' },
    none: { state: 'none' },
    failed,
    closed: failed(WINDOW_CLOSED),
    limitMs,
    words: { timedOut: loginTimedOut, agentStopped: AGENT_STOPPED, unexpected: UNEXPECTED },
    log,
  });
  return {
    ...windows,
    open: (accountId, site, onDone) =>
      windows.open(accountId, async (given) => {
        await logIn(deps, accountId, site, given);
        await within(onDone(), { ms: ON_DONE_TIMEOUT_MS, what: 'Keeping the log-in' });
        return { state: 'done' };
      }),
  };
}

async function logIn(
  { dataDir, sessions, workspace, host, person }: ProfileWindowsDeps,
  accountId: string,
  site: PlatformSite,
  { signal, show }: WindowWork<LoginState>,
): Promise<void> {
  const hasSession = (await sessions.read(accountId)) !== null;
  await claimProfile(dataDir, accountId, workspace);
  const browser = {
    dataDir,
    sessions,
    accountId,
    host,
    signal,
    siteUrl: site.url,
    purpose: PURPOSES.login,
    headful: !person,
    keepsSession: false,
  };
  const onOpen = (page: Page) => {
    show({ state: 'open' });
    person?.(page);
  };
  await withAccountBrowser(browser, (given) => waitForLogIn(given, { site, hasSession, signal, onOpen }));
}

function failed(error: string): LoginState {
  return { state: 'failed', error };
}
