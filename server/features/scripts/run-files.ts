import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, sep } from 'node:path';
import type { ScriptArtifact } from '../../../shared/script-run.ts';
import { killAllOf } from './process-tree.ts';

const ARTIFACTS_MAX = 200;
const ARTIFACTS_MAX_BYTES = 256 * 1024 * 1024;
/** Chrome puts a Unix socket below its temporary folder, whose whole path may have about 100 characters. */
const TEMPORARY_MAX_CHARS = 30;

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

/** The folders of one run: `scratch` (profiles, temporary files) goes with the run, `artifacts` is kept when there is something in it. */
export type RunFolders = { scratch: string; artifacts: string };

export type RunFiles = {
  /** Where the person may install packages for their scripts. */
  packages: string;
  open(runId: string): Promise<RunFolders>;
  /** Removes what a run leaves behind and tells what it saved; files beyond what may be kept are removed and counted. */
  close(folders: RunFolders): Promise<{ artifacts: ScriptArtifact[]; removed: number }>;
  /** The absolute path of a file that a run saved; null when there is none. `runId` must be a UUID. */
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
    async open(runId) {
      const artifacts = join(root, runId);
      await mkdir(artifacts, { recursive: true, mode: 0o700 });
      const scratch = await realpath(await mkdtemp(join(temporary, prefix)));
      return { scratch, artifacts };
    },
    async close({ scratch, artifacts }) {
      await remove(scratch);
      const kept = await keepArtifacts(artifacts);
      if (kept.artifacts.length === 0) await remove(artifacts);
      return kept;
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

function shortTemporaryFolder(): string {
  const folder = tmpdir();
  return process.platform === 'win32' || folder.length <= TEMPORARY_MAX_CHARS ? folder : '/tmp';
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
