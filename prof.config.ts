import { defineConfig } from 'vitest/config';
export default defineConfig({
  root: '/work/wt/tui',
  resolve: { alias: { '@': '/work/wt/tui/ui' } },
  oxc: { jsx: { development: false } },
  test: { isolate: false, experimental: { fsModuleCache: true }, env: { NODE_ENV: 'production' }, environment: './tests/helpers/component/environment.ts',
   include: ['tests/components/**/*.test.tsx'], maxWorkers: 1, setupFiles: ['./prof.setup.ts'], globalSetup: 'tests/helpers/templates-folder.ts', testTimeout: 120000, hookTimeout: 120000,
   execArgv: ['--max-semi-space-size=64', ] },
});
