import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../directories/private-file.ts';
import { AppError } from '../errors.ts';

/**
 * The workspace's agent token, for the CLI and the user's own tools: made at the first call, then kept 0600 in the data
 * directory.
 */
export async function loadAgentToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'agent-token');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new AppError(
      'internal',
      `Cannot read the agent token ${path} (${error.code}). Check its owner and permissions.`,
      {
        cause: error,
      },
    );
  });
  if (kept.trim()) return kept.trim();
  const token = `la_${randomBytes(32).toString('base64url')}`;
  await writePrivateFile(path, `${token}\n`);
  return token;
}
