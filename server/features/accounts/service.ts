import type { FastifyBaseLogger } from 'fastify';
import { hasLogin, type LoginState, type SessionState } from '../../../shared/accounts/account-session.ts';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import { sweepScratch } from '../../browser/browser-scratch.ts';
import type { Page } from '../../browser/puppeteer.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { TimeLimitPassed } from '../../system/time-limit.ts';
import { createLeftovers, type KeptForAccounts, removeFromMachine } from './leftovers.ts';
import { createLoginWindows } from './login-windows.ts';
import { AGENT_STOPPED, noLogin } from './messages.ts';
import { type PlatformSite, platformSite } from './platform-sites.ts';
import { importSession, type SessionVisit, visitWithSession } from './session-visits.ts';
import type { AccountStore } from './store.ts';

/** Total time limit of a check or an import. */
const VISIT_LIMIT_MS = 120_000;

export type AccountSessionsDeps = {
  dataDir: string;
  sessions: Sessions;
  /** Identifies this database among others used with the data directory. */
  workspace: string;
  instagramUrl: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  person: ((page: Page) => void) | undefined;
  /** Removed with an account. */
  kept?: KeptForAccounts | undefined;
  /** With the service key; null in hosted mode without one. */
  store: AccountStore | null;
};

/**
 * The sessions of accounts on this machine. `store` has the caller's rights, and `id` need not exist: AppError
 * not_found, before any file is touched. Methods that open a browser: bad_input if the platform has no login here,
 * conflict while the account's browser is in use, unavailable without a browser.
 */
export type AccountSessions = {
  openWindow(id: string, store: AccountStore): Promise<LoginState>;
  windowState(id: string): LoginState;
  cancelWindow(id: string): Promise<LoginState>;
  /** AppError bad_input if the cookies are not a valid session. */
  importCookies(id: string, file: string, store: AccountStore): Promise<SessionState>;
  check(id: string, store: AccountStore): Promise<SessionState>;
  /**
   * Removes the session and profile: at once if the account still exists, else when its removal can no longer be
   * undone.
   */
  forget(id: string, store: AccountStore): Promise<void>;
  /** Removes the account with its session and profile; if its browser is in use, they are removed later. */
  remove(id: string, store: AccountStore): Promise<void>;
  /** Closes every window and browser. Safe to call twice. */
  close(): Promise<void>;
};

export function createAccountSessions(deps: AccountSessionsDeps): AccountSessions {
  const { dataDir, instagramUrl, log, store: own } = deps;
  const windows = createLoginWindows(deps);
  const leftovers = createLeftovers(deps, own);
  const swept = sweepScratch(dataDir).catch((error: unknown) =>
    log.warn({ err: error }, 'files of ended browsers could not be deleted'),
  );
  const closing = new AbortController();
  const visits = new Set<Promise<unknown>>();

  const assertOpen = () => {
    if (closing.signal.aborted) throw closing.signal.reason;
  };
  const siteOf = ({ platform }: Account): PlatformSite => {
    if (!hasLogin(platform)) throw new AppError('bad_input', noLogin({ name: platformLabel(platform) }));
    return platformSite(platform, instagramUrl);
  };
  const visit = <T>(account: Account, work: (visit: SessionVisit) => Promise<T>): Promise<T> => {
    assertOpen();
    const site = siteOf(account);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new TimeLimitPassed('The visit', VISIT_LIMIT_MS)), VISIT_LIMIT_MS);
    const signal = AbortSignal.any([closing.signal, late.signal]);
    const visiting = work({ ...deps, accountId: account.id, site, signal });
    const over = visiting.catch(() => undefined).finally(() => clearTimeout(timer));
    visits.add(over);
    void over.then(() => visits.delete(over));
    return visiting;
  };

  return {
    async openWindow(id, store) {
      const account = await store.read(id);
      assertOpen();
      return windows.open(account.id, siteOf(account), () => store.loggedIn(account.id));
    },
    windowState: (id) => windows.state(id.toLowerCase()),
    cancelWindow: (id) => windows.cancel(id.toLowerCase()),
    async importCookies(id, file, store) {
      const account = await store.read(id);
      const cookies = await visit(account, (one) => importSession(one, file));
      await store.loggedIn(account.id);
      return { loggedIn: true, reason: null, cookies };
    },
    async check(id, store) {
      const account = await store.read(id);
      const reason = await visit(account, visitWithSession);
      await store.setLoggedIn(account.id, reason === null);
      return { loggedIn: reason === null, reason };
    },
    async forget(id, store) {
      const [known] = await store.existing([id]);
      if (known === undefined) return leftovers.look(store);
      await windows.cancel(known);
      await removeFromMachine(deps, known);
      await store.setLoggedIn(known, false);
    },
    async remove(id, store) {
      const account = await store.read(id);
      await store.remove(account.id);
      await windows.cancel(account.id);
      await leftovers.remove(account.id).catch(async (error: unknown) => {
        log.info({ err: error }, 'the profile of a removed account is deleted later');
        await leftovers.look(store);
      });
    },
    async close() {
      closing.abort(new AppError('unavailable', AGENT_STOPPED));
      await Promise.all([windows.close(), leftovers.close(), swept, ...visits]);
    },
  };
}
