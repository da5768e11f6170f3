import { z } from 'zod';
import { AppError } from '../errors.ts';

/**
 * A cookie as Puppeteer's `browser.setCookie` takes it. `expires` is in seconds since the epoch, -1 for the length of
 * the session. As in browsers, a domain that begins with a dot includes the hosts below it.
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
 * Where sessions are kept on this machine: encrypted, one for each account, never in the database. AppError no_session
 * for one that cannot be read any more, unavailable while the keychain is locked (publishing/channels/vault.ts).
 */
export type SessionSecrets = {
  read(accountId: string): Promise<unknown>;
  write(accountId: string, secret: unknown): Promise<void>;
  remove(accountId: string): Promise<void>;
};

/** The saved sessions of accounts; `accountId` must come from the database. */
export type Sessions = {
  /** Null when there is none, or none that can be read. AppError unavailable while the keychain is locked. */
  read(accountId: string): Promise<SessionCookie[] | null>;
  /** Saves a session in place of the one before. AppError unavailable while the keychain is locked. */
  write(accountId: string, cookies: SessionCookie[]): Promise<void>;
  /** Nothing happens when there is none. */
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
