import { defineConfig } from 'vitest/config';

/** The nodes of integrations/node-red in a real Node-RED (`npm run test:node-red`), which is installed on demand. */
export default defineConfig({
  test: {
    include: ['tests/node-red/**/*.flow.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
