import PQueue from 'p-queue';
import { expect, it } from 'vitest';
import { createLiveRun, createRunRegistry, type LiveRun } from '../../../server/runs/live-run.ts';
import { backOffMs } from '../../../server/runs/loop.ts';
import { createRecovery } from '../../../server/runs/recovery.ts';
import { runQueued } from '../../../server/runs/run-queued.ts';
import { deferred } from '../../helpers/deferred.ts';

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

/** Lets all pending promise callbacks run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const openQueue = () => {
  const queue = new PQueue({ concurrency: 2 });
  const begun: string[] = [];
  const enter = (name: string, signal = new AbortController().signal) => {
    const work = deferred();
    const over = runQueued(queue, signal, () => {
      begun.push(name);
      return work.promise;
    });
    return { end: work.resolve, fail: work.reject, over };
  };
  return { begun, enter };
};

it('lets two work at once and the others in their order, without those who gave up', async () => {
  const { begun, enter } = openQueue();
  const [first, second] = [enter('first'), enter('second')];
  const tired = new AbortController();
  const third = enter('third', tired.signal);
  const fourth = enter('fourth');
  await expect(enter('refused', AbortSignal.abort('stopped')).over).rejects.toBe('stopped');
  await settle();
  expect(begun).toEqual(['first', 'second']);

  tired.abort('tired');
  await expect(third.over).rejects.toBe('tired');
  first.fail(new Error('crashed'));
  await expect(first.over).rejects.toThrow('crashed');
  await settle();
  expect(begun).toEqual(['first', 'second', 'fourth']);

  second.end();
  fourth.end();
  await Promise.all([second.over, fourth.over]);
  const fifth = enter('fifth');
  await settle();
  expect(begun.at(-1)).toBe('fifth');
  fifth.end();
  await fifth.over;
});

it('keeps the place of work that is stopped until it has ended', async () => {
  const { begun, enter } = openQueue();
  const stopping = new AbortController();
  const stopped = enter('stopped', stopping.signal);
  const [second, third] = [enter('second'), enter('third')];
  await settle();
  stopping.abort('cancelled');
  await settle();
  expect(begun).toEqual(['stopped', 'second']);

  stopped.end();
  await stopped.over;
  await settle();
  expect(begun).toEqual(['stopped', 'second', 'third']);
  second.end();
  third.end();
  await Promise.all([second.over, third.over]);
});

it('a loop waits longer with each failure in a row, up to a minute, and a little apart from other agents', () => {
  const waits = [1, 2, 3, 4, 5, 50].map((failures) => backOffMs(5_000, failures, 0));
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect([backOffMs(300_000, 3, 0), backOffMs(5_000, 1, 1)]).toEqual([300_000, 3_750]);
});
