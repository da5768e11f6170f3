import { setTimeout as delay } from 'node:timers/promises';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import type { AccountBrowser } from '../../browser/account-browser.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { clearSiteCookies } from '../../browser/site-cookies.ts';
import type { PlatformSite } from './platform-sites.ts';
import { openSite, passOnetap, readSiteState, settledState } from './site-state.ts';

const POLL_MS = 500;
/** How long the site may take to recognise a session that is there already. */
const SETTLE_TIMEOUT_MS = 5_000;

export type LogIn = {
  site: PlatformSite;
  /** Is there a saved session, which may still hold, or wait for an answer that only the person can give? */
  hasSession: boolean;
  signal: AbortSignal;
  /** The page is there to log in on. */
  onOpen(page: Page): void;
};

/**
 * Shows the platform's log-in to the person and waits until it sees them signed in; then saves the session. Nothing is
 * typed and no question answered in their place.
 */
export async function waitForLogIn(given: AccountBrowser, logIn: LogIn): Promise<void> {
  const { browser, page, saveSession } = given;
  await showLogIn(given, logIn);
  logIn.onOpen(page);
  while (browser.connected && !(await isSignedIn(given, logIn.site))) {
    await delay(POLL_MS, undefined, { signal: logIn.signal });
  }
  await saveSession();
}

async function showLogIn({ browser, page }: AccountBrowser, { site, hasSession }: LogIn): Promise<void> {
  if (hasSession && site.platform === WARMUP_PLATFORM) {
    await openSite(page, site, site.url);
    const { isSignedIn, stop } = await settledState(page, site, SETTLE_TIMEOUT_MS);
    if (isSignedIn || (stop && stop !== 'login')) return;
  }
  // Where only the cookie shows a login, an old one would be mistaken for a new login.
  if (site.platform !== WARMUP_PLATFORM) await clearSiteCookies(browser, site.url);
  await openSite(page, site, site.loginUrl);
}

/** Looks at every tab, since people open some. One that cannot be read now is on its way to another page, or gone. */
async function isSignedIn({ browser }: AccountBrowser, site: PlatformSite): Promise<boolean> {
  const pages = await browser.pages().catch(() => []);
  const states = pages.map(async (page) => {
    try {
      await passOnetap(page, site);
      return (await readSiteState(page, site)).isSignedIn;
    } catch {
      return false;
    }
  });
  return (await Promise.all(states)).includes(true);
}
