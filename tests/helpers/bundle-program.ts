import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Inside node_modules, so that a bundle can resolve the packages that it does not contain. */
const BUNDLES = fileURLToPath(new URL('../../node_modules/.cache/local-agent-tests/', import.meta.url));

/**
 * Bundles a program of the tests with its imports from this repository, and returns its path. It starts in a third of
 * tsx's time, and without the helpers that tsx inserts into functions, which do not exist in pages that run these
 * functions. Each bundle has its own folder, because programs load parts of it late, when another bundle may be
 * written.
 */
export async function bundleProgram(source: string): Promise<{ program: string; remove(): Promise<void> }> {
  await mkdir(BUNDLES, { recursive: true });
  const folder = await mkdtemp(join(BUNDLES, 'program-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: source,
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return {
    program: join(folder, `${basename(source, '.ts')}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
