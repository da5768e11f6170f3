import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The package's own folder: the nearest one above this module with a package.json, from server/ as from dist/server/.
 */
export function packageRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = dirname(from);
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === from) throw new Error('This module lies in no package: no package.json above it.');
  return packageRoot(folder);
}

/**
 * The path of one of the package's own programs for processes and threads (tsup.config.ts). An agent that runs from its
 * sources takes the built ones, too.
 */
export function builtProgram(name: 'script-runner' | 'generation-worker' | 'media-worker' | 'local-engine'): string {
  return join(packageRoot(), 'dist', 'server', `${name}.js`);
}

/** The program of the page that encodes videos (ui/encoder), for a browser. */
export function encoderProgram(): string {
  return join(packageRoot(), 'dist', 'encoder', 'page.js');
}
