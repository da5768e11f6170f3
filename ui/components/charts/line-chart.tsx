import { area, line } from 'd3-shape';
import type { Baseline, ChartPoint } from '@/components/charts/chart-point.ts';
import { momentPlaces } from '@/components/charts/geometry.ts';
import { Plot } from '@/components/charts/plot.tsx';

export type MomentPoint = ChartPoint & {
  /** Milliseconds since 1970. */
  at: number;
};

type LineChartProps = {
  label: string;
  /** Oldest first; at least one. */
  points: readonly MomentPoint[];
  baseline?: Baseline;
  height?: number;
};

/** Values over time: a line, with a filled area below it if the axis starts at 0. Unknown values leave a gap. */
export function LineChart({ label, points, baseline = 'zero', height = 240 }: LineChartProps) {
  return (
    <Plot
      label={label}
      points={points}
      places={momentPlaces(points.map(({ at }) => at))}
      baseline={baseline}
      height={height}
    >
      {({ xs, y, bottom }, active) => {
        const isKnown = ({ value }: ChartPoint) => value !== null;
        const x = (_: ChartPoint, index: number) => xs[index] ?? 0;
        const top = ({ value }: ChartPoint) => y(value ?? 0);
        const path = line<ChartPoint>(x, top).defined(isKnown)([...points]);
        const below = area<ChartPoint>(x, bottom, top).defined(isKnown)([...points]);
        const chosen = active === null ? undefined : points[active];
        return (
          <>
            {baseline === 'zero' ? <path d={below ?? ''} className="fill-primary/10" /> : null}
            <path
              d={path ?? ''}
              className="fill-none stroke-primary"
              strokeWidth={2}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            {alone(points).map((index) => (
              <circle
                key={index}
                cx={xs[index]}
                cy={top(points[index] as ChartPoint)}
                r={2.5}
                className="fill-primary"
              />
            ))}
            {active !== null && chosen ? (
              <>
                <line x1={xs[active]} x2={xs[active]} y1={0} y2={bottom} className="stroke-input" />
                {chosen.value === null ? null : (
                  <circle cx={xs[active]} cy={top(chosen)} r={4} strokeWidth={2} className="fill-card stroke-primary" />
                )}
              </>
            ) : null}
          </>
        );
      }}
    </Plot>
  );
}

/** The known points without a known neighbour, which no line connects. */
function alone(points: readonly ChartPoint[]): number[] {
  const isKnown = (index: number) => (points[index]?.value ?? null) !== null;
  return points.flatMap((_, index) => (isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1) ? [index] : []));
}
