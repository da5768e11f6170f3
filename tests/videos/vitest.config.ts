import { defineConfig } from 'vitest/config';

/** Made videos as FFmpeg reads them (`npm run test:videos`); it is installed when they run. */
export default defineConfig({
  test: {
    include: ['tests/videos/**/*.video.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
