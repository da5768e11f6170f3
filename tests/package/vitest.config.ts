import { defineConfig } from 'vitest/config';

/** The packed package under each Node, as root and as an ordinary user (`npm run test:package`). */
export default defineConfig({
  test: {
    include: ['tests/package/**/*.matrix.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});
