import { readFile } from 'node:fs/promises';

/** Serves files of npm packages to runtimes without node_modules. */
const PACKAGE_CDN = 'https://cdn.jsdelivr.net/npm/';

/**
 * Reads a file inside an npm package, such as `@resvg/resvg-wasm/index_bg.wasm`. Node reads it from node_modules, also
 * in the packaged agent. Deno resolves it only to `npm:<package>@<version>/<file>`, so it is downloaded from
 * PACKAGE_CDN.
 */
export async function readAsset(specifier: string): Promise<Uint8Array<ArrayBuffer>> {
  const resolved = import.meta.resolve(specifier);
  if (resolved.startsWith('file:')) return new Uint8Array(await readFile(new URL(resolved)));
  const address = PACKAGE_CDN + resolved.replace(/^npm:\/?/, '').replace(/@[~^]/, '@');
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`Could not load ${address} for drawing cards (${response.status}). Try again later.`);
  return new Uint8Array(await response.arrayBuffer());
}
