import { AppError } from '../errors.ts';
import { attempted, within } from '../system/time-limit.ts';
import { type BrowserHost, kill, launchOnProfile } from './account-launch.ts';
import { makeScratch, removeScratch } from './browser-scratch.ts';
import { openProfile, type Profile } from './profiles.ts';
import type { Browser, Page } from './puppeteer.ts';
import type { SessionCookie, Sessions } from './sessions.ts';
import { putCookies, readSiteCookies } from './site-cookies.ts';

/** How long the profile may take to open: another agent that is stopped in the middle of its work answers nobody. */
const OPEN_LIMIT_MS = 20_000;
/** Ended meanwhile, it is waited for a little, so that its lock is let go before the work is over. */
const LOCK_GRACE_MS = 2_000;
/** How long a browser may take to have its first page and the saved cookies. */
const PREPARE_LIMIT_MS = 30_000;
/** How long a browser may take to tell its cookies, and to end, before it is killed. */
const COOKIES_LIMIT_MS = 1_000;
const CLOSE_LIMIT_MS = 1_500;

type ProfileOptions = {
  dataDir: string;
  /** social_accounts.id, as it stands in the database. */
  accountId: string;
  /** What for, as people read it who find the profile in use: "a log-in", "a warm-up". */
  purpose: string;
  /** Ends the work at once, with its reason. */
  signal: AbortSignal;
};

export type AccountBrowserOptions = ProfileOptions & {
  sessions: Sessions;
  host: BrowserHost;
  /** Show the window. */
  headful: boolean;
  /** The platform's site; only its cookies are put in and kept. */
  siteUrl: string;
  /** Keep the saved session up to date at the end (where there is one). Without it, only `saveSession` writes it. */
  keepsSession?: boolean;
  /** Leave the page's dialogs to the person who works in the window, such as the question whether to leave a draft. */
  leavesDialogs?: boolean;
};

export type AccountBrowser = {
  browser: Browser;
  page: Page;
  /** Saves the site's cookies as the account's session and answers them. */
  saveSession(): Promise<SessionCookie[]>;
};

/** What a browser can lose in the middle of its work. */
export type LostPart = 'page_crashed' | 'window_closed' | 'browser_gone';

const LOST: { [part in LostPart]: string } = {
  page_crashed:
    'The page crashed in the browser. Try again; if it happens again, free some memory or update the browser.',
  window_closed: "The browser's window was closed.",
  browser_gone: 'The browser ended unexpectedly. Try again. If it happens again, update the browser.',
};

/** The browser, its window or its page was lost while there was work to do in it. */
export class AccountBrowserLost extends AppError {
  readonly part: LostPart;

  constructor(part: LostPart) {
    super('unavailable', LOST[part]);
    this.name = 'AccountBrowserLost';
    this.part = part;
  }
}

/**
 * Does `work` in a browser on the account's own profile, with its saved session, and closes it whatever happens; no
 * process and no temporary file stays. Dialogs of the page are dismissed, unless they are left to the person. Once `signal` aborts it settles within 10 s
 * of real time, whatever browser and page do. Rejects with what `work` throws, the reason of `signal`,
 * AccountBrowserLost when page or browser is lost, or AppError: conflict when the profile is in use, unavailable when
 * there is no browser or no screen.
 */
export async function withAccountBrowser<T>(
  options: AccountBrowserOptions,
  work: (given: AccountBrowser) => Promise<T>,
): Promise<T> {
  const profile = await openAccountProfile(options);
  return withBrowserOn(profile, options, work);
}

/**
 * Opens the account's profile within 20 s, for `purpose`. AppError conflict when it is in use; the reason of `signal`.
 */
export function openAccountProfile({ dataDir, accountId, purpose, signal }: ProfileOptions): Promise<Profile> {
  signal.throwIfAborted();
  return within(
    openProfile(dataDir, accountId, purpose),
    { graceMs: LOCK_GRACE_MS, ms: OPEN_LIMIT_MS, what: "Opening the account's profile", signal },
    (late) => late.close(),
  );
}

/** The same as withAccountBrowser on a profile that is open already; it is closed whatever happens. */
export async function withBrowserOn<T>(
  profile: Profile,
  options: AccountBrowserOptions,
  work: (given: AccountBrowser) => Promise<T>,
): Promise<T> {
  try {
    return await openOn(profile.folder, options, work);
  } finally {
    await profile.close();
  }
}

async function openOn<T>(
  profile: string,
  options: AccountBrowserOptions,
  work: (given: AccountBrowser) => Promise<T>,
): Promise<T> {
  options.signal.throwIfAborted();
  const scratch = await makeScratch(options.dataDir);
  try {
    const browser = await launchOnProfile({ ...options, profile, scratch });
    try {
      return await workIn(browser, options, work);
    } finally {
      await end(browser, options.signal);
    }
  } finally {
    await removeScratch(scratch);
  }
}

async function workIn<T>(
  browser: Browser,
  { sessions, accountId, siteUrl, signal, keepsSession = true, leavesDialogs = false }: AccountBrowserOptions,
  work: (given: AccountBrowser) => Promise<T>,
): Promise<T> {
  const saved = await sessions.read(accountId);
  const saveSession = async () => {
    const cookies = await readSiteCookies(browser, siteUrl);
    await sessions.write(accountId, cookies);
    return cookies;
  };
  const watch = watchForLoss(browser, signal, leavesDialogs);
  let hasSession = false;
  try {
    const prepare = async () => {
      if (saved) await putCookies(browser, saved);
      hasSession = saved !== null;
      const [page = await browser.newPage()] = await browser.pages();
      watch.page(page);
      return page;
    };
    const limit = { ms: PREPARE_LIMIT_MS, what: "The browser's first page" };
    const page = await watch.unlessLost(within(prepare(), limit));
    return await watch.unlessLost(work({ browser, page, saveSession }));
  } finally {
    watch.end();
    if (hasSession && keepsSession && browser.connected && !signal.aborted)
      await attempted(saveSession(), COOKIES_LIMIT_MS);
  }
}

/**
 * Turns what would hang for ever into an error: a crashed page, a closed window, a browser that is gone, a dialog that
 * nobody answers.
 */
function watchForLoss(browser: Browser, signal: AbortSignal, leavesDialogs: boolean) {
  let fail: (reason: unknown) => void = () => undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const onAbort = () => fail(signal.reason);
  const onGone = () => fail(new AccountBrowserLost('browser_gone'));
  signal.addEventListener('abort', onAbort);
  browser.on('disconnected', onGone);
  if (signal.aborted) onAbort();
  return {
    page(page: Page) {
      if (!leavesDialogs) page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
      page.on('error', () => fail(new AccountBrowserLost('page_crashed')));
      page.on('close', () => fail(new AccountBrowserLost('window_closed')));
    },
    /** The work goes on unheard when something is lost; what it says then is of no interest. */
    unlessLost<T>(work: Promise<T>): Promise<T> {
      work.catch(() => undefined);
      return Promise.race([work, lost]);
    },
    end() {
      signal.removeEventListener('abort', onAbort);
      browser.off('disconnected', onGone);
      lost.catch(() => undefined);
    },
  };
}

/**
 * Asks the browser to end, which lets it write its profile, and kills what is left of it soon after; at once where the
 * work was ended.
 */
async function end(browser: Browser, { aborted }: AbortSignal): Promise<void> {
  const closing = browser.close();
  if (aborted) closing.catch(() => undefined);
  else await attempted(closing, CLOSE_LIMIT_MS);
  await kill(browser);
}
