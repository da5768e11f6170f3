import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINE_VERSION } from '../../server/features/ai/local/installation.ts';
import { packageRoot } from '../../server/supabase/package-files.ts';

const run = promisify(execFile);
const CACHE = join(packageRoot(), 'node_modules', '.cache', 'local-agent');

/** The packages with binaries for the processor alone. */
const BINARIES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
};

/**
 * The folder with the engine that models on this machine need (Installation.enginePackage). It is no dependency of ours:
 * the first call in a checkout installs it from the npm registry, 50 MB, without install scripts.
 */
export async function testEngine(): Promise<string> {
  const folder = join(CACHE, `engine-${ENGINE_VERSION}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const staging = await mkdtemp(join(CACHE, 'installing-'));
  try {
    await writeFile(join(staging, 'package.json'), '{ "private": true }');
    const binaries = `@node-llama-cpp/${BINARIES[`${process.platform}-${process.arch}`]}@${ENGINE_VERSION}`;
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    const packages = [`node-llama-cpp@${ENGINE_VERSION}`, binaries];
    await run(
      'npm',
      ['install', '--prefix', staging, '--ignore-scripts', '--omit=optional', '--omit=peer', ...quiet, ...packages],
      { shell: process.platform === 'win32' },
    );
    // Another worker may have been faster.
    await rename(staging, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
