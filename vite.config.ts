import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the React UI of ui/ into dist/ui, from where the agent serves it. `npm run dev:ui` proxies to a running agent. */
export default defineConfig({
  root: 'ui',
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./ui', import.meta.url).pathname } },
  build: { outDir: '../dist/ui', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1'].map((path) => [
        path,
        { target: 'http://127.0.0.1:3001', changeOrigin: true },
      ]),
    ),
  },
});
