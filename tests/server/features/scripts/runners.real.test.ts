import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { createRunFiles, type RunFiles } from '../../../../server/features/scripts/run-files.ts';
import { createRunners } from '../../../../server/features/scripts/runners.ts';
import { builtProgram } from '../../../../server/supabase/package-files.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

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

let temporary: string;
beforeEach(async () => {
  temporary = await testFolder();
});

const runnersOn = (makeScratch: (files: RunFiles) => Promise<string>) => {
  const files = createRunFiles(join(temporary, 'data'), { temporary });
  return createRunners({
    files: { ...files, makeScratch: () => makeScratch(files) },
    limits,
    runner: builtProgram('script-runner'),
    env: process.env,
    hasScreen: false,
    isRoot: process.getuid?.() === 0,
    log: pino({ level: 'silent' }),
  });
};

it('waits at its close for a spare process that was released while it was starting', async () => {
  const [released, go] = [deferred<void>(), deferred<void>()];
  const runners = runnersOn(async (files) => {
    // Starts after the timer that releases the spare process, so it also fires after it.
    setTimeout(released.resolve, SPARE_MS);
    await go.promise;
    return files.makeScratch();
  });
  runners.prepare();
  await released.promise;
  const closing = runners.close();
  go.resolve();
  await closing;
  expect(await readdir(temporary)).toEqual([]);
});

it('says why no process can be started, each time', async () => {
  const runners = runnersOn(async () => join(temporary, 'gone'));
  for (let tries = 0; tries < 2; tries++) {
    const run = await runners.take();
    expect((await run.ended).error).toMatch(/^No process could be started .*ENOENT.*restart/);
    await runners.dispose(run);
  }
  await runners.close();
});
