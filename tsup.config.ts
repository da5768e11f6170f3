import { defineConfig, type Options } from 'tsup';
import { bundledLicenses } from './build/bundled-licenses.ts';
import { puppeteerBundle } from './build/puppeteer-bundle.ts';
import { requireInModules } from './build/require-in-modules.ts';
import { zodNamespace } from './build/zod-namespace.ts';

/**
 * Packages that contain only code: bundled, they are loaded from a few files instead of thousands, and need not be
 * installed. Puppeteer with its dependencies takes 3 MB in the bundle, but 45 MB as packages.
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

/** The script of the page that encodes videos: a single file for a browser, served by the agent. */
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
 * Bundles the command line and the server into dist/server. The packages in `dependencies`, which have other files
 * (fonts, WebAssembly, programs), are not bundled but installed by npm.
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
  // Never loaded by the agent: pgsql-parser and kysely-generic-sqlite are for @supabase/lite's own migrations and
  // SQLite; bufferutil and utf-8-validate are optional in ws, pg-native in pg, and canvas in linkedom;
  // @puppeteer/replay needs puppeteer and lighthouse only if it is not given a browser; @puppeteer/browsers needs yargs
  // for its command line and tar-fs for Firefox.
  external: [
    ...['pgsql-parser', 'kysely-generic-sqlite', 'bufferutil', 'utf-8-validate', 'pg-native', 'canvas'],
    ...['puppeteer', 'lighthouse', 'yargs', 'tar-fs'],
  ],
  plugins: [requireInModules()],
  esbuildPlugins: [puppeteerBundle(), zodNamespace(), bundledLicenses('dist/server/third-party-licenses.md')],
};

export default defineConfig([AGENT, ENCODER]);
