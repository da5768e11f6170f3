import type { Page } from '../browser/puppeteer.ts';
import { type Box, obstacleOf, readPage } from './read-page.ts';
import { isVisitedAddress, SESSION_COOKIE, type StopSignal, stopOfAddress } from './site.ts';
import { stopOfWords } from './words.ts';

/** The state of the page's session. A stop signal excludes being signed in. */
export type PageState = {
  isSignedIn: boolean;
  stop: StopSignal | null;
  /** The boxes that cover the page. */
  boxes: Box[];
  /** An unknown obstacle blocks the page. */
  isUnknown: boolean;
  /** A known, harmless obstacle blocks the page. */
  isHarmless: boolean;
  /** An obstacle that is still loading blocks the page; it may be the story that was opened. */
  isLoading: boolean;
};

/**
 * Reads a page of Instagram. Signed in means a session cookie, a visible navigation and no stop signal, by address,
 * words or log-in form. Without a session cookie the stop signal is `login`, unless the address or words show another
 * one. Throws Puppeteer's error if the page is gone.
 */
export async function readPageState(page: Page): Promise<PageState> {
  const shown = await readPage(page);
  const address = page.url();
  const isLoggedOut = shown.hasPassword || !(await holdsSession(page, address));
  const words = shown.notices.map(stopOfWords).find((signal) => signal !== null);
  const stop = stopOfAddress(address) ?? words ?? (isLoggedOut ? 'login' : null);
  const isElsewhere = !shown.hasNavigation && !isVisitedAddress(address);
  const obstacle = obstacleOf(shown);
  return {
    stop,
    boxes: shown.boxes,
    isUnknown: isElsewhere || obstacle === 'unknown',
    isHarmless: obstacle === 'harmless',
    isLoading: obstacle === 'loading',
    isSignedIn: stop === null && shown.hasNavigation,
  };
}

async function holdsSession(page: Page, address: string): Promise<boolean> {
  const { hostname } = new URL(address);
  const cookies = await page.browserContext().cookies();
  return cookies.some(
    ({ name, value, domain }) =>
      name === SESSION_COOKIE && value !== '' && isWithin(hostname, domain.replace(/^\./, '')),
  );
}

/** Whether a host is this domain or a subdomain. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
