import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { z } from 'zod';
import type { ScriptArtifact } from '../../../shared/script-run.ts';
import { killAllOf } from '../../process-tree.ts';
import { shortTemporaryFolder } from '../../temporary-folder.ts';
import { createRunJournals, type RunJournals } from './run-journal.ts';

const ARTIFACTS_MAX = 200;
const ARTIFACTS_MAX_BYTES = 256 * 1024 * 1024;

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

/** A folder with what a run saved. `changedAt` is in milliseconds since the epoch. */
export type KeptFolder = { runId: string; changedAt: number; bytes: number };

export type RunFiles = {
  /** Where the person may install packages for their scripts. */
  packages: string;
  /** A new folder for profiles and temporary files, which goes with the process that uses it. */
  makeScratch(): Promise<string>;
  removeScratch(scratch: string): Promise<void>;
  /** The folder for what a run saves. */
  openArtifacts(runId: string): Promise<string>;
  /** Tells what a run saved; files beyond what may be kept are removed and counted, and so is a folder with nothing in it. */
  closeArtifacts(folder: string): Promise<{ artifacts: ScriptArtifact[]; removed: number }>;
  /** What is there of what a run saved. `runId` must be a UUID, here and below. */
  artifactsOf(runId: string): Promise<ScriptArtifact[]>;
  /** The folders of all runs that saved something. */
  kept(): Promise<KeptFolder[]>;
  /** Removes what these runs saved. */
  removeOf(runIds: string[]): Promise<void>;
  /** The logs of runs under way. */
  journals: RunJournals;
  /** The absolute path of a file that a run saved; null when there is none. */
  find(runId: string, path: string): Promise<string | null>;
  /** Ends what a killed agent's runs left behind, processes and folders. Only while this agent has no runs of its own. */
  sweep(): Promise<void>;
};

/** The files of the runs of one data directory. The scratch folders carry its name, so that two agents never take each other's. */
export function createRunFiles(dataDir: string, temporary: string = shortTemporaryFolder()): RunFiles {
  const root = join(dataDir, 'script-runs');
  const prefix = `la-run-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
  return {
    packages: join(dataDir, 'scripts'),
    makeScratch: async () => realpath(await mkdtemp(join(temporary, prefix))),
    removeScratch: remove,
    async openArtifacts(runId) {
      const folder = join(root, runId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    async closeArtifacts(folder) {
      const kept = await keepArtifacts(folder);
      if (kept.artifacts.length === 0) await remove(folder);
      return kept;
    },
    journals: createRunJournals(root),
    artifactsOf: (runId) => listFiles(join(root, runId)),
    async kept() {
      const names = await readdir(root).catch(() => []);
      const folders = names.map(async (name): Promise<KeptFolder | null> => {
        const found = await stat(join(root, name)).catch(() => null);
        if (!found?.isDirectory() || !z.uuid().safeParse(name).success) return null;
        const files = await listFiles(join(root, name));
        const bytes = files.reduce((total, { size }) => total + size, 0);
        return { runId: name, changedAt: found.mtimeMs, bytes };
      });
      return (await Promise.all(folders)).filter((folder) => folder !== null);
    },
    async removeOf(runIds) {
      for (const runId of runIds) await remove(join(root, runId));
    },
    async find(runId, path) {
      const folder = join(root, runId);
      const known = (await listFiles(folder)).find((file) => file.path === path);
      return known ? join(folder, ...path.split('/')) : null;
    },
    async sweep() {
      const left = (await readdir(temporary)).filter((name) => name.startsWith(prefix));
      for (const name of left) {
        await killAllOf(join(temporary, name));
        await remove(join(temporary, name));
      }
    },
  };
}

async function keepArtifacts(folder: string): Promise<{ artifacts: ScriptArtifact[]; removed: number }> {
  const artifacts: ScriptArtifact[] = [];
  let bytes = 0;
  let removed = 0;
  for (const file of await listFiles(folder)) {
    if (artifacts.length < ARTIFACTS_MAX && bytes + file.size <= ARTIFACTS_MAX_BYTES) {
      artifacts.push(file);
      bytes += file.size;
    } else {
      await remove(join(folder, file.path));
      removed += 1;
    }
  }
  return { artifacts, removed };
}

/** The ordinary files below a folder by path; links are left out, because they lead elsewhere. */
async function listFiles(folder: string): Promise<ScriptArtifact[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.sort().map(async (name): Promise<ScriptArtifact | null> => {
    const entry = await lstat(join(folder, name)).catch(() => null);
    if (!entry?.isFile()) return null;
    const type = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
    return { path: name.split(sep).join('/'), type, size: entry.size };
  });
  return (await Promise.all(files)).filter((file) => file !== null);
}

/** Also where a dying browser still writes, or a script has taken the right to write away. */
async function remove(path: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
  await rm(path, options).catch(async () => {
    await chmod(path, 0o700).catch(() => undefined);
    await rm(path, options).catch(() => undefined);
  });
}
