import { defineConfig } from 'tsup';

/**
 * Bundles the CLI and server into dist/. @supabase/lite is bundled because its package pulls in 120 MB that only its own CLI needs; every
 * package in `dependencies` stays external and is installed by npm.
 */
export default defineConfig({
  entry: { main: 'server/cli/main.ts' },
  outDir: 'dist/server',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  clean: true,
  noExternal: [/^@supabase\/lite/],
});
