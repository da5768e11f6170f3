import { defineConfig } from 'vitest/config';

/** Checks made videos with FFmpeg (`npm run test:videos`), which is installed on demand. */
export default defineConfig({
  test: {
    include: ['tests/videos/**/*.video.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
