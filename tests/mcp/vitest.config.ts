import { defineConfig } from 'vitest/config';

/** The official MCP inspector against the built program (`npm run test:mcp`), which installs the inspector. */
export default defineConfig({
  test: {
    include: ['tests/mcp/**/*.inspector.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
