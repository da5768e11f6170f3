import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { killAllOf } from '../process-tree.ts';
import { shortTemporaryFolder } from '../temporary-folder.ts';

/** A new folder for the temporary files of a browser; it carries the name of the data directory, so that two agents never take each other's. */
export async function makeScratch(dataDir: string): Promise<string> {
  return realpath(await mkdtemp(join(shortTemporaryFolder(), prefixOf(dataDir))));
}

/** Ends what still works on such a folder, and removes it. */
export async function removeScratch(scratch: string): Promise<void> {
  await killAllOf(scratch);
  await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Ends the browsers that a killed agent left behind and removes their temporary files; those that begin from now on are left alone. */
export async function sweepScratch(dataDir: string): Promise<void> {
  const folder = shortTemporaryFolder();
  const left = readdirSync(folder).filter((name) => name.startsWith(prefixOf(dataDir)));
  for (const name of left) await removeScratch(join(folder, name));
}

function prefixOf(dataDir: string): string {
  return `la-browser-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
}
