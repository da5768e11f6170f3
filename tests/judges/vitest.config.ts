import { defineConfig } from 'vitest/config';

/**
 * The imitations of platforms before the platforms' own clients, and the description of the API before a linter
 * (`npm run test:judges`, a part of `npm run test:full`). What judges is a project of its own, with its own
 * package.json: a checkout and `npm test` do without it.
 */
export default defineConfig({
  test: {
    include: ['tests/judges/*.judge.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
