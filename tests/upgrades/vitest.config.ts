import { defineConfig } from 'vitest/config';

/**
 * `npm run test:upgrades`: installs PostgreSQL 17 from npm's registry, about 24 MB. Not part of `npm test`, which needs
 * no network.
 */
export default defineConfig({
  test: {
    include: ['tests/upgrades/*.upgrade.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 15 * 60_000,
    fileParallelism: false,
    reporters: 'verbose',
  },
});
