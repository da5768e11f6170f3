import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './build/compress-files.ts';

const ui = fileURLToPath(new URL('./ui', import.meta.url));
const leftOut = `${ui}/lib/left-out.ts`;

/** What a running agent answers, for `npm run dev:ui`. */
const AGENT_PATHS = ['/api', '/config.json', '/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1'];

/**
 * The files that screens share, each with what it imports; the first that fits counts. Without them, every set of
 * screens that share a module has a file of its own, and a screen loads eighty. The Dashboard's is separate, so that
 * what people see first is small, and so are large packages that some screens do without.
 */
const SHARED_FILES = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'shell', test: /app-shell\.tsx$/ },
  // What Dashboard and sign-in share with others, but not with each other.
  { name: 'form', test: /components[\\/](?:field|label|input)\.tsx$|icons[\\/](?:eye|loader-circle)\.mjs$/ },
  { name: 'dashboard', test: /dashboard-screen\.tsx$/ },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
  { name: 'temporal', test: /node_modules[\\/]temporal-|ui[\\/](?:lib[\\/]local-time|components[\\/]moment-fields)/ },
  { name: 'charts', test: /ui[\\/]components[\\/]charts[\\/]|node_modules[\\/](?:d3-|internmap)/ },
  { name: 'menus', test: /node_modules[\\/]@radix-ui[\\/]react-(?:menu|select|popper)[\\/]/ },
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
  { name: 'pieces', minShareCount: 4, maxModuleSize: 2500 },
  // Small rules and contracts, each of some screens.
  { name: 'rules', test: /[\\/]shared[\\/](?:api|memory|posts)[\\/]/, minShareCount: 2, maxModuleSize: 6000 },
  // What the composer and the Scheduler do with posts.
  {
    name: 'handling',
    test: /ui[\\/]domain[\\/].*(?:making-line|next-slot|time-choice|time-proposal|use-delivery-action|use-making)\.tsx?$/,
  },
  { name: 'parts', test: /[\\/]ui[\\/](?:lib|components)[\\/]/, minShareCount: 2 },
];

/** Builds the React UI of ui/ into dist/ui, from where the agent serves it. `npm run dev:ui` proxies to an agent on port 3001. */
export default defineConfig({
  root: ui,
  plugins: [react(), tailwindcss(), compressFiles(), leaveOutChannels()],
  resolve: {
    alias: {
      '@/': `${ui}/`,
      // Parts of the Supabase client that no screen uses, of auth-js.
      './lib/webauthn': leftOut,
      './lib/web3/ethereum': leftOut,
      '@supabase/storage-js': `${ui}/lib/storage.ts`,
    },
  },
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers preload modules by themselves; one that is too old for it fetches them a little later.
    modulePreload: { polyfill: false },
    // Everything is a file of our own origin: the content security policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    license: { fileName: 'third-party-licenses.md' },
    // Schemas are data: one that a screen does not use is left out of its code.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z'] },
      output: { codeSplitting: { groups: SHARED_FILES } },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      AGENT_PATHS.map((path) => [path, { target: 'http://127.0.0.1:3001', changeOrigin: true }]),
    ),
  },
});

/** The client does without its channels: ui/lib/changes.ts loads them apart from it, in hosted mode alone. */
function leaveOutChannels(): Plugin {
  return {
    name: 'leave-out-channels',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source === '@supabase/realtime-js' && /node_modules[\\/]@supabase[\\/]/.test(importer) ? leftOut : null,
  };
}
