import type { Browser } from './puppeteer.ts';
import { type SessionCookie, sessionCookieSchema } from './sessions.ts';

/** In seconds since the epoch; Chrome ignores 0. */
const EXPIRED = 1;

/** The host of a site's cookies: for `https://www.instagram.com` it is instagram.com, with its subdomains. */
export function cookieHost(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/^www\./, '');
}

/** Whether a cookie's domain belongs to the site. */
export function isOfSite(domain: string, siteUrl: string): boolean {
  const host = cookieHost(siteUrl);
  const name = domain.replace(/^\./, '').toLowerCase();
  return name === host || name.endsWith(`.${host}`);
}

/** A site's cookies in a browser, without partitioned third-party cookies. */
export async function readSiteCookies(browser: Browser, siteUrl: string): Promise<SessionCookie[]> {
  const cookies = await browser.cookies();
  return cookies
    .filter(({ domain, partitionKey }) => isOfSite(domain, siteUrl) && !partitionKey)
    .map(({ sameSite, ...cookie }) => sessionCookieSchema.parse({ ...cookie, ...withSameSite(sameSite) }));
}

/** Sets cookies unchanged: one without a leading dot stays host-only. Cookies that the browser rejects are skipped. */
export async function putCookies(browser: Browser, cookies: readonly SessionCookie[]): Promise<void> {
  const given = cookies.map(withHost);
  await browser.setCookie(...given).catch(async () => {
    // One rejected cookie makes the whole call fail.
    for (const cookie of given) await browser.setCookie(cookie).catch(() => undefined);
  });
}

export async function clearSiteCookies(browser: Browser, siteUrl: string): Promise<void> {
  const cookies = await readSiteCookies(browser, siteUrl);
  await putCookies(
    browser,
    cookies.map((cookie) => ({ ...cookie, expires: EXPIRED })),
  );
}

/**
 * Replaces the domain of a host-only cookie with a URL. With a domain, Chrome would extend the cookie to subdomains,
 * and reject it if its name starts with `__Host-`.
 */
function withHost(cookie: SessionCookie): SessionCookie & { url?: string } {
  if (cookie.domain.startsWith('.')) return cookie;
  return { ...cookie, domain: '', url: `${cookie.secure ? 'https' : 'http'}://${cookie.domain}/` };
}

function withSameSite(sameSite: string | undefined): Pick<SessionCookie, 'sameSite'> {
  const { data } = sessionCookieSchema.shape.sameSite.safeParse(sameSite);
  return data ? { sameSite: data } : {};
}
