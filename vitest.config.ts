import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` starts no server of its own; `real`, which follows, starts Postgres, agents and browsers, two files at a time: each waits more
 * than it works, and looks at its own workspace's processes only.
 */
export default defineConfig({
  resolve: { alias: { '@': new URL('./ui', import.meta.url).pathname } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          maxWorkers: 2,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.real.test.ts', 'tests/e2e/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          isolate: false,
          include: ['tests/**/*.real.test.ts', 'tests/e2e/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
