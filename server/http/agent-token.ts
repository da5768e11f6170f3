import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

const tokenSchema = z.string().regex(/^la_[\w-]{43}$/);
const REMEDY = 'Restore it from a backup, or delete it: a new token is created, which your own tools then need.';

/**
 * The workspace's agent token, for the CLI and the user's own tools. Created on first use, and stored with mode 0600 in
 * the data directory. AppError internal when its file is damaged.
 */
export async function loadAgentToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'agent-token');
  const kept = await readPrivateFile(path, (text) => tokenSchema.parse(text.trim()), REMEDY);
  if (kept !== null) return kept;
  const token = `la_${randomBytes(32).toString('base64url')}`;
  await writePrivateFile(path, `${token}\n`);
  return token;
}
