import { defineConfig } from 'vitest/config';

/** Runs years.real.test.ts over whole years instead of selected days, which takes some minutes on one core. */
export default defineConfig({
  test: { include: ['tests/server/features/publishing/engine/years.real.test.ts'], env: { LA_WHOLE_YEARS: 'true' } },
});
