import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../../../errors.ts';
import { removeTree } from '../../../files/file-tree.ts';
import { findNpm, npmEnvironment } from '../../../npm/find-npm.ts';
import { NpmFailure, npmInstall, reasonOf } from '../../../npm/install.ts';
import { runNode } from '../../../npm/run-node.ts';
import type { Environment } from '../../../system/environment.ts';
import { assertRoom, type FreeBytes } from './disk.ts';
import {
  binariesFor,
  ENGINE_DOWNLOAD_BYTES,
  ENGINE_UNPACKED_BYTES,
  type EngineMachine,
  enginePackages,
} from './engine-package.ts';
import { localAiPlaces } from './installation.ts';
import { engineDoesNotRun, NO_NPM, npmFailed } from './messages.ts';

/** Time limit for the trial run. Allows for a slow disk with a virus scanner at the first load. */
const CHECK_MS = 120_000;
const STAGING = '.installing-';
/** The engine's source code (35 MB), removed because the engine is never compiled here. */
const SOURCES = join('node_modules', 'node-llama-cpp', 'llama', 'gitRelease.bundle');

/** How the engine is installed; tests use another npm. */
export type EngineInstallOptions = {
  dataDir: string;
  machine: EngineMachine;
  env: Environment;
  freeBytes: FreeBytes;
  signal: AbortSignal;
  /** Bytes on disk so far, and the expected total. */
  onProgress(done: number, total: number): void;
  /** Called when the engine is installed and about to be tried. */
  onCheck(): void;
  /** npm's JavaScript file; defaults to this Node's npm. */
  npm?: string | null;
  silentMs?: number;
};

/**
 * Installs the engine below the data directory with npm, which uses the user's registry, proxy and certificates.
 * Install scripts never run. The engine is installed in a staging folder, loaded once in a separate process, and then
 * renamed into place, so that a failure or crash leaves nothing that counts as installed. AppError unavailable with the
 * remedy; rejects with the signal's reason on abort.
 */
export async function installEngine(options: EngineInstallOptions): Promise<void> {
  const { dataDir, machine, env, freeBytes, signal, onCheck, onProgress, silentMs } = options;
  const binaries = binariesFor(machine);
  const { npm = findNpm(env, process.execPath) } = options;
  if (!npm) throw new AppError('unavailable', NO_NPM);
  const { engines, engine } = localAiPlaces(dataDir);
  await mkdir(engines, { recursive: true, mode: 0o700 });
  // The data directory is locked, so anything there was left by a killed process.
  await removeOthers(engines, null);
  await assertRoom(engines, ENGINE_DOWNLOAD_BYTES + ENGINE_UNPACKED_BYTES, freeBytes);
  signal.throwIfAborted();
  const staging = await mkdtemp(join(engines, STAGING));
  try {
    const onBytes = (bytes: number) => onProgress(Math.min(bytes, ENGINE_UNPACKED_BYTES), ENGINE_UNPACKED_BYTES);
    onBytes(0);
    await npmInstall(staging, enginePackages(binaries), { npm, env, signal, onBytes, silentMs }).catch(
      (error: unknown) => {
        throw error instanceof NpmFailure ? new AppError('unavailable', npmFailed(error.message)) : error;
      },
    );
    await rm(join(staging, SOURCES), { force: true });
    onCheck();
    await assertRuns(staging, options);
    signal.throwIfAborted();
    await removeTree(engine);
    await rename(staging, engine);
    await removeOthers(engines, engine);
  } finally {
    await removeTree(staging);
  }
}

/** Loads the engine with its binaries in a separate process, because incompatible ones may crash it. */
async function assertRuns(folder: string, { machine, env, signal }: EngineInstallOptions): Promise<void> {
  const entry = join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
  if (!(await stat(entry).catch(() => null))) throw new AppError('unavailable', engineDoesNotRun('it is incomplete.'));
  const gpu = machine.platform === 'darwin' && machine.arch === 'arm64' ? "'metal'" : 'false';
  // A file rather than `node -e`: the engine tests its binaries by restarting itself with the same arguments.
  const trial = join(folder, 'trial.mjs');
  await writeFile(
    trial,
    `const { getLlama } = await import(${JSON.stringify(pathToFileURL(entry).href)});
const llama = await getLlama({ build: 'never', gpu: ${gpu}, logLevel: 'error', progressLogs: false, skipDownload: true });
await llama.dispose();
`,
  );
  const ended = await runNode([trial], {
    cwd: dirname(entry),
    env: npmEnvironment(env),
    signal: AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new AppError('unavailable', engineDoesNotRun('it did not start in time.'), { cause: error });
  });
  if (ended.code !== 0) throw new AppError('unavailable', engineDoesNotRun(reasonOf(ended)));
}

/** Removes everything but `kept` from the engines' folder or, if `kept` is null, only unfinished installations. */
async function removeOthers(engines: string, kept: string | null): Promise<void> {
  for (const name of await readdir(engines)) {
    const path = join(engines, name);
    if (kept ? path !== kept : name.startsWith(STAGING)) await removeTree(path);
  }
}
