import { defineConfig } from 'vitest/config';

/** Tests against platforms' real servers (`npm run test:platforms`), which are installed when they run. */
export default defineConfig({
  test: {
    include: ['tests/platforms/**/*.platform.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
