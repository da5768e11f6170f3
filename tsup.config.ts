import { defineConfig, type Options } from 'tsup';
import { bundledLicenses } from './build/bundled-licenses.ts';
import { puppeteerBundle } from './build/puppeteer-bundle.ts';
import { requireInModules } from './build/require-in-modules.ts';
import { zodNamespace } from './build/zod-namespace.ts';

/**
 * Packages of code alone: read as a few files instead of some thousand, and no part of an install. Puppeteer with what it
 * needs takes 3 MB of the bundle and 45 MB beside it.
 */
const BUNDLED = [
  /^@supabase\/(lite|supabase-js)/,
  /^@fastify\//,
  /^@modelcontextprotocol\/sdk/,
  /^@?ai(-sdk)?(\/|$)/,
  /^(commander|fastify|jose|jsonc-parser|mp4box|p-queue|papaparse|pg|pg-copy-streams|pino|tar-stream|temporal-polyfill|ws|yauzl|zod)(\/|$)/,
  /^(@hpke\/(common|core|dhkem-x25519)|@scure\/bip39)(\/|$)/,
  /^(@ipld\/dag-cbor|cborg|multiformats|pend)(\/|$)/,
  /^(puppeteer-core|@puppeteer\/browsers|feedsmith|linkedom|@mozilla\/readability|bidi-js|ipaddr\.js)(\/|$)/,
];

/** The page that encodes videos: one file for a browser, which the agent answers itself. */
const ENCODER: Options = {
  entry: { page: 'ui/encoder/page.ts' },
  outDir: 'dist/encoder',
  format: 'esm',
  platform: 'browser',
  target: 'chrome120',
  splitting: false,
  minify: true,
  clean: true,
  noExternal: [/./],
  esbuildPlugins: [bundledLicenses('dist/encoder/third-party-licenses.md')],
};

/**
 * Bundles the command line and the server into dist/server. Every package in `dependencies` stays outside and is
 * installed by npm: those with files of their own (fonts, WebAssembly, programs).
 */
const AGENT: Options = {
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
  // agent does without its two optional helpers, pg without its native library, and linkedom without a canvas.
  // @puppeteer/replay loads Puppeteer and Lighthouse only when it is not given the browser that it always gets here, and
  // @puppeteer/browsers needs yargs for a command line of its own and tar-fs for Firefox.
  external: [
    ...['pgsql-parser', 'kysely-generic-sqlite', 'bufferutil', 'utf-8-validate', 'pg-native', 'canvas'],
    ...['puppeteer', 'lighthouse', 'yargs', 'tar-fs'],
  ],
  plugins: [requireInModules()],
  esbuildPlugins: [puppeteerBundle(), zodNamespace(), bundledLicenses('dist/server/third-party-licenses.md')],
};

export default defineConfig([AGENT, ENCODER]);
