import { defineConfig } from 'vitest/config';

/**
 * `npm run test:supabase`: the Supabase CLI, installed from npm's registry (142 MB), pushes supabase/ to a bare
 * PostgreSQL. Not part of `npm test`, which needs no network.
 */
export default defineConfig({
  test: {
    include: ['tests/supabase-cli/*.cli.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
    reporters: 'verbose',
  },
});
