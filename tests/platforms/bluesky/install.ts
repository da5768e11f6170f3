import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/bluesky-server/', import.meta.url));
const PROGRAMS = ['plc.mjs', 'pds.mjs', 'facets.mjs'];

/** The server needs a newer Node than this product; the registry has Node's binaries too. */
const NODE_VERSION = '22.23.3';
const NODE_MAJOR = 22;

const { platform, arch } = process;
const hasOwnNode = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR;
const NODE_PACKAGE = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform === 'win32' ? 'win' : platform}-${arch}`;

/** No install script has to run: libsql has its binaries in packages, and the same API as better-sqlite3. */
const MANIFEST = {
  name: 'bluesky-server',
  private: true,
  dependencies: { '@atproto/dev-env': '0.6.7', ...(!hasOwnNode && { [NODE_PACKAGE]: NODE_VERSION }) },
  overrides: { 'better-sqlite3': 'npm:libsql@0.5.29' },
};

export type InstalledServer = { node: string; program: (name: string) => string };

/** Installs Bluesky's own development server, unless it is installed already: about 470 MB, and a minute. */
export async function installServer(): Promise<InstalledServer> {
  const manifest = JSON.stringify(MANIFEST);
  const folder = join(CACHE, createHash('sha256').update(manifest).digest('hex').slice(0, 16));
  if (!(await exists(folder))) await install(folder, manifest);
  for (const name of PROGRAMS) {
    await copyFile(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
  }
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  return {
    node: hasOwnNode ? process.execPath : join(folder, 'node_modules', NODE_PACKAGE, 'bin', binary),
    program: (name) => join(folder, name),
  };
}

async function install(folder: string, manifest: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'));
  await writeFile(join(unfinished, 'package.json'), manifest);
  const npm = spawn('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: unfinished,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: platform === 'win32',
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm install ended with ${code} in ${unfinished}`);
  // Another run may have been quicker.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
