import type { Page } from '../browser/puppeteer.ts';
import { type Box, obstacleOf, readPage } from './read-page.ts';
import { isVisitedAddress, SESSION_COOKIE, type StopSignal, stopOfAddress } from './site.ts';
import { stopOfWords } from './words.ts';

/** How Instagram looks upon the page's session. A stop signal and being signed in exclude each other. */
export type PageState = {
  isSignedIn: boolean;
  stop: StopSignal | null;
  /** What lies over the page. */
  boxes: Box[];
  /** One does not get past what the page shows, and it is nothing that is known. */
  isUnknown: boolean;
  /** One does not get past what the page shows, and it is known to be harmless. */
  isHarmless: boolean;
  /** One does not get past what the page shows, and it is still loading: it may be the story that was opened. */
  isLoading: boolean;
};

/**
 * Reads a page of Instagram: signed in is who has a session cookie and sees the navigation, and no stop signal, by
 * address, by words or by a log-in form. Without a session cookie the stop signal is `login`, whatever the page shows.
 * Throws what Puppeteer throws when the page is gone.
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

/** Is a host this domain, or below it? */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
