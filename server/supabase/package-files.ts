import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's root: the nearest folder above this module with a package.json, both from server/ and dist/server/. */
export function packageRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = dirname(from);
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === from) throw new Error('This module lies in no package: no package.json above it.');
  return packageRoot(folder);
}

/**
 * The path of one of the package's programs for child processes and threads (tsup.config.ts). An agent that runs from
 * source uses the built ones, too.
 */
export function builtProgram(name: 'script-runner' | 'generation-worker' | 'media-worker' | 'local-engine'): string {
  return join(packageRoot(), 'dist', 'server', `${name}.js`);
}

/** The path of the script of the browser page that encodes videos (ui/encoder). */
export function encoderProgram(): string {
  return join(packageRoot(), 'dist', 'encoder', 'page.js');
}
