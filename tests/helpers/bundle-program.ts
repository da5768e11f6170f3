import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Below node_modules, so that what is left out of a bundle is found from there. */
const BUNDLES = fileURLToPath(new URL('../../node_modules/.cache/local-agent-tests/', import.meta.url));

/**
 * Bundles a program of the tests with what it imports of ours, and answers its path. It starts in a third of the time
 * that tsx takes, and without the helpers that tsx puts into functions, which those that run in pages do not find
 * there. Each bundle has a folder of its own: programs load parts of it late, when another bundle may be made.
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
