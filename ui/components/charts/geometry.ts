import { scaleLinear } from 'd3-scale';
import type { Baseline, ChartPoint } from '@/components/charts/chart-point.ts';

/** The margins around the plot, in pixels: the values are on the left, the names below. */
const LEFT = 44;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 26;
/** The minimum distance between two names on the axis, in pixels. */
const TICK_GAP = 62;
const Y_TICKS = 3;

/** Positions in a chart, in pixels from its upper left corner. */
export type Geometry = {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  y: (value: number) => number;
  yTicks: number[];
  /** For each point. */
  xs: number[];
};

type Asked = {
  width: number;
  height: number;
  points: readonly ChartPoint[];
  baseline: Baseline;
  /** A value that the axis always includes. */
  mark?: number | undefined;
  /** The points' horizontal positions, from 0 (left edge) to 1 (right edge). */
  places: readonly number[];
};

export function geometryOf({ width, height, points, baseline, mark, places }: Asked): Geometry {
  const values = [...points.flatMap(({ value }) => value ?? []), ...(mark === undefined ? [] : [mark])];
  const least = baseline === 'zero' ? 0 : Math.min(...values);
  const most = Math.max(...values, least);
  const [left, right, bottom] = [LEFT, Math.max(width - RIGHT, LEFT + 1), height - BOTTOM];
  const isWhole = values.every(Number.isInteger);
  const scale = scaleLinear()
    .domain(
      Number.isFinite(most) && most > least ? [least, most] : [Number.isFinite(least) ? least : 0, (most || 0) + 1],
    )
    .range([bottom, TOP])
    .nice(Y_TICKS);
  return {
    width,
    height,
    left,
    right,
    bottom,
    y: (value) => scale(value),
    yTicks: scale.ticks(Y_TICKS).filter((tick) => !isWhole || Number.isInteger(tick)),
    xs: places.map((place) => left + place * (right - left)),
  };
}

/** Positions from 0 to 1, proportional to the time between the moments. */
export function momentPlaces(moments: readonly number[]): number[] {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)];
  return moments.map((moment) => (last > first ? (moment - first) / (last - first) : 0.5));
}

/** The centres of equally wide bands, from 0 to 1. */
export function bandPlaces(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index + 0.5) / count);
}

/** The indices of the points whose names fit on the axis, starting with the first. */
export function ticksThatFit(points: readonly ChartPoint[], xs: readonly number[]): number[] {
  const shown: number[] = [];
  let before = { x: Number.NEGATIVE_INFINITY, tick: '' };
  for (const [index, { tick }] of points.entries()) {
    const x = xs[index] ?? 0;
    const gap = Math.max(tick.length, before.tick.length) > 3 ? TICK_GAP : TICK_GAP / 2;
    if (!tick || tick === before.tick || x - before.x < gap) continue;
    shown.push(index);
    before = { x, tick };
  }
  return shown;
}

/** The index of the point nearest to a position, in pixels. */
export function nearest(xs: readonly number[], place: number): number {
  let best = 0;
  for (const [index, x] of xs.entries()) {
    if (Math.abs(x - place) < Math.abs((xs[best] ?? 0) - place)) best = index;
  }
  return best;
}
