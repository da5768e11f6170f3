import { setTimeout as delay } from 'node:timers/promises';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import { LOGIN_ADDRESS } from '../../browser/login-address.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { isOfSite, readSiteCookies } from '../../browser/site-cookies.ts';
import { AppError } from '../../errors.ts';
import { readPageState } from '../../instagram/page-state.ts';
import { isLeaving } from '../../instagram/read-page.ts';
import { PATHS, type StopSignal } from '../../instagram/site.ts';
import { notOpened } from './messages.ts';
import type { PlatformSite } from './platform-sites.ts';

const POLL_MS = 250;
const OPEN_LIMIT_MS = 30_000;
/** Time limit of reading a page: a hanging or crashed one never responds. */
const READ_LIMIT_MS = 5_000;

/** Whether a page is signed in, or what stops the session; false and null while the page is still loading. */
export type SiteState = { isSignedIn: boolean; stop: StopSignal | null };

/** Opens an address of the platform. AppError unavailable if it does not respond. */
export async function openSite(page: Page, site: PlatformSite, address: string): Promise<void> {
  try {
    await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
  } catch (cause) {
    // The page redirected.
    if (String(cause).includes('net::ERR_ABORTED')) return;
    const reason = /net::[A-Z_]+/.exec(String(cause))?.[0] ?? 'no answer';
    throw new AppError('unavailable', notOpened(site, reason), { cause });
  }
}

/** Reads the current state: on Instagram from the page itself, on other platforms from the session cookie. */
export async function readSiteState(page: Page, site: PlatformSite): Promise<SiteState> {
  const shown = parseUrl(page.url());
  if (!shown || !isOfSite(shown.hostname, site.url)) return NOTHING;
  const reading = site.platform === WARMUP_PLATFORM ? readPageState(page) : readByCookie(page, site);
  const read = reading.catch((error: unknown) => {
    if (isLeaving(error)) return NOTHING;
    throw error;
  });
  return Promise.race([read, delay(READ_LIMIT_MS, NOTHING, { ref: false })]);
}

async function readByCookie(page: Page, site: PlatformSite): Promise<SiteState> {
  const now = Date.now() / 1000;
  const cookies = await readSiteCookies(page.browser(), site.url);
  const hasSession = cookies.some(
    ({ name, value, expires }) =>
      site.sessionCookies.includes(name) && value !== '' && (expires === -1 || expires > now),
  );
  return hasSession && !LOGIN_ADDRESS.test(page.url()) ? { isSignedIn: true, stop: null } : SIGNED_OUT;
}

/** Waits until the platform's page has settled, at most `limitMs`, skipping harmless questions. */
export async function settledState(page: Page, site: PlatformSite, limitMs: number): Promise<SiteState> {
  for (const deadline = Date.now() + limitMs; ; await delay(POLL_MS)) {
    await passOnetap(page, site);
    const state = await readSiteState(page, site);
    if (state.isSignedIn || state.stop || Date.now() > deadline) return state;
  }
}

/** Skips "Save your login info?" by opening the feed. */
export async function passOnetap(page: Page, site: PlatformSite): Promise<void> {
  const isAsked = site.platform === WARMUP_PLATFORM && page.url().startsWith(`${site.url}${PATHS.onetap}`);
  if (isAsked) await openSite(page, site, site.url);
}

const NOTHING: SiteState = { isSignedIn: false, stop: null };
const SIGNED_OUT: SiteState = { isSignedIn: false, stop: 'login' };
