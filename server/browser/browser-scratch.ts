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
 * A new folder for the temporary files of a browser; it carries the name of the data directory, so that two agents
 * never take each other's.
 */
export async function makeScratch(dataDir: string): Promise<string> {
  return realpath(await mkdtemp(join(shortTemporaryFolder(), prefixOf(dataDir))));
}

/** Ends what still works on such a folder, and removes it; what cannot be removed in time goes at the next start. */
export async function removeScratch(scratch: string): Promise<void> {
  await attempted(killAllOf(scratch), KILL_LIMIT_MS);
  await attempted(removeTree(scratch), REMOVE_LIMIT_MS);
}

/**
 * Ends the browsers that a killed agent left behind and removes their temporary files; those that begin from now on are
 * left alone, and so is what another user has put into the shared folder under such a name.
 */
export async function sweepScratch(dataDir: string): Promise<void> {
  const folder = shortTemporaryFolder();
  const prefix = prefixOf(dataDir);
  for (const name of readdirSync(folder)) {
    const isNamedSo = name.startsWith(prefix) && name.length === prefix.length + RANDOM_CHARS;
    if (isNamedSo && (await isOwnFolder(join(folder, name)))) await removeScratch(join(folder, name));
  }
}

/** What mkdtemp adds to a prefix. */
const RANDOM_CHARS = 6;

function prefixOf(dataDir: string): string {
  return `la-browser-${createHash('sha256').update(canonicalPath(dataDir)).digest('hex').slice(0, 8)}-`;
}
