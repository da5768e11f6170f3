import { defineConfig } from 'vitest/config';

/**
 * Tests the imitations of platforms with the platforms' own clients, and the API's description with a linter (`npm run
 * test:judges`, part of `npm run test:full`). The judges are a separate project with its own package.json: a checkout
 * and `npm test` do without it.
 */
export default defineConfig({
  test: {
    include: ['tests/judges/*.judge.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
