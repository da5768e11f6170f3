import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';

const ui = fileURLToPath(new URL('./ui', import.meta.url));

/** What a running agent answers, for `npm run dev:ui`. */
const AGENT_PATHS = ['/api', '/config.json', '/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1'];

/** Builds the React UI of ui/ into dist/ui, from where the agent serves it. `npm run dev:ui` proxies to an agent on port 3001. */
export default defineConfig({
  root: ui,
  plugins: [react(), tailwindcss(), compressFiles()],
  resolve: {
    alias: {
      '@/': `${ui}/`,
      // Parts of the Supabase client that no screen uses.
      '@supabase/realtime-js': `${ui}/lib/no-realtime.ts`,
      'iceberg-js': `${ui}/lib/no-iceberg.ts`,
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
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      AGENT_PATHS.map((path) => [path, { target: 'http://127.0.0.1:3001', changeOrigin: true }]),
    ),
  },
});
