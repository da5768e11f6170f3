import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { removeTree } from './file-tree.ts';
import { writePrivateFile } from './private-file.ts';

/** The journal of a swap that has begun: from then on the new workspace is the one that counts. */
const JOURNAL = 'swap.json';
/** What the names of the folders begin with in which backups and restores work. */
export const WORK_FOLDERS = { backup: 'backup-work-', restore: 'restore-work-' } as const;

/** `next` takes the place of `path`; what was there goes to `kept`. All absolute, on one disk. */
const moveSchema = z.object({ next: z.string(), path: z.string(), kept: z.string() });
export type Move = z.infer<typeof moveSchema>;

/**
 * Puts new files and folders of a data directory in the place of others, by renaming. Killed at any point, either all of
 * the old ones are in place, or `finishSwap` puts all of the new ones there. The caller holds the directory's lock, and
 * nothing uses them.
 */
export async function swap(dataDir: string, moves: readonly Move[]): Promise<void> {
  await writePrivateFile(join(dataDir, JOURNAL), `${JSON.stringify(moves)}\n`);
  await finishSwap(dataDir);
}

/**
 * Finishes a swap that was interrupted, and removes what killed backups and restores left in a data directory. The
 * caller holds the directory's lock, and has opened nothing in it.
 */
export async function finishSwap(dataDir: string): Promise<void> {
  const journal = join(dataDir, JOURNAL);
  const text = await readFile(journal, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  const folders = new Set([dataDir]);
  if (text !== null) {
    for (const { next, path, kept } of z.array(moveSchema).parse(JSON.parse(text))) {
      folders.add(dirname(dirname(next)));
      // Done already.
      if (!existsSync(next)) continue;
      await mkdir(dirname(kept), { recursive: true, mode: 0o711 });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (existsSync(path)) await rename(path, kept);
      await rename(next, path);
    }
    await rm(journal);
  }
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (Object.values(WORK_FOLDERS).some((prefix) => name.startsWith(prefix))) await removeTree(join(folder, name));
    }
  }
}
