import { type AccountBrowser, withAccountBrowser } from '../../browser/account-browser.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import { claimProfile } from '../../browser/profiles.ts';
import type { SessionCookie, Sessions } from '../../browser/sessions.ts';
import { clearSiteCookies, cookieHost, isOfSite, putCookies, readSiteCookies } from '../../browser/site-cookies.ts';
import { AppError } from '../../errors.ts';
import { readCookieFile } from './cookie-file.ts';
import {
  cookiesLost,
  importRefused,
  noSession,
  notRecognised,
  otherSite,
  PURPOSES,
  sessionExpired,
  sessionMissing,
  stoppedBy,
} from './messages.ts';
import type { PlatformSite } from './platform-sites.ts';
import { openSite, settledState } from './site-state.ts';

/** How long a platform's page may take to show whether the user is signed in. */
const SETTLE_MS = 15_000;

export type SessionVisit = {
  dataDir: string;
  sessions: Sessions;
  workspace: string;
  host: BrowserHost;
  accountId: string;
  site: PlatformSite;
  signal: AbortSignal;
};

/** Why the saved session is invalid; null if it is valid. AppError unavailable if the site shows neither. */
export async function visitWithSession(visit: SessionVisit): Promise<string | null> {
  const { sessions, accountId, site } = visit;
  if (!(await sessions.read(accountId))) return noSession(site);
  const options = { ...visit, siteUrl: site.url, purpose: PURPOSES.check, headful: false };
  return withAccountBrowser(options, (given) => refusalOf(given, site));
}

/**
 * Logs in with the cookies of a file and returns their number. The previous session is kept unless the platform accepts
 * the new one. AppError bad_input says what is wrong with the file or the session; conflict and unavailable as in
 * withAccountBrowser.
 */
export async function importSession(visit: SessionVisit, file: string): Promise<number> {
  const { dataDir, accountId, workspace, site } = visit;
  const cookies = sessionCookiesOf(readCookieFile(file), site, Date.now());
  await claimProfile(dataDir, accountId, workspace);
  const options = { ...visit, siteUrl: site.url, purpose: PURPOSES.import, headful: false, keepsSession: false };
  await withAccountBrowser(options, async (given) => {
    const { browser, saveSession } = given;
    try {
      await clearSiteCookies(browser, site.url);
      await putCookies(browser, cookies);
      const lost = lostCookies(cookies, await readSiteCookies(browser, site.url));
      if (lost.length > 0) throw new AppError('bad_input', cookiesLost(lost));
      const refusal = await refusalOf(given, site);
      if (refusal) throw new AppError('bad_input', importRefused(refusal));
      await saveSession();
    } catch (error) {
      await clearSiteCookies(browser, site.url).catch(() => undefined);
      throw error;
    }
  });
  return cookies.length;
}

async function refusalOf({ page }: AccountBrowser, site: PlatformSite): Promise<string | null> {
  await openSite(page, site, site.url);
  const { isSignedIn, stop } = await settledState(page, site, SETTLE_MS);
  if (isSignedIn) return null;
  if (!stop) throw new AppError('unavailable', notRecognised(site));
  return stoppedBy(stop, site);
}

/** How many sites the error lists if a file has only other sites' cookies. */
const NAMED_SITES_MAX = 3;

/**
 * The site's unexpired cookies among those of a file. AppError bad_input if there are none of the site, or no unexpired
 * session cookie among them. `now` is in milliseconds since the epoch.
 */
export function sessionCookiesOf(cookies: readonly SessionCookie[], site: PlatformSite, now: number): SessionCookie[] {
  const own = cookies.filter(({ domain }) => isOfSite(domain, site.url));
  if (own.length === 0) {
    const found = [...new Set(cookies.map(({ domain }) => domain.replace(/^\./, '')))];
    throw new AppError('bad_input', otherSite(found.slice(0, NAMED_SITES_MAX), cookieHost(site.url)));
  }
  const isSession = ({ name, value }: SessionCookie) => site.sessionCookies.includes(name) && value !== '';
  if (!own.some(isSession)) throw new AppError('bad_input', sessionMissing(site.sessionCookies, site));
  const lasting = own.filter(({ expires }) => expires === -1 || expires > now / 1000);
  if (!lasting.some(isSession)) throw new AppError('bad_input', sessionExpired(site));
  return lasting;
}

/** The names of the given cookies that the browser did not store, or stored changed. */
export function lostCookies(given: readonly SessionCookie[], held: readonly SessionCookie[]): string[] {
  const known = new Set(held.map(identity));
  return given.filter((cookie) => !known.has(identity(cookie))).map(({ name }) => name);
}

/** Identifies a cookie by the parts that browsers keep: they may shorten its lifetime or add a dot to its domain. */
function identity({ name, value, domain, path }: SessionCookie): string {
  return JSON.stringify([name, value, domain.replace(/^\./, '').toLowerCase(), path]);
}
