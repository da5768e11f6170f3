import { z } from 'zod';
import { type PLATFORMS, type Platform, platformOf } from '../posts/platforms.ts';

/** A platform that users log in to in a browser window on this machine. */
export type LoginPlatform = Extract<(typeof PLATFORMS)[number], { login: unknown }>['id'];

/** Whether users log in to a platform in a browser window on this machine, or with cookies from another browser. */
export function hasLogin(platform: Platform): platform is LoginPlatform {
  return platformOf(platform).login !== undefined;
}

/** Size limit of a cookie file, in UTF-8 bytes. */
export const COOKIE_FILE_MAX_BYTES = 1024 * 1024;

/**
 * The state of a log-in window. `failed` has the reason in `error`: closed by the user, timed out, no screen, no
 * browser.
 */
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
 * Whether an account's session is valid. `reason` says why not, with the remedy; `cookies` counts the imported ones.
 */
export const sessionStateSchema = z.object({
  loggedIn: z.boolean(),
  reason: z.string().nullable(),
  cookies: z.number().optional(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;
