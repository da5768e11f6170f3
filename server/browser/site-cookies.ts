import type { Browser } from './puppeteer.ts';
import { type SessionCookie, sessionCookieSchema } from './sessions.ts';

/** In seconds since the epoch; 0 would mean nothing to Chrome. */
const EXPIRED = 1;

/** The host whose cookies are a site's: `https://www.instagram.com` is instagram.com, with everything below it. */
export function cookieHost(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/^www\./, '');
}

/** Does a cookie's domain belong to the site? */
export function isOfSite(domain: string, siteUrl: string): boolean {
  const host = cookieHost(siteUrl);
  const name = domain.replace(/^\./, '').toLowerCase();
  return name === host || name.endsWith(`.${host}`);
}

/**
 * The site's cookies that a browser holds. Those of third parties inside the site's pages (partitioned ones) stay out.
 */
export async function readSiteCookies(browser: Browser, siteUrl: string): Promise<SessionCookie[]> {
  const cookies = await browser.cookies();
  return cookies
    .filter(({ domain, partitionKey }) => isOfSite(domain, siteUrl) && !partitionKey)
    .map(({ sameSite, ...cookie }) => sessionCookieSchema.parse({ ...cookie, ...withSameSite(sameSite) }));
}

/**
 * Puts cookies into a browser as they are: one without a leading dot stays with its host. Those that the browser
 * refuses are left out.
 */
export async function putCookies(browser: Browser, cookies: readonly SessionCookie[]): Promise<void> {
  const given = cookies.map(withHost);
  await browser.setCookie(...given).catch(async () => {
    // One that is refused takes all others with it.
    for (const cookie of given) await browser.setCookie(cookie).catch(() => undefined);
  });
}

/** Removes the site's cookies from a browser. */
export async function clearSiteCookies(browser: Browser, siteUrl: string): Promise<void> {
  const cookies = await readSiteCookies(browser, siteUrl);
  await putCookies(
    browser,
    cookies.map((cookie) => ({ ...cookie, expires: EXPIRED })),
  );
}

/**
 * By its domain Chrome would give a cookie to the hosts below as well, and refuse one named `__Host-`; by a URL it does
 * neither.
 */
function withHost(cookie: SessionCookie): SessionCookie & { url?: string } {
  if (cookie.domain.startsWith('.')) return cookie;
  return { ...cookie, domain: '', url: `${cookie.secure ? 'https' : 'http'}://${cookie.domain}/` };
}

function withSameSite(sameSite: string | undefined): Pick<SessionCookie, 'sameSite'> {
  const { data } = sessionCookieSchema.shape.sameSite.safeParse(sameSite);
  return data ? { sameSite: data } : {};
}
