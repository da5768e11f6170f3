import { expect, it } from 'vitest';
import { seeded } from '../helpers/seeded.ts';
import { flatnessOf } from './flatness.ts';

const chance = seeded(7);
const noise = () => (chance() - 0.5) * 20;

it.each([
  ['what rises while it settles, and then no further', true, (at: number) => Math.min(at, 300) + noise()],
  ['a wave', true, (at: number) => 100 + 30 * Math.sin(at / 60)],
  ['what has a few high points at its end', true, (at: number) => (at > 1790 ? 900 : 100 + noise())],
  ['what rises by less than is allowed', true, (at: number) => 100 + at / 400],
  ['what rises all the time under noise', false, (at: number) => 100 + at / 30 + noise()],
  ['what rises in steps', false, (at: number) => 100 + 20 * Math.floor(at / 300)],
  ['what rises from nothing', false, (at: number) => Math.floor(at / 60)],
])('%s is flat: %s', (_name, isFlat, value) => {
  const points = Array.from({ length: 360 }, (_, index) => ({ at: index * 5, value: value(index * 5) }));
  expect(flatnessOf(points, { share: 0.1, amount: 5 })).toMatchObject({ isFlat });
});
