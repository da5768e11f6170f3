import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKillBench } from './bench.ts';
import { KILL_CASES } from './cases.ts';

/** `npm run test:kills` kills at every call of every platform. */
let bench: Awaited<ReturnType<typeof openKillBench>>;
beforeAll(async () => {
  bench = await openKillBench();
});
afterAll(() => bench?.close());

test.each([
  { name: 'tiktok private', path: '/video/' },
  { name: 'twitter', path: '/2/tweets' },
])('a post of $name stands there once when the agent is killed before it is told so', async ({ name, path }) => {
  const found = KILL_CASES.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  const isVideo = found.files.some((file) => file.endsWith('.mp4'));
  // The smallest post of its kind: one call creates it.
  const setting = await bench.openCase({
    ...found,
    files: isVideo ? ['short.mp4'] : [],
    isThread: false,
    hasComment: false,
  });
  try {
    expect(await setting.kill({ at: 'platform', path, when: 'after' })).toMatchObject({
      state: 'published',
      standing: [1],
    });
  } finally {
    await setting.close();
  }
});
