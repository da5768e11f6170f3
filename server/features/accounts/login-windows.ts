import type { FastifyBaseLogger } from 'fastify';
import type { LoginState } from '../../../shared/accounts/account-session.ts';
import { AccountBrowserLost, withAccountBrowser } from '../../browser/account-browser.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import { claimProfile } from '../../browser/profiles.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { readSession } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { within } from '../../system/time-limit.ts';
import { waitForLogIn } from './log-in.ts';
import { AGENT_STOPPED, loginTimedOut, PURPOSES, UNEXPECTED, WINDOW_CLOSED } from './messages.ts';
import type { PlatformSite } from './platform-sites.ts';

/** How long a window waits for the person. */
const LOGIN_TIMEOUT_MS = 10 * 60_000;
const ON_DONE_TIMEOUT_MS = 10_000;

export type LoginWindowsDeps = {
  dataDir: string;
  workspace: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  /** Stands in for the person at a window, which stays hidden then; for tests. */
  person: ((page: Page) => void) | undefined;
  limitMs?: number;
};

/** The windows in which people log in; one for each account. */
export type LoginWindows = {
  /**
   * Opens a window, unless one is open, and answers once it is there or has failed. `onDone` runs when the person is
   * logged in.
   */
  open(accountId: string, site: PlatformSite, onDone: () => Promise<void>): Promise<LoginState>;
  state(accountId: string): LoginState;
  /** Closes the window without a log-in and answers how it ended. */
  cancel(accountId: string): Promise<LoginState>;
  /** Closes every window. */
  close(): Promise<void>;
};

type LoginWindow = {
  state: LoginState;
  /** Resolves when the window can be seen, or will never be. */
  shown: Promise<unknown>;
  over: Promise<void>;
  stop(end: LoginState): void;
};

export function createLoginWindows(deps: LoginWindowsDeps): LoginWindows {
  const windows = new Map<string, LoginWindow>();
  return {
    async open(accountId, site, onDone) {
      const known = windows.get(accountId);
      const window = known?.state.state === 'open' ? known : openWindow(deps, accountId, site, onDone);
      windows.set(accountId, window);
      await window.shown;
      return window.state;
    },
    state: (accountId) => windows.get(accountId)?.state ?? { state: 'none' },
    async cancel(accountId) {
      const window = windows.get(accountId);
      window?.stop({ state: 'none' });
      await window?.over;
      return window?.state ?? { state: 'none' };
    },
    async close() {
      for (const window of windows.values()) window.stop(failed(AGENT_STOPPED));
      await Promise.all([...windows.values()].map(({ over }) => over));
    },
  };
}

function openWindow(
  { dataDir, workspace, host, log, person, limitMs = LOGIN_TIMEOUT_MS }: LoginWindowsDeps,
  accountId: string,
  site: PlatformSite,
  onDone: () => Promise<void>,
): LoginWindow {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = (end: LoginState) => ending.abort(end);
  const timer = setTimeout(() => stop(failed(loginTimedOut(limitMs / 60_000))), limitMs);
  let show: (value?: unknown) => void = () => undefined;
  const open = new Promise((resolve) => {
    show = resolve;
  });

  const logIn = async () => {
    const hasSession = (await readSession(dataDir, accountId)) !== null;
    await claimProfile(dataDir, accountId, workspace);
    const browser = {
      dataDir,
      accountId,
      host,
      signal,
      siteUrl: site.url,
      purpose: PURPOSES.login,
      headful: !person,
      keepsSession: false,
    };
    const onOpen = (page: Page) => {
      show();
      person?.(page);
    };
    await withAccountBrowser(browser, (given) => waitForLogIn(given, { site, hasSession, signal, onOpen }));
    await within(onDone(), { ms: ON_DONE_TIMEOUT_MS, what: 'Keeping the log-in' });
  };
  const endOf = (error: unknown): LoginState => {
    if (error === signal.reason) return signal.reason;
    if (error instanceof AccountBrowserLost && error.part !== 'page_crashed') return failed(WINDOW_CLOSED);
    if (error instanceof AppError) return failed(error.message);
    log.error({ err: error }, 'a log-in failed inside the agent');
    return failed(UNEXPECTED);
  };
  const over = logIn()
    .then((): LoginState => ({ state: 'done' }), endOf)
    .then((end) => {
      clearTimeout(timer);
      window.state = end;
    });
  const window: LoginWindow = { state: { state: 'open' }, shown: Promise.race([open, over]), over, stop };
  return window;
}

function failed(error: string): LoginState {
  return { state: 'failed', error };
}
