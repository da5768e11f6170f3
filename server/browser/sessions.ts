import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A cookie as Puppeteer's `browser.setCookie` takes it. `expires` is in seconds since the epoch, -1 for the length of the session. */
const sessionCookieSchema = z.object({
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

/** Where an account's saved session lies: a private file on this machine, never in the database. */
export function sessionFile(dataDir: string, accountId: string): string {
  return join(dataDir, 'sessions', `${accountId}.json`);
}

/** The cookies of an account's saved session; null when there is none, or none that can be read. `accountId` must come from the database. */
export async function readSession(dataDir: string, accountId: string): Promise<SessionCookie[] | null> {
  const text = await readFile(sessionFile(dataDir, accountId), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return sessionSchema.parse(JSON.parse(text)).cookies;
  } catch {
    return null;
  }
}
