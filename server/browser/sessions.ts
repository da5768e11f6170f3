import { z } from 'zod';
import { AppError } from '../errors.ts';

/**
 * A cookie as `browser.setCookie` of Puppeteer takes it. `expires` is in seconds since the epoch, -1 for session
 * cookies. As in browsers, a domain with a leading dot includes its subdomains.
 */
export const sessionCookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string().default('/'),
  expires: z.number().default(-1),
  secure: z.boolean().default(false),
  httpOnly: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
});
export type SessionCookie = z.infer<typeof sessionCookieSchema>;

const sessionSchema = z.object({ cookies: z.array(sessionCookieSchema) });

/**
 * Stores sessions on this machine, encrypted, one per account, never in the database. AppError no_session for an
 * unreadable one, unavailable while the keychain is locked.
 */
export type SessionSecrets = {
  read(accountId: string): Promise<unknown>;
  write(accountId: string, secret: unknown): Promise<void>;
  remove(accountId: string): Promise<void>;
};

/** The saved sessions of accounts; `accountId` must come from the database. */
export type Sessions = {
  /** Null if there is none, or if it is unreadable. AppError unavailable while the keychain is locked. */
  read(accountId: string): Promise<SessionCookie[] | null>;
  /** Replaces the saved session. AppError unavailable while the keychain is locked. */
  write(accountId: string, cookies: SessionCookie[]): Promise<void>;
  /** A no-op if there is none. */
  remove(accountId: string): Promise<void>;
};

export function sessionsIn(secrets: SessionSecrets): Sessions {
  return {
    async read(accountId) {
      const kept = await secrets.read(accountId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'no_session') return null;
        throw error;
      });
      return sessionSchema.safeParse(kept).data?.cookies ?? null;
    },
    write: (accountId, cookies) => secrets.write(accountId, { cookies }),
    remove: (accountId) => secrets.remove(accountId),
  };
}
