import { expect, test } from 'vitest';
import { runSoak } from './soak.ts';
import type { Screen } from './tabs.ts';

/**
 * What a tab asks again and again, as far as it needs no browser to know. `npm run test:soak` asks what the screens ask.
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

// It reads /proc. Nothing here depends on how quick the machine is: requests are timed, and not judged.
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
      // An agent keeps a connection that nothing is asked on for 72 s, as Fastify does.
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
    // A machine that is busy enough ends it by force (interruption.ts), which leaves nothing behind either.
    expect(report.orphans).toEqual([]);
  },
  600_000,
);
