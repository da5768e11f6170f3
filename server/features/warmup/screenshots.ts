import { type FileHandle, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openBelow, removeTree } from '../../files/file-tree.ts';
import { writePrivateFile } from '../../files/private-file.ts';
import type { WarmupStore } from './store.ts';

/** Screenshots kept per account. */
const KEPT = 20;
const FOLDER = 'warmup-runs';
const NAME = 'last.png';

/**
 * The last screenshots of warm-ups: private files on this machine, one per run. Run ids must come from the database.
 */
export type Screenshots = {
  save(runId: string, png: Uint8Array): Promise<void>;
  /** Opens it for reading, for the caller to close; null if this machine has none. Does not follow links. */
  open(runId: string): Promise<FileHandle | null>;
  has(runId: string): Promise<boolean>;
  runIds(): Promise<string[]>;
  remove(runId: string): Promise<void>;
};

/** A screenshot's path relative to the data directory: warmup_runs.screenshot_path. */
export function screenshotPath(runId: string): string {
  return `${FOLDER}/${runId}/${NAME}`;
}

export function createScreenshots(dataDir: string): Screenshots {
  const open = (runId: string) => openBelow(join(dataDir, FOLDER), `${runId}/${NAME}`);
  const fileOf = (runId: string) => join(dataDir, FOLDER, runId, NAME);
  return {
    save: (runId, png) => writePrivateFile(fileOf(runId), png),
    open,
    async has(runId) {
      const file = await open(runId);
      await file?.close();
      return file !== null;
    },
    async runIds() {
      const names = await readdir(join(dataDir, FOLDER)).catch(() => []);
      return names.filter((name) => z.uuid().safeParse(name).success);
    },
    remove: (runId) => removeTree(join(dataDir, FOLDER, runId)),
  };
}

/** Removes all but the newest screenshots of each account, and those of removed accounts. */
export async function tidyScreenshots(screenshots: Screenshots, store: WarmupStore): Promise<void> {
  const here = await screenshots.runIds();
  const seen = new Map<string, number>();
  const kept = new Set<string>();
  for (const { id, accountId } of await store.existing(here)) {
    const count = (seen.get(accountId) ?? 0) + 1;
    seen.set(accountId, count);
    if (count <= KEPT) kept.add(id);
  }
  await Promise.all(here.filter((id) => !kept.has(id)).map((id) => screenshots.remove(id)));
}
