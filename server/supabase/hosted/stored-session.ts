import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';

const SESSION_FILE = 'link-session.json';
const REMEDY = 'Delete it and sign in again: local-agent link';

const sessionSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  /** Milliseconds since the epoch. */
  expiresAt: z.number(),
  /** Why the session has ended; null while it is valid. */
  ended: z.enum(['refused', 'removed']).nullable().default(null),
});
/** What the agent stores of a sign-in: no password, and no key with more rights than the member. */
export type StoredSession = z.infer<typeof sessionSchema>;

export const readSession = (dataDir: string): Promise<StoredSession | null> =>
  readPrivateFile(join(dataDir, SESSION_FILE), (text) => sessionSchema.parse(JSON.parse(text)), REMEDY);

export const writeSession = (dataDir: string, session: StoredSession): Promise<void> =>
  writePrivateFile(join(dataDir, SESSION_FILE), `${JSON.stringify(session, null, 2)}\n`);

export const removeSession = (dataDir: string): Promise<void> => rm(join(dataDir, SESSION_FILE), { force: true });

/** The sentence for a session that has ended. */
export function signInAgain(url: string, ended: NonNullable<StoredSession['ended']>): string {
  return ended === 'removed'
    ? `The account that this agent is signed in with is no longer a member of ${url}. Ask the owner to add it again, or sign in with another: local-agent link`
    : `This agent's sign-in to ${url} has ended, and all automation is on hold. Sign in again: local-agent link`;
}

/** Why a data directory's session has ended, without contacting the project; null if it was valid when last used. */
export async function storedProblem(dataDir: string, url: string): Promise<string | null> {
  const ended = (await readSession(dataDir))?.ended;
  return ended === null ? null : signInAgain(url, ended ?? 'refused');
}
