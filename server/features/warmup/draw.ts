import type { Range } from './pace.ts';

/** A random source like Math.random: values in [0, 1). */
export type Random = () => number;

export function drawFrom([min, max]: Range, random: Random): number {
  return min + random() * (max - min);
}

export function drawWhole([min, max]: Range, random: Random): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}
