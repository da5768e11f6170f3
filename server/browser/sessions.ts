import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../directories/private-file.ts';

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

function sessionFolder(dataDir: string): string {
  return join(dataDir, 'sessions');
}

/** Where an account's saved session lies: a private file on this machine, never in the database. */
export function sessionFile(dataDir: string, accountId: string): string {
  return join(sessionFolder(dataDir), `${accountId}.json`);
}

/**
 * The cookies of an account's saved session; null when there is none, or none that can be read. `accountId` must come
 * from the database.
 */
export async function readSession(dataDir: string, accountId: string): Promise<SessionCookie[] | null> {
  const text = await readFile(sessionFile(dataDir, accountId), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return sessionSchema.parse(JSON.parse(text)).cookies;
  } catch {
    return null;
  }
}

/** Saves an account's session in place of the one before: readable by this user alone, and whole whatever happens. */
export async function writeSession(dataDir: string, accountId: string, cookies: SessionCookie[]): Promise<void> {
  await writePrivateFile(sessionFile(dataDir, accountId), `${JSON.stringify({ cookies })}\n`);
}

/** Removes an account's saved session; nothing happens when there is none. */
export async function removeSession(dataDir: string, accountId: string): Promise<void> {
  await rm(sessionFile(dataDir, accountId), { force: true });
}
