import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { binariesFor, engineMachine, enginePackages } from '../../server/features/ai/local/engine-package.ts';
import { ENGINE_VERSION } from '../../server/features/ai/local/installation.ts';
import { npmFiles } from '../../server/npm/install.ts';
import { packageRoot } from '../../server/supabase/package-files.ts';

const run = promisify(execFile);
const CACHE = join(packageRoot(), 'node_modules', '.cache', 'local-agent');

/** npm's errors when it cannot reach its registry. */
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;

/**
 * The folder with the engine of models on this machine (Installation.enginePackage). It is not a dependency: the first
 * call in a checkout installs it, 50 MB, without install scripts. Null if npm's registry is unreachable.
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
  const { manifest, lock } = npmFiles(enginePackages(binariesFor(engineMachine())));
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
  await run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--omit=optional', '--omit=peer', ...quiet], {
    shell: process.platform === 'win32',
  });
}
