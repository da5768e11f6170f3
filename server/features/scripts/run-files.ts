import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, lstat, mkdir, mkdtemp, readdir, realpath, rename } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ScriptArtifact } from '../../../shared/scripts/script-run.ts';
import { canonicalPath } from '../../data-directory/data-directory.ts';
import { listFiles, openBelow, removeTree } from '../../files/file-tree.ts';
import { shortTemporaryFolder } from '../../files/private-file.ts';
import { killAllOf } from '../../system/process-tree.ts';
import { createRunJournals, type RunJournals } from './run-journal.ts';

const ARTIFACTS_MAX = 200;
const ARTIFACTS_MAX_BYTES = 256 * 1024 * 1024;
/** Limit of entries in a run's folder; a folder with more is replaced by one with the allowed files. */
const ENTRIES_MAX = 10_000;
/** How long a run's end waits for a removal, in milliseconds; slower ones continue in the background. */
const REMOVAL_MS = 10_000;
/** How long a stopping agent waits for pending removals; the next one sweeps the rest. */
const SETTLE_MS = 5_000;
/** Prefix of folders to remove, also by the next agent. */
const CONDEMNED = 'removed-';

const TYPES: { [extension: string]: string } = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};

/** A folder with a run's saved files. `changedAt` is in milliseconds since the epoch. */
export type KeptFolder = { runId: string; changedAt: number; bytes: number };

/** The files kept of a run. `removed` counts those beyond the quota; null if there were too many to count. */
export type KeptFiles = { artifacts: ScriptArtifact[]; removed: number | null };

export type RunFiles = {
  /** Where the user may install packages for scripts. */
  packages: string;
  /** A new folder for profiles and temporary files, removed with its process. */
  makeScratch(): Promise<string>;
  removeScratch(scratch: string): Promise<void>;
  /** The folder for a run's saved files. */
  openArtifacts(runId: string): Promise<string>;
  /**
   * Lists a run's saved files, and removes those beyond the quota, and empty folders. `runId` must be a UUID, here and
   * below.
   */
  closeArtifacts(runId: string): Promise<KeptFiles>;
  /** The folders of all runs with saved files. */
  kept(): Promise<KeptFolder[]>;
  /** Removes these runs' saved files. */
  removeOf(runIds: string[]): Promise<void>;
  journals: RunJournals;
  /** Opens a run's saved file; null when there is none. The caller closes it. */
  open(runId: string, path: string): Promise<FileHandle | null>;
  /** Removes processes and folders of a killed agent's runs. Only before this agent has runs. */
  sweep(): Promise<void>;
  /** Waits for pending removals, and retries failed ones; at most 5 s. */
  settle(): Promise<void>;
};

/**
 * The files of the runs of one data directory. Scratch folders contain its name, so that agents do not remove each
 * other's. `removalMs` is how long a run's end waits for a removal.
 */
export function createRunFiles(
  dataDir: string,
  { temporary = shortTemporaryFolder(), removalMs = REMOVAL_MS }: { temporary?: string; removalMs?: number } = {},
): RunFiles {
  const removing = new Set<string>();
  /** Waits for the removal unless it takes too long. */
  const remove = async (path: string): Promise<void> => {
    removing.add(path);
    const work = removeTree(path).then(async () => {
      if (!(await lstat(path).catch(() => null))) removing.delete(path);
    });
    await Promise.race([work, delay(removalMs, undefined, { ref: false })]);
  };
  const root = join(dataDir, 'script-runs');
  const journals = createRunJournals(root);
  const prefix = `la-run-${createHash('sha256').update(canonicalPath(dataDir)).digest('hex').slice(0, 8)}-`;
  return {
    packages: join(dataDir, 'scripts'),
    makeScratch: async () => realpath(await mkdtemp(join(temporary, prefix))),
    removeScratch: remove,
    async openArtifacts(runId) {
      const folder = join(root, runId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    async closeArtifacts(runId) {
      const folder = join(root, runId);
      const { files, isWhole } = await listFiles(folder, ENTRIES_MAX);
      const wanted = withinQuota(files.map(toArtifact));
      const isComplete = isWhole && wanted.length === files.length;
      if (isComplete && wanted.length > 0) return { artifacts: wanted, removed: 0 };
      const artifacts = await replace(folder, wanted, root, remove);
      return { artifacts, removed: isWhole ? files.length - artifacts.length : null };
    },
    journals,
    async kept() {
      const kept: KeptFolder[] = [];
      for (const runId of await runsIn(root)) {
        const found = await lstat(join(root, runId)).catch(() => null);
        if (!found?.isDirectory()) continue;
        const { files } = await listFiles(join(root, runId), ENTRIES_MAX);
        kept.push({ runId, changedAt: found.mtimeMs, bytes: files.reduce((total, { size }) => total + size, 0) });
      }
      return kept;
    },
    async removeOf(runIds) {
      for (const runId of runIds) await remove(await moveAside(join(root, runId), root));
    },
    open: (runId, path) => openBelow(join(root, runId), path),
    async sweep() {
      const left = (await readdir(temporary)).filter((name) => name.startsWith(prefix));
      for (const name of left) {
        await killAllOf(join(temporary, name));
        await remove(join(temporary, name));
      }
      for (const runId of await journals.left()) {
        const folder = join(root, runId);
        const found = await lstat(folder).catch(() => null);
        if (found) await killAllOf(null, { work: { folder, since: found.birthtimeMs } });
      }
      const names = await readdir(root).catch(() => []);
      for (const name of names) if (name.startsWith(CONDEMNED)) await remove(join(root, name));
    },
    async settle() {
      const removals = [...removing].map(removeTree);
      await Promise.race([Promise.all(removals), delay(SETTLE_MS, undefined, { ref: false })]);
    },
  };
}

async function runsIn(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  return names.filter((name) => z.uuid().safeParse(name).success);
}

/** The first files by path that fit the quota. */
function withinQuota(files: ScriptArtifact[]): ScriptArtifact[] {
  const kept: ScriptArtifact[] = [];
  let bytes = 0;
  for (const file of files) {
    if (kept.length >= ARTIFACTS_MAX || bytes + file.size > ARTIFACTS_MAX_BYTES) continue;
    kept.push(file);
    bytes += file.size;
  }
  return kept;
}

function toArtifact({ path, size }: { path: string; size: number }): ScriptArtifact {
  return { path, type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream', size };
}

/**
 * Moves the kept files into a new folder that replaces the old one: removing the rest may take long. Returns what was
 * moved.
 */
async function replace(
  folder: string,
  wanted: ScriptArtifact[],
  root: string,
  remove: (path: string) => Promise<void>,
): Promise<ScriptArtifact[]> {
  const fresh = join(root, `${CONDEMNED}${randomUUID()}`);
  const moved: ScriptArtifact[] = [];
  for (const artifact of wanted) {
    const target = join(fresh, artifact.path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // Files that no longer exist are not kept.
    const isMoved = rename(join(folder, artifact.path), target).then(
      () => true,
      () => false,
    );
    if (await isMoved) moved.push(artifact);
  }
  const old = await moveAside(folder, root);
  if (moved.length > 0) await rename(fresh, folder);
  await remove(old);
  return moved;
}

/** Renames a run's folder (or a link in its place) for removal. */
async function moveAside(folder: string, root: string): Promise<string> {
  const aside = join(root, `${CONDEMNED}${randomUUID()}`);
  return rename(folder, aside).then(
    () => aside,
    () => folder,
  );
}
