import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createRunFiles } from '../../../../server/features/scripts/run-files.ts';
import { createRunners } from '../../../../server/features/scripts/runners.ts';
import { builtProgram } from '../../../../server/supabase/package-files.ts';
import { deferred } from '../../../helpers/deferred.ts';

const SPARE_MS = 1;
const limits = {
  concurrency: 1,
  waiting: 0,
  timeoutMs: 60_000,
  heapMb: 128,
  logBytes: 10_000,
  spareMs: SPARE_MS,
  keptRuns: 1,
  keptDays: 1,
  keptFilesBytes: 1,
};

it('waits at its close for a spare process that was released while it was starting', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'la-spare-'));
  try {
    const files = createRunFiles(join(temporary, 'data'), { temporary });
    const [released, go] = [deferred<void>(), deferred<void>()];
    const runners = createRunners({
      files: {
        ...files,
        async makeScratch() {
          // Begins after the timer that releases the spare, and so ends after it.
          setTimeout(released.resolve, SPARE_MS);
          await go.promise;
          return files.makeScratch();
        },
      },
      limits,
      runner: builtProgram('script-runner'),
      env: process.env,
      hasScreen: false,
      isRoot: process.getuid?.() === 0,
      log: pino({ level: 'silent' }),
    });
    runners.prepare();
    await released.promise;
    const closing = runners.close();
    go.resolve();
    await closing;
    expect(await readdir(temporary)).toEqual([]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
});
