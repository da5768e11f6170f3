import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installApart } from '../../helpers/install-apart.ts';

const PROGRAMS = ['plc.mjs', 'pds.mjs', 'facets.mjs'];

/** The server needs a newer Node than this product; npm's registry also has Node's binaries. */
const NODE_VERSION = '22.23.3';
const NODE_MAJOR = 22;

const { platform, arch } = process;
const hasOwnNode = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR;
const NODE_PACKAGE = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform === 'win32' ? 'win' : platform}-${arch}`;

/** No install script has to run: libsql's binaries are in packages, and it has the same API as better-sqlite3. */
const MANIFEST = {
  dependencies: { '@atproto/dev-env': '0.6.7', ...(!hasOwnNode && { [NODE_PACKAGE]: NODE_VERSION }) },
  overrides: { 'better-sqlite3': 'npm:libsql@0.5.29' },
};

export type InstalledServer = { node: string; program: (name: string) => string };

/** Installs Bluesky's own development server, unless it is installed already: about 470 MB, and a minute. */
export async function installServer(): Promise<InstalledServer> {
  const folder = await installApart('bluesky-server', MANIFEST);
  for (const name of PROGRAMS) {
    await copyFile(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
  }
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  return {
    node: hasOwnNode ? process.execPath : join(folder, 'node_modules', NODE_PACKAGE, 'bin', binary),
    program: (name) => join(folder, name),
  };
}
