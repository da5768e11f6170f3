import { defineConfig } from 'vitest/config';

/** The protocol's own inspector against the built program (`npm run test:mcp`); it is installed when they run. */
export default defineConfig({
  test: {
    include: ['tests/mcp/**/*.inspector.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
