import { defineConfig } from 'tsup';
import { bundledLicenses } from './build/bundled-licenses.ts';

/**
 * Bundles the command line and the server into dist/server. @supabase/lite goes in, because its package pulls in 120 MB that only its own
 * command needs; every package in `dependencies` stays outside and is installed by npm.
 */
export default defineConfig({
  entry: {
    main: 'server/cli/main.ts',
    'script-runner': 'server/features/scripts/runner/main.ts',
    'source-worker': 'server/features/generation/source-worker.ts',
  },
  outDir: 'dist/server',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  clean: true,
  removeNodeProtocol: false,
  noExternal: [/^@supabase\/lite/],
  // Loaded by @supabase/lite on demand only, for its own migrations and for SQLite: the agent never does.
  // @puppeteer/replay loads Puppeteer and Lighthouse only when it is not given the browser that it always gets here.
  external: ['pgsql-parser', 'kysely-generic-sqlite', 'puppeteer', 'lighthouse'],
  esbuildPlugins: [bundledLicenses('dist/server/third-party-licenses.md')],
});
