import { expect, test } from 'vitest';
import { runSoak } from './soak.ts';

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
      roundMs: 2_000,
      // An agent keeps a connection that nothing is asked on for 72 s, as Fastify does.
      calmMs: 120_000,
      idleConnections: 20,
      say: (line) => said.push(line),
    });
    expect(report.failures).toEqual(new Map());
    expect(report.lost).toEqual([]);
    expect([...report.done.keys()]).toContainEqual(expect.stringMatching(/^posts sent to/));
    expect(report.answered).toBeGreaterThan(8);
    const figures = Object.fromEntries(report.flatness);
    for (const figure of ['memory of the agent (MB)', 'file descriptors', 'handles', 'processes'])
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
