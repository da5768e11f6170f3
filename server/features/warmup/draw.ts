import type { Range } from './pace.ts';

/** A source of chance like Math.random: from 0 to below 1. */
export type Random = () => number;

/** Any number of a range. */
export function drawFrom([min, max]: Range, random: Random): number {
  return min + random() * (max - min);
}

/** A whole number of a range of whole numbers. */
export function drawWhole([min, max]: Range, random: Random): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** The same things in another order. */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}
