import { expect, it } from 'vitest';
import { createSigner } from '@/domain/media/media-url.ts';

it('signs everything that is asked for in one turn with one call, each path once', async () => {
  const calls: string[][] = [];
  const sign = createSigner(async (paths) => {
    calls.push(paths);
    return new Map(paths.map((path) => [path, `signed:${path}`]));
  });
  expect(await Promise.all([sign('a'), sign('b'), sign('a')])).toEqual(['signed:a', 'signed:b', 'signed:a']);
  expect(await sign('c')).toBe('signed:c');
  expect(calls).toEqual([['a', 'b'], ['c']]);
});

it('answers null for a path that cannot be signed, and signs the others', async () => {
  const sign = createSigner(async () => new Map([['a', 'signed:a']]));
  expect(await Promise.all([sign('a'), sign('gone')])).toEqual(['signed:a', null]);
});

it('fails everything in a call that fails, and nothing after it', async () => {
  let down = true;
  const sign = createSigner(async (paths) => {
    if (down) throw new Error('storage is down');
    return new Map(paths.map((path) => [path, path]));
  });
  const results = await Promise.allSettled([sign('a'), sign('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  down = false;
  expect(await sign('a')).toBe('a');
});
