import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalPath } from '../data-directory/data-directory.ts';
import { removeTree } from '../files/file-tree.ts';
import { isOwnFolder, shortTemporaryFolder } from '../files/private-file.ts';
import { killAllOf } from '../system/process-tree.ts';
import { attempted } from '../system/time-limit.ts';

const KILL_LIMIT_MS = 3_500;
const REMOVE_LIMIT_MS = 3_000;

/**
 * Creates a folder for a browser's temporary files. Its name identifies the data directory, so that agents do not
 * remove each other's folders.
 */
export async function makeScratch(dataDir: string): Promise<string> {
  return realpath(await mkdtemp(join(shortTemporaryFolder(), prefixOf(dataDir))));
}

/**
 * Kills processes still using the folder and removes it. What cannot be removed in time is removed at the next start.
 */
export async function removeScratch(scratch: string): Promise<void> {
  await attempted(killAllOf(scratch), KILL_LIMIT_MS);
  await attempted(removeTree(scratch), REMOVE_LIMIT_MS);
}

/**
 * Kills browsers left by a killed agent and removes their temporary files. Does not touch browsers started from now on,
 * or other users' folders in the shared temporary folder.
 */
export async function sweepScratch(dataDir: string): Promise<void> {
  const folder = shortTemporaryFolder();
  const prefix = prefixOf(dataDir);
  for (const name of readdirSync(folder)) {
    const isNamedSo = name.startsWith(prefix) && name.length === prefix.length + RANDOM_CHARS;
    if (isNamedSo && (await isOwnFolder(join(folder, name)))) await removeScratch(join(folder, name));
  }
}

/** The number of random characters that mkdtemp appends to a prefix. */
const RANDOM_CHARS = 6;

function prefixOf(dataDir: string): string {
  return `la-browser-${createHash('sha256').update(canonicalPath(dataDir)).digest('hex').slice(0, 8)}-`;
}
