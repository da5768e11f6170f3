import { expect, it } from 'vitest';
import { createTurns } from '../../../../server/features/warmup/turns.ts';
import { deferred } from '../../../helpers/deferred.ts';

/** Lets whatever can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lets two work at once and the others in their order, without those who gave up', async () => {
  const turns = createTurns();
  const begun: string[] = [];
  const enter = (name: string, signal = new AbortController().signal) => {
    const work = deferred();
    const over = turns.take(signal, () => {
      begun.push(name);
      return work.promise;
    });
    return { end: work.resolve, fail: work.reject, over };
  };
  const [first, second] = [enter('first'), enter('second')];
  const tired = new AbortController();
  const third = enter('third', tired.signal);
  const fourth = enter('fourth');
  const refused = enter('refused', AbortSignal.abort('stopped'));
  await expect(refused.over).rejects.toBe('stopped');
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
