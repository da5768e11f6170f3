import { defineConfig } from 'vitest/config';

/** Whole years in place of the days that years.real.test.ts goes through otherwise: some minutes of one core. */
export default defineConfig({
  test: { include: ['tests/server/features/publishing/engine/years.real.test.ts'], env: { LA_WHOLE_YEARS: 'true' } },
});
