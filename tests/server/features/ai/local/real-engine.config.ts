import { defineConfig } from 'vitest/config';

/**
 * `npm run test:engine`: installs the engine from npm's registry, about 50 MB. Not part of `npm test`, which needs no
 * network.
 */
export default defineConfig({
  test: { include: ['tests/server/features/ai/local/real-engine.heavy.ts'], testTimeout: 10 * 60_000 },
});
