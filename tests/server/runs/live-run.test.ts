import { expect, it } from 'vitest';
import { createLiveRun, createRunRegistry, type LiveRun } from '../../../server/runs/live-run.ts';
import { createRecovery } from '../../../server/runs/recovery.ts';

it('is stopped for the first reason only', () => {
  const run = createLiveRun<() => void, 'cancelled' | 'closing'>();
  expect(run.stopReason()).toBeUndefined();
  run.stop('cancelled');
  run.stop('closing');
  expect([run.stopReason(), run.stopping.reason]).toEqual(['cancelled', 'cancelled']);
});

it('calls those who follow, and nobody who has left', () => {
  const run = createLiveRun<(text: string) => void, string>();
  const calls: string[] = [];
  const unsubscribe = run.follow((text) => calls.push(`first ${text}`));
  run.follow((text) => calls.push(`second ${text}`));
  run.notify((follower) => follower('a'));
  unsubscribe();
  run.notify((follower) => follower('b'));
  expect(calls).toEqual(['first a', 'second a', 'second b']);
});

it('a registry that closes stops what runs and what comes later, and waits for what runs', async () => {
  const runs = createRunRegistry<LiveRun<() => void, string>, string>();
  const [early, late] = [createLiveRun<() => void, string>(), createLiveRun<() => void, string>()];
  runs.add('early', early);
  let isOver = false;
  const stopped = runs.stopAll('closing').then(() => {
    isOver = true;
  });
  runs.add('late', late);
  expect([early.stopReason(), late.stopReason(), runs.closing.aborted]).toEqual(['closing', 'closing', true]);
  await Promise.resolve();
  expect(isOver).toBe(false);
  early.end();
  await stopped;
});

it('a registry takes one run of a key at a time', () => {
  const runs = createRunRegistry<LiveRun<() => void, string>, string>();
  const run = createLiveRun<() => void, string>();
  runs.add('key', run);
  expect(() => runs.add('key', createLiveRun<() => void, string>())).toThrow('live already');
  expect([runs.get('key'), runs.keys()]).toEqual([run, ['key']]);
});

it('a recovery is done once, and again until it succeeds', async () => {
  let tries = 0;
  const recovery = createRecovery(async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
  });
  const first = [recovery.done(), recovery.done()];
  for (const done of first) await expect(done).rejects.toThrow('offline');
  await recovery.settled();
  await Promise.all([recovery.done(), recovery.done()]);
  expect(tries).toBe(2);
});
