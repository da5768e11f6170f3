import { z } from 'zod';
import { type PLATFORMS, type Platform, platformOf } from '../posts/platforms.ts';

/** A platform that people log in to in a window of this machine. */
export type LoginPlatform = Extract<(typeof PLATFORMS)[number], { login: unknown }>['id'];

/** True where accounts log in to a platform in a window of this machine, or with the cookies of another browser. */
export function hasLogin(platform: Platform): platform is LoginPlatform {
  return platformOf(platform).login !== undefined;
}

/** Largest cookie file that is taken, in UTF-8 bytes. */
export const COOKIE_FILE_MAX_BYTES = 1024 * 1024;

/**
 * POST here opens a window on the platform's login page with the account's own profile; answers 202 with a
 * `loginStateSchema`.
 */
export function accountLoginPath(accountId: string): string {
  return `/api/accounts/${encodeURIComponent(accountId)}/login`;
}

/** POST here closes that window without a log-in. GET accountLoginPath says how it stands. */
export function accountLoginCancelPath(accountId: string): string {
  return `${accountLoginPath(accountId)}/cancel`;
}

/** POST a `cookieImportSchema` here to log in with cookies of another browser; answers a `sessionStateSchema`. */
export function accountCookiesPath(accountId: string): string {
  return `/api/accounts/${encodeURIComponent(accountId)}/cookies`;
}

/**
 * POST here opens the platform with the saved session and says whether it still holds; answers a `sessionStateSchema`.
 */
export function accountCheckPath(accountId: string): string {
  return `/api/accounts/${encodeURIComponent(accountId)}/check`;
}

/**
 * DELETE here forgets an account's session and profile on this machine; 204 also when there was none. At once while the
 * account is there, so call it after deleting the account: then they go when it has been gone for a minute, and an undo
 * keeps them.
 */
export function accountSessionPath(accountId: string): string {
  return `/api/accounts/${encodeURIComponent(accountId)}/session`;
}

/** How a log-in window stands. `failed` says why in `error`: closed by the person, timed out, no screen, no browser. */
export const loginStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type LoginState = z.infer<typeof loginStateSchema>;

/** The text of a Cookie-Editor or EditThisCookie export (JSON), or of a Netscape cookies.txt. */
export const cookieImportSchema = z.object({
  cookies: z
    .string('the text of the cookie file is missing')
    .min(1, 'the cookie file is empty')
    .max(COOKIE_FILE_MAX_BYTES, 'a cookie file has at most 1 MB'),
});
export type CookieImport = z.infer<typeof cookieImportSchema>;

/**
 * Whether an account's session holds. `reason` says in one sentence why not, and what to do; `cookies` counts what was
 * imported.
 */
export const sessionStateSchema = z.object({
  loggedIn: z.boolean(),
  reason: z.string().nullable(),
  cookies: z.number().optional(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;
