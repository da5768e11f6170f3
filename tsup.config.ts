import { defineConfig } from 'tsup';
import { bundledLicenses } from './build/bundled-licenses.ts';
import { requireInModules } from './build/require-in-modules.ts';
import { zodNamespace } from './build/zod-namespace.ts';

/**
 * What starts with every command or with the agent: read as a few files instead of some six hundred, and no part of an
 * install.
 */
const BUNDLED = [
  /^@supabase\/(lite|supabase-js)/,
  /^@fastify\//,
  /^@modelcontextprotocol\/sdk/,
  /^@?ai(-sdk)?(\/|$)/,
  /^(commander|fastify|jose|jsonc-parser|mp4box|p-queue|papaparse|pg|pg-copy-streams|pino|temporal-polyfill|ws|zod)(\/|$)/,
];

/**
 * Bundles the command line and the server into dist/server. Every package in `dependencies` stays outside and is
 * installed by npm: those with files of their own (fonts, WebAssembly, programs), what scripts may require (Puppeteer),
 * and what only a generation needs.
 */
export default defineConfig({
  entry: {
    main: 'server/cli/main.ts',
    'script-runner': 'server/features/scripts/runner/main.ts',
    'generation-worker': 'server/features/generation/worker.ts',
    'media-worker': 'server/features/publishing/media/worker.ts',
    'local-engine': 'server/features/ai/local/engine/program.ts',
  },
  outDir: 'dist/server',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  clean: true,
  removeNodeProtocol: false,
  noExternal: BUNDLED,
  // Loaded by @supabase/lite on demand only, for its own migrations and for SQLite: the agent never does. The ws of an
  // agent does without its two optional helpers, and pg without its native library. @puppeteer/replay loads Puppeteer
  // and Lighthouse only when it is not given the browser that it always gets here.
  external: [
    'pg-native',
    'pgsql-parser',
    'kysely-generic-sqlite',
    'bufferutil',
    'utf-8-validate',
    'puppeteer',
    'lighthouse',
  ],
  plugins: [requireInModules()],
  esbuildPlugins: [zodNamespace(), bundledLicenses('dist/server/third-party-licenses.md')],
});
