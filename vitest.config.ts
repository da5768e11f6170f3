import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` runs in parallel and starts no server of its own; `real` starts Postgres, agents and browsers, one file at a time, so that
 * two cores are enough and no test waits for another's processes.
 */
export default defineConfig({
  resolve: { alias: { '@': new URL('./ui', import.meta.url).pathname } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.real.test.ts', 'tests/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['tests/**/*.real.test.ts', 'tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
