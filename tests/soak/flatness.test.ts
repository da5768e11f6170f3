import { describe, expect, it } from 'vitest';
import { seeded } from '../helpers/seeded.ts';
import { flatnessOf } from './flatness.ts';

const ALLOWED = { share: 0.1, amount: 5 };
const chance = seeded(7);
const noise = () => (chance() - 0.5) * 20;
const over = (value: (at: number) => number) =>
  flatnessOf(
    Array.from({ length: 360 }, (_, index) => ({ at: index * 5, value: value(index * 5) })),
    ALLOWED,
  );

describe('flat is', () => {
  it.each([
    ['what stays where it is, with noise', () => 100 + noise()],
    ['what rises while it settles, and then no further', (at: number) => Math.min(at, 300) + noise()],
    ['a wave', (at: number) => 100 + 30 * Math.sin(at / 60)],
    ['what has a few high points at its end', (at: number) => (at > 1790 ? 900 : 100 + noise())],
    ['what falls', (at: number) => 300 - at / 10],
    ['what rises by less than is allowed', (at: number) => 100 + at / 400],
  ])('%s', (_name, value) => {
    expect(over(value)).toMatchObject({ isFlat: true });
  });
});

describe('not flat is', () => {
  it.each([
    ['what rises all the time', (at: number) => 100 + at / 30],
    ['what rises all the time under noise', (at: number) => 100 + at / 30 + noise()],
    ['what rises in steps', (at: number) => 100 + 20 * Math.floor(at / 300)],
    ['what rises from nothing', (at: number) => Math.floor(at / 60)],
  ])('%s', (_name, value) => {
    expect(over(value)).toMatchObject({ isFlat: false });
  });
});

it('says how much it rose, and refuses to judge what it hardly knows', () => {
  const { quarters, rise, trend, allowed } = over((at) => 100 + at / 10);
  expect(quarters).toHaveLength(4);
  expect(rise).toBeCloseTo(108, -1);
  expect(trend).toBeCloseTo(144, -1);
  expect(allowed).toBeCloseTo(15.4, 0);
  expect(() => flatnessOf([{ at: 0, value: 1 }], ALLOWED)).toThrow('too few');
});
