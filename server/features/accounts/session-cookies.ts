import type { SessionCookie } from '../../browser/sessions.ts';
import { cookieHost, isOfSite } from '../../browser/site-cookies.ts';
import { AppError } from '../../errors.ts';
import { otherSite, sessionExpired, sessionMissing } from './messages.ts';
import type { PlatformSite } from './platform-sites.ts';

/** So many other sites are named to somebody who brought the cookies of the wrong ones. */
const NAMED_SITES_MAX = 3;

/**
 * The cookies of a file that make a session of the platform: its own, unexpired ones. AppError bad_input when there are
 * none of the site, or no session is among them. `now` is in milliseconds since the epoch.
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

/** The names of those that a browser does not hold as they were given to it. */
export function lostCookies(given: readonly SessionCookie[], held: readonly SessionCookie[]): string[] {
  const known = new Set(held.map(identity));
  return given.filter((cookie) => !known.has(identity(cookie))).map(({ name }) => name);
}

/** Browsers shorten lifetimes and add dots; what makes the session is the rest. */
function identity({ name, value, domain, path }: SessionCookie): string {
  return JSON.stringify([name, value, domain.replace(/^\./, '').toLowerCase(), path]);
}
