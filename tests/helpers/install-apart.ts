import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

type Manifest = { dependencies: Record<string, string>; overrides?: Record<string, string> };

/**
 * Installs packages that only one heavy command needs, unless they are installed already, and returns their folder:
 * `npm test` and a checkout do without them. Rejects if npm fails.
 */
export async function installApart(name: string, wanted: Manifest): Promise<string> {
  const manifest = JSON.stringify({ name, private: true, ...wanted });
  const cache = join(CACHE, name);
  const folder = join(cache, createHash('sha256').update(manifest).digest('hex').slice(0, 16));
  if (await exists(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  await writeFile(join(unfinished, 'package.json'), manifest);
  const npm = spawn('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: unfinished,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm install ended with ${code} in ${unfinished}`);
  // Another run may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
