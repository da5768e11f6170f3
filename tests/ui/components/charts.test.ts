import { describe, expect, it } from 'vitest';
import type { ChartPoint } from '@/components/charts/chart-point.ts';
import { bandPlaces, geometryOf, momentPlaces, nearest, ticksThatFit } from '@/components/charts/geometry.ts';

const point = (value: number | null, tick = ''): ChartPoint => ({ name: tick, tick, value, text: String(value) });
const chart = (values: (number | null)[], more: Partial<Parameters<typeof geometryOf>[0]> = {}) =>
  geometryOf({
    width: 600,
    height: 200,
    points: values.map((value) => point(value)),
    baseline: 'zero',
    places: bandPlaces(values.length),
    ...more,
  });

describe('the axis of a chart', () => {
  it.each([
    ['begins at 0', [120, 480, null], {}, [0, 200, 400, 600]],
    ['has parts where they have', [0.4, 1.3], {}, [0, 0.5, 1, 1.5]],
    ['may begin at the least value', [10_020, 10_180], { baseline: 'least' }, [10_000, 10_050, 10_100, 10_150, 10_200]],
    ['holds a mark above all values', [0.2], { mark: 1 }, [0, 0.5, 1]],
    ['stands where nothing is known', [null, null], {}, [0, 1]],
    ['stands where all is one value', [7, 7], { baseline: 'least' }, [7, 8]],
  ] as const)('%s', (_, values, more, ticks) => {
    const { y, yTicks, bottom } = chart([...values], more);
    expect(yTicks).toEqual(ticks);
    expect(y(yTicks[0] ?? Number.NaN)).toBe(bottom);
    for (const value of values) if (value !== null) expect(y(value)).toBeGreaterThanOrEqual(0);
  });

  it('names as many points as have room, and none twice', () => {
    const days = Array.from({ length: 28 }, (_, index) => point(1, `Nov ${Math.floor(index / 2) + 1}`));
    const xs = days.map((_, index) => index * 20);
    const names = ticksThatFit(days, xs).map((index) => days[index]?.tick);
    expect(names.length).toBeLessThanOrEqual(9);
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toBe('Nov 1');
  });
});

it('moments are as far apart as they were, and a place finds the nearest', () => {
  expect(momentPlaces([0, 10, 40])).toEqual([0, 0.25, 1]);
  expect(momentPlaces([5])).toEqual([0.5]);
  expect(nearest([0, 10, 40], 26)).toBe(2);
  expect(nearest([0, 10, 40], -5)).toBe(0);
});
