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
/** Of a page's path in the state; the rest is no place of a guide. */
const PATH_MAX = 300;

export type ConsoleWindowsDeps = ProfileWindowsDeps & {
  /** Where all consoles are, below their hosts, instead of at their own addresses; for tests. */
  consoleSite?: string | undefined;
};

/** The windows at the platforms' consoles, one per account. Nothing is typed, pressed or read in them. */
export type ConsoleWindows = {
  /**
   * Opens a page in the account's window, or in the one that is open; resolves once visible or failed. AppError
   * conflict for a log-in page of Google, unavailable when no window can be shown.
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
  /** Windows that are being closed: the account's profile is free after that. */
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
      // A page that cannot be reached has its address before that is known, and while its window is closed.
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
          // A log-in at the console stays in the account's profile; its session is that of the platform.
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

/** Returns whether the page answered with an error. AppError unavailable when it is unreachable. */
async function openPage(page: Page, address: string, wanted: string): Promise<boolean> {
  try {
    const response = await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
    return response !== null && response.status() >= 400;
  } catch (cause) {
    // The page redirected, or the person has gone elsewhere.
    if (String(cause).includes('net::ERR_ABORTED')) return false;
    throw new AppError('unavailable', notOpened(new URL(wanted).host), { cause });
  }
}

function localOf(address: string, site: string | undefined): string {
  if (!site) return address;
  const { host, pathname } = new URL(address);
  return `${site}/${host}${pathname}`;
}

/** A page's place; null for the browser's own pages. */
function pageOf(url: string, site: string | undefined): ConsolePage | null {
  const address = site && url.startsWith(`${site}/`) ? `https://${url.slice(site.length + 1)}` : url;
  const parsed = /^https?:/.test(address) ? parseUrl(address) : null;
  return parsed && { host: parsed.host, path: parsed.pathname.slice(0, PATH_MAX) };
}
