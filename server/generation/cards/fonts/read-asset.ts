import { readFile } from 'node:fs/promises';

/** Serves the files of npm packages where there is no node_modules to read them from. */
const PACKAGE_CDN = 'https://cdn.jsdelivr.net/npm/';

/**
 * The bytes of a file inside an npm package, such as `@resvg/resvg-wasm/index_bg.wasm`. Node reads it from
 * node_modules, also in the packaged agent. Deno knows it only as `npm:<package>@<version>/<file>` and downloads it
 * from PACKAGE_CDN.
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
