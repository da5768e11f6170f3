import PQueue from 'p-queue';
import { expect, it } from 'vitest';
import { runQueued } from '../../../server/runs/run-queued.ts';
import { deferred } from '../../helpers/deferred.ts';

/** Lets whatever can continue do so. */
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
