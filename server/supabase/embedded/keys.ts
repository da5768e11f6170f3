import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';

const keysSchema = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  jwtSecret: z.string().min(32),
  /** Only used if Postgres has to listen on a loopback port (Windows). */
  databasePassword: z.string().min(32),
});

/** The embedded backend's keys: generated at random on first start, stored with mode 0600 in the data directory. */
export type Keys = Readonly<z.infer<typeof keysSchema>>;

const REMEDY = 'Restore it from a backup, or delete it: a new one is created, and everyone has to sign in again.';

/** Reads the keys, or generates them if `file` does not exist. AppError internal when the file is damaged. */
export async function loadKeys(file: string): Promise<Keys> {
  const kept = await readPrivateFile(file, (text) => keysSchema.parse(JSON.parse(text)), REMEDY);
  if (kept !== null) return Object.freeze(kept);
  const keys: Keys = {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
    databasePassword: randomBytes(32).toString('base64url'),
  };
  await writePrivateFile(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}
