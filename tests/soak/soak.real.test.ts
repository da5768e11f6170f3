import { expect, test } from 'vitest';
import { runSoak } from './soak.ts';
import type { Screen } from './tabs.ts';

/**
 * The requests that a tab repeats, as far as they are known without a browser. `npm run test:soak` uses the requests of
 * the screens.
 */
const POLLED: Screen = {
  name: 'polled',
  lastsMs: 2_000,
  requests: [
    '/api/jobs',
    '/api/channels',
    '/rest/v1/scheduled_posts?select=*&limit=50',
    '/rest/v1/app_settings?select=*',
  ].map((path, index) => ({
    atMs: index * 100,
    method: 'GET',
    path,
    headers: { accept: 'application/json' },
    body: null,
  })),
};

// Reads /proc. Nothing here depends on the machine's speed: requests are timed, but not judged by it.
test.skipIf(process.platform !== 'linux')(
  'under load every request is answered and every post goes out once; after it nothing is left over',
  async () => {
    const said: string[] = [];
    const report = await runSoak({
      seed: 1,
      seconds: 5,
      tabs: 4,
      posts: 200,
      sampleSeconds: 1,
      work: ['publishing'],
      screens: [POLLED],
      // An agent keeps an idle connection for 72 s, like Fastify.
      calmMs: 120_000,
      idleConnections: 20,
      say: (line) => said.push(line),
    });
    expect(report.failures).toEqual(new Map());
    expect(report.lost).toEqual([]);
    expect([...report.done.keys()]).toContainEqual(expect.stringMatching(/^posts sent to/));
    expect(report.routes.map(({ route }) => route)).toEqual(
      expect.arrayContaining(['GET /api/jobs', 'GET /rest/v1/scheduled_posts?limit=50', 'POST /api/posts']),
    );
    const figures = Object.fromEntries(report.flatness);
    for (const figure of ['heap after collection (MB)', 'file descriptors', 'handles', 'processes'])
      expect(
        figures[figure]?.quarters.every((value) => value > 0),
        figure,
      ).toBe(true);
    expect(figures['connections of Postgres']?.quarters.every((value) => value > 0 && value <= 24)).toBe(true);
    expect(report.leftOver).toEqual([]);
    // On a very busy machine it exits by force (interruption.ts), which must not leave anything behind either.
    expect(report.orphans).toEqual([]);
  },
  600_000,
);
