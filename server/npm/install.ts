import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../files/file-tree.ts';
import type { Environment } from '../system/environment.ts';
import { npmEnvironment } from './find-npm.ts';
import { type EndedProcess, runNode } from './run-node.ts';

const PROGRESS_MS = 1_000;
/** npm is considered hung after this time without progress. */
const SILENT_MS = 120_000;
/** More files than any of our packages contains. */
const FILES_MAX = 20_000;
const REASON_MAX = 200;

/** Packages for `npm ci`, with pinned versions and, in the lock file, a digest of each package. */
export type LockedPackages = { name: string; dependencies: Record<string, string>; packages: Record<string, object> };

export function npmFiles({ name, dependencies, packages }: LockedPackages): { manifest: object; lock: object } {
  return {
    manifest: { name, private: true, dependencies },
    lock: { name, lockfileVersion: 3, requires: true, packages: { '': { name, dependencies }, ...packages } },
  };
}

export type NpmInstallOptions = {
  /** npm's JavaScript file (findNpm). */
  npm: string;
  env: Environment;
  signal: AbortSignal;
  /** Bytes on disk so far, about once a second. */
  onBytes?: (bytes: number) => void;
  silentMs?: number;
};

/** npm failed to install. The message is npm's reason, as a sentence. */
export class NpmFailure extends Error {}

const ARGUMENTS = [
  'ci',
  '--ignore-scripts',
  '--omit=optional',
  '--omit=peer',
  '--omit=dev',
  '--no-bin-links',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
  '--fetch-retries=2',
];

/**
 * Installs packages into an empty folder with npm, which uses the user's registry, proxy and certificates; install
 * scripts never run. Throws NpmFailure, or the signal's reason on abort; the folder is then incomplete.
 */
export async function npmInstall(folder: string, wanted: LockedPackages, options: NpmInstallOptions): Promise<void> {
  const { npm, env, signal, onBytes, silentMs = SILENT_MS } = options;
  const { manifest, lock } = npmFiles(wanted);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const silent = new AbortController();
  let seen = { bytes: 0, at: Date.now() };
  const look = async () => {
    const { files } = await listFiles(folder, FILES_MAX);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes !== seen.bytes) seen = { bytes, at: Date.now() };
    else if (Date.now() - seen.at > silentMs) silent.abort(new NpmFailure('npm did nothing for two minutes.'));
    onBytes?.(bytes);
  };
  const watch = setInterval(() => void look().catch(() => undefined), PROGRESS_MS);
  try {
    const ended = await runNode([npm, ...ARGUMENTS, '--prefix', folder], {
      cwd: folder,
      env: npmEnvironment(env),
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (ended.code !== 0) throw new NpmFailure(reasonOf(ended));
  } finally {
    clearInterval(watch);
  }
}

/** The most informative line of a program's error output, as a sentence. */
export function reasonOf({ code, signal, stderr }: EndedProcess): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm error\s*/, '').trim())
    .filter((line) => line !== '' && !/complete log of this run|^(code|errno|syscall)\b|^at |^npm warn/.test(line));
  const said = lines.find((line) => /error|fail|not|cannot/i.test(line)) ?? lines[0];
  const reason = said ?? (signal ? `it was ended by ${signal}` : `it ended with code ${code}`);
  return `${reason.slice(0, REASON_MAX).replace(/[.\s]+$/, '')}.`;
}
