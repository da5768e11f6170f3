import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './build/compress-files.ts';

const ui = fileURLToPath(new URL('./ui', import.meta.url));
const leftOut = `${ui}/lib/left-out.ts`;

/** The paths that `npm run dev:ui` proxies to a running agent. */
const AGENT_PATHS = ['/api', '/config.json', '/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1'];

/**
 * The chunks that screens share, each with its imports; the first matching group applies. Without them, every set of
 * screens that share a module would have its own chunk, and a screen would load eighty. The Dashboard has a separate
 * chunk, so that the first load is small, and so do large packages that some screens do not need.
 */
const SHARED_FILES = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'shell', test: /app-shell\.tsx$/ },
  // Modules that the Dashboard and the sign-in share with other screens, but not with each other.
  { name: 'form', test: /components[\\/](?:field|label|input)\.tsx$|icons[\\/](?:eye|loader-circle)\.mjs$/ },
  { name: 'dashboard', test: /dashboard-screen\.tsx$/ },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
  { name: 'temporal', test: /node_modules[\\/]temporal-|ui[\\/](?:lib[\\/]local-time|components[\\/]moment-fields)/ },
  { name: 'charts', test: /ui[\\/]components[\\/]charts[\\/]|node_modules[\\/](?:d3-|internmap)/ },
  { name: 'menus', test: /node_modules[\\/]@radix-ui[\\/]react-(?:menu|select|popper)[\\/]/ },
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
  { name: 'pieces', minShareCount: 4, maxModuleSize: 2500 },
  // Small rules and contracts, each used by some screens.
  { name: 'rules', test: /[\\/]shared[\\/](?:api|memory|posts)[\\/]/, minShareCount: 2, maxModuleSize: 6000 },
  // Actions on posts, shared by the composer and the Scheduler.
  {
    name: 'handling',
    test: /ui[\\/]domain[\\/].*(?:making-line|next-slot|time-choice|time-proposal|use-delivery-action|use-making)\.tsx?$/,
  },
  { name: 'parts', test: /[\\/]ui[\\/](?:lib|components)[\\/]/, minShareCount: 2 },
];

/** Builds the React UI into dist/ui, which the agent serves. `npm run dev:ui` proxies to an agent on port 3001. */
export default defineConfig({
  root: ui,
  plugins: [react(), tailwindcss(), compressFiles(), leaveOutChannels()],
  resolve: {
    alias: {
      '@/': `${ui}/`,
      // Leaves out parts of auth-js that no screen uses, and replaces storage-js with a smaller client.
      './lib/webauthn': leftOut,
      './lib/web3/ethereum': leftOut,
      '@supabase/storage-js': `${ui}/lib/storage.ts`,
    },
  },
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers preload modules natively; one that is too old loads them a little later.
    modulePreload: { polyfill: false },
    // All assets must be files of our own origin: the content security policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    license: { fileName: 'third-party-licenses.md' },
    // Creating a schema has no side effects, so that unused ones are tree-shaken.
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

/** Leaves realtime-js out of the Supabase client; ui/lib/changes.ts loads it separately, only in hosted mode. */
function leaveOutChannels(): Plugin {
  return {
    name: 'leave-out-channels',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source === '@supabase/realtime-js' && /node_modules[\\/]@supabase[\\/]/.test(importer) ? leftOut : null,
  };
}
