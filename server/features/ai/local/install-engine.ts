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

/** Loading the binaries for the first time, on a slow disk with a virus scanner. */
const CHECK_MS = 120_000;
const STAGING = '.installing-';
/** The engine's own source code, for building it, which we never do: 35 MB. */
const SOURCES = join('node_modules', 'node-llama-cpp', 'llama', 'gitRelease.bundle');

/** What decides how the engine is installed; tests bring another npm. */
export type EngineInstallOptions = {
  dataDir: string;
  machine: EngineMachine;
  env: Environment;
  freeBytes: FreeBytes;
  signal: AbortSignal;
  /** Bytes on the disk so far, and about how many it will be. */
  onProgress(done: number, total: number): void;
  /** It is there, and is tried now. */
  onCheck(): void;
  /** npm's JavaScript; the one that belongs to this Node by default. */
  npm?: string | null;
  silentMs?: number;
};

/**
 * Installs the engine below the data directory with npm, so that the user's registry, proxy and certificates count.
 * Install scripts never run. It is put together beside its place, loaded once in a process of its own, and moved there
 * whole: whatever goes wrong, or a crash in the middle, leaves nothing that counts as installed. AppError unavailable
 * with the remedy; the signal's reason when that aborts.
 */
export async function installEngine(options: EngineInstallOptions): Promise<void> {
  const { dataDir, machine, env, freeBytes, signal, onCheck, onProgress, silentMs } = options;
  const binaries = binariesFor(machine);
  const { npm = findNpm(env, process.execPath) } = options;
  if (!npm) throw new AppError('unavailable', NO_NPM);
  const { engines, engine } = localAiPlaces(dataDir);
  await mkdir(engines, { recursive: true, mode: 0o700 });
  // The data directory is locked, so that whatever stands there was left by a process that was killed.
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

/** Loads the engine with its binaries, in a process of its own: one that does not suit the machine may crash it. */
async function assertRuns(folder: string, { machine, env, signal }: EngineInstallOptions): Promise<void> {
  const entry = join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
  if (!(await stat(entry).catch(() => null))) throw new AppError('unavailable', engineDoesNotRun('it is incomplete.'));
  const gpu = machine.platform === 'darwin' && machine.arch === 'arm64' ? "'metal'" : 'false';
  // A file, since the engine starts itself once more to try its binaries, with the arguments of the first process.
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

/** Removes what is not `kept` from the engine's folder: unfinished installations and other versions. */
async function removeOthers(engines: string, kept: string | null): Promise<void> {
  for (const name of await readdir(engines)) {
    const path = join(engines, name);
    if (kept ? path !== kept : name.startsWith(STAGING)) await removeTree(path);
  }
}
