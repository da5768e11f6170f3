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
/** What npm says where it does not get to its registry. */
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;

/**
 * The folder with the engine of models on this machine (Installation.enginePackage). It is no dependency of ours: the
 * first call in a checkout installs it, 50 MB, without install scripts. Null where npm's registry cannot be reached.
 */
export async function testEngine(): Promise<string | null> {
  const folder = join(CACHE, `engine-${ENGINE_VERSION}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const staging = await mkdtemp(join(CACHE, 'installing-'));
  try {
    await install(staging);
    // Another worker may have been faster.
    await rename(staging, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    if (NO_NETWORK.test(String(error))) return null;
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const binaries = `@node-llama-cpp/${BINARIES[`${process.platform}-${process.arch}`]}`;
  const packages = ['node-llama-cpp', binaries].map((name) => `${name}@${ENGINE_VERSION}`);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
  const only = ['--ignore-scripts', '--omit=optional', '--omit=peer'];
  await run('npm', ['install', '--prefix', folder, ...only, ...quiet, ...packages], {
    shell: process.platform === 'win32',
  });
}
