import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../directories/private-file.ts';

/**
 * The id of a data directory's agent, by which it knows its own runs and claims in the database: made at the first
 * call, then kept.
 */
export async function loadAgentId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'agent-id');
  const kept = z.uuid().safeParse((await readFile(path, 'utf8').catch(() => '')).trim());
  if (kept.success) return kept.data;
  const id = randomUUID();
  await writePrivateFile(path, `${id}\n`);
  return id;
}
