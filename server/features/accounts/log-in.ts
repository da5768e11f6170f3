import { setTimeout as delay } from 'node:timers/promises';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import type { AccountBrowser } from '../../browser/account-browser.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { clearSiteCookies } from '../../browser/site-cookies.ts';
import type { PlatformSite } from './platform-sites.ts';
import { openSite, passOnetap, readSiteState, settledState } from './site-state.ts';

const POLL_MS = 500;
/** How long the site may take to recognise an existing session. */
const SETTLE_TIMEOUT_MS = 5_000;

export type LogIn = {
  site: PlatformSite;
  /** Whether a saved session exists. It may still be valid, or be waiting for an answer from the user. */
  hasSession: boolean;
  signal: AbortSignal;
  /** Called with the page, ready for the log-in. */
  onOpen(page: Page): void;
};

/**
 * Shows the platform's log-in to the user, waits until they are signed in, then saves the session. Types nothing and
 * answers no questions for them.
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
  // On sites where only the cookie shows a login, an old cookie would be mistaken for a new login.
  if (site.platform !== WARMUP_PLATFORM) await clearSiteCookies(browser, site.url);
  await openSite(page, site, site.loginUrl);
}

/** Checks every tab, since users may open more. A tab that cannot be read is navigating or closed. */
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
