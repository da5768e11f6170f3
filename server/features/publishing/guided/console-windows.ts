import { type ConsolePage, isGoogleLogIn } from '../../../../shared/platforms/recognise.ts';
import type { GuideWindow, OpenGuide } from '../../../../shared/publishing/guide-window.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { type AccountBrowser, withAccountBrowser } from '../../../browser/account-browser.ts';
import { createAccountWindows, type ProfileWindowsDeps, type WindowWork } from '../../../browser/account-windows.ts';
import { claimProfile } from '../../../browser/profiles.ts';
import type { Page, Target } from '../../../browser/puppeteer.ts';
import { AppError } from '../../../errors.ts';
import { AGENT_STOPPED, GUIDE_PURPOSE, NO_SCREEN, notOpened, OWN_BROWSER, timedOut, UNEXPECTED } from './messages.ts';

/** How long a window stays open. */
const WINDOW_LIMIT_MS = 60 * 60_000;
const OPEN_LIMIT_MS = 30_000;
/** Characters of a page's path in the state; guides need no more to recognise a page. */
const PATH_MAX = 300;

export type ConsoleWindowsDeps = ProfileWindowsDeps & {
  /** The site that serves all consoles, each below its host's name, instead of the real ones; for tests. */
  consoleSite?: string | undefined;
};

/** Windows of the platforms' consoles, one per account. The agent reads only their addresses, and enters nothing. */
export type ConsoleWindows = {
  /**
   * Opens a page in the account's window, which is opened unless it is open; resolves once the page is visible or has
   * failed. AppError conflict for a log-in page of Google, unavailable if no window can be shown.
   */
  open(accountId: string, address: string, window: OpenGuide['window']): Promise<GuideWindow>;
  state(accountId: string): GuideWindow;
  /** Calls `seen` with each new state. Returns an unsubscribe function. */
  follow(accountId: string, seen: (state: GuideWindow) => void): () => void;
  cancel(accountId: string): Promise<GuideWindow>;
  /** Closes every window. */
  close(): Promise<void>;
};

type Opened = { goTo(address: string): Promise<void> };

export function createConsoleWindows(deps: ConsoleWindowsDeps): ConsoleWindows {
  const { dataDir, sessions, workspace, host, log, person, consoleSite, limitMs = WINDOW_LIMIT_MS } = deps;
  const opened = new Map<string, Opened>();
  /** Windows that are being closed, by account. Its profile is in use until then. */
  const closing = new Map<string, Promise<GuideWindow>>();
  const windows = createAccountWindows<GuideWindow>({
    opening: { state: 'open', page: null, isMissing: false },
    none: { state: 'none' },
    failed: (error) => ({ state: 'failed', error }),
    closed: { state: 'closed' },
    limitMs,
    words: { timedOut, agentStopped: AGENT_STOPPED, unexpected: UNEXPECTED },
    log,
  });

  const followPerson = async (
    accountId: string,
    address: string,
    { browser, page }: AccountBrowser,
    { show }: WindowWork<GuideWindow>,
  ): Promise<GuideWindow> => {
    let missing: string | null = null;
    let hasOpened = false;
    let end: (state: GuideWindow) => void = () => undefined;
    const ended = new Promise<GuideWindow>((resolve) => {
      end = resolve;
    });
    const see = (url: string) => {
      const at = pageOf(url, consoleSite);
      if (!at) return;
      if (isGoogleLogIn(at.host)) end({ state: 'google' });
      // Not before a page has loaded: an unreachable page has the wanted address, too, until its window is closed.
      else if (hasOpened) show({ state: 'open', page: at, isMissing: url === missing });
    };
    const seeTarget = (target: Target) => {
      if (target.type() === 'page') see(target.url());
    };
    const goTo = async (wanted: string) => {
      const isMissing = await openPage(page, localOf(wanted, consoleSite), wanted);
      hasOpened = true;
      missing = isMissing ? page.url() : null;
      see(page.url());
    };
    browser.on('targetcreated', seeTarget);
    browser.on('targetchanged', seeTarget);
    opened.set(accountId, { goTo });
    await Promise.race([goTo(address), ended]);
    person?.(page);
    return ended;
  };

  return {
    async open(accountId, address, window) {
      if (isGoogleLogIn(new URL(address).host)) throw new AppError('conflict', OWN_BROWSER);
      if (!person && !host.hasScreen) throw new AppError('unavailable', NO_SCREEN);
      await closing.get(accountId);
      const known = opened.get(accountId);
      if (known) {
        await known.goTo(address);
        return windows.state(accountId);
      }
      return windows.open(accountId, async (work) => {
        await claimProfile(dataDir, accountId, workspace);
        const browser = {
          dataDir,
          sessions,
          accountId,
          host,
          window,
          signal: work.signal,
          siteUrl: new URL(address).origin,
          purpose: GUIDE_PURPOSE,
          headful: !person,
          // A log-in at the console stays in the account's profile; the saved session is only for the platform's site.
          keepsSession: false,
          leavesDialogs: true,
        };
        try {
          return await withAccountBrowser(browser, (given) => followPerson(accountId, address, given, work));
        } finally {
          opened.delete(accountId);
        }
      });
    },
    state: windows.state,
    follow: windows.follow,
    cancel(accountId) {
      opened.delete(accountId);
      const over = windows.cancel(accountId).finally(() => closing.delete(accountId));
      closing.set(accountId, over);
      return over;
    },
    close: windows.close,
  };
}

/** Opens a page and returns whether it responded with an HTTP error. AppError unavailable if it is unreachable. */
async function openPage(page: Page, address: string, wanted: string): Promise<boolean> {
  try {
    const response = await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
    return response !== null && response.status() >= 400;
  } catch (cause) {
    // The page redirected, or the user navigated elsewhere.
    if (String(cause).includes('net::ERR_ABORTED')) return false;
    throw new AppError('unavailable', notOpened(new URL(wanted).host), { cause });
  }
}

function localOf(address: string, site: string | undefined): string {
  if (!site) return address;
  const { host, pathname } = new URL(address);
  return `${site}/${host}${pathname}`;
}

/** The host and path of a page; null for the browser's internal pages. */
function pageOf(url: string, site: string | undefined): ConsolePage | null {
  const address = site && url.startsWith(`${site}/`) ? `https://${url.slice(site.length + 1)}` : url;
  const parsed = /^https?:/.test(address) ? parseUrl(address) : null;
  return parsed && { host: parsed.host, path: parsed.pathname.slice(0, PATH_MAX) };
}
