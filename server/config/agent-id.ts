import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

const REMEDY =
  'Restore it from a backup, or delete it: this then counts as a new machine, on which accounts have to be connected again.';

/**
 * The id of a data directory's agent, which identifies its runs and leases in the database; created by the first call.
 * AppError internal when its file is damaged: with a new id, its channels' logins would count as another machine's and
 * be lost.
 */
export async function loadAgentId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'agent-id');
  const kept = await readPrivateFile(path, (text) => z.uuid().parse(text.trim()), REMEDY);
  if (kept !== null) return kept;
  return replaceAgentId(dataDir);
}

/** Gives a data directory a new id, and returns it. */
export async function replaceAgentId(dataDir: string): Promise<string> {
  const id = randomUUID();
  await writePrivateFile(join(dataDir, 'agent-id'), `${id}\n`);
  return id;
}
