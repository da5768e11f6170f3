import { AppError } from '../errors.ts';
import { attempted, within } from '../system/time-limit.ts';
import { type AccountLaunch, type BrowserHost, kill, launchOnProfile } from './account-launch.ts';
import { makeScratch, removeScratch } from './browser-scratch.ts';
import { openProfile, type Profile } from './profiles.ts';
import type { Browser, Page } from './puppeteer.ts';
import type { SessionCookie, Sessions } from './sessions.ts';
import { putCookies, readSiteCookies } from './site-cookies.ts';

/** How long opening the profile may take: a suspended agent that holds it does not respond. */
const OPEN_LIMIT_MS = 20_000;
/** After an abort, how long to wait for the profile to open, so that its lock is released before this returns. */
const LOCK_GRACE_MS = 2_000;
/** How long a browser may take to open its first page and load the saved cookies. */
const PREPARE_LIMIT_MS = 30_000;
/** How long a browser may take to return its cookies, and to close, before it is killed. */
const COOKIES_LIMIT_MS = 1_000;
const CLOSE_LIMIT_MS = 1_500;

type ProfileOptions = {
  dataDir: string;
  /** social_accounts.id as stored in the database. */
  accountId: string;
  /** Shown to users who find the profile in use: "a log-in", "a warm-up". */
  purpose: string;
  /** Aborts the work at once, with its reason. */
  signal: AbortSignal;
};

export type AccountBrowserOptions = ProfileOptions & {
  sessions: Sessions;
  host: BrowserHost;
  /** Whether the window is shown, and where; see AccountLaunch. */
  headful: boolean;
  window?: AccountLaunch['window'];
  /** The platform's site; only its cookies are loaded and saved. */
  siteUrl: string;
  /** Whether to update an existing saved session at the end (the default). If not, only `saveSession` writes it. */
  keepsSession?: boolean;
  /** Leaves the page's dialogs, such as "Discard draft?", to the user of the window. */
  leavesDialogs?: boolean;
};

export type AccountBrowser = {
  browser: Browser;
  page: Page;
  /** Saves the site's cookies as the account's session and returns them. */
  saveSession(): Promise<SessionCookie[]>;
};

/** What can be lost during the work. */
export type LostPart = 'page_crashed' | 'window_closed' | 'browser_gone';

const LOST: { [part in LostPart]: string } = {
  page_crashed:
    'The page crashed in the browser. Try again; if it happens again, free some memory or update the browser.',
  window_closed: "The browser's window was closed.",
  browser_gone: 'The browser ended unexpectedly. Try again. If it happens again, update the browser.',
};

/** The browser, its window or its page was lost during the work. */
export class AccountBrowserLost extends AppError {
  readonly part: LostPart;

  constructor(part: LostPart) {
    super('unavailable', LOST[part]);
    this.name = 'AccountBrowserLost';
    this.part = part;
  }
}

/**
 * Runs `work` in a browser on the account's profile, with its saved session, and always closes it without leaving
 * processes or temporary files. Page dialogs are dismissed unless `leavesDialogs`. Settles within 10 s of real time
 * once `signal` aborts, even if the browser or page hangs. Rejects with the error of `work`, the reason of `signal`,
 * AccountBrowserLost if the page or browser is lost, or AppError: conflict if the profile is in use, unavailable if
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
 * Opens the account's profile within 20 s, for `purpose`. AppError conflict if it is in use; on abort, rejects with the
 * reason of `signal`.
 */
export function openAccountProfile({ dataDir, accountId, purpose, signal }: ProfileOptions): Promise<Profile> {
  signal.throwIfAborted();
  return within(
    openProfile(dataDir, accountId, purpose),
    { graceMs: LOCK_GRACE_MS, ms: OPEN_LIMIT_MS, what: "Opening the account's profile", signal },
    (late) => late.close(),
  );
}

/** Like withAccountBrowser, for an open profile, which it always closes. */
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

/** Turns hangs into errors: a crashed page, a closed window, a lost browser, an unanswered dialog. */
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
    /** After a loss the work continues in the background and its result is ignored. */
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

/** Asks the browser to close, so that it saves its profile, then kills what remains; without waiting if aborted. */
async function end(browser: Browser, { aborted }: AbortSignal): Promise<void> {
  const closing = browser.close();
  if (aborted) closing.catch(() => undefined);
  else await attempted(closing, CLOSE_LIMIT_MS);
  await kill(browser);
}
