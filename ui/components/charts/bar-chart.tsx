import type { ChartPoint } from '@/components/charts/chart-point.ts';
import { bandPlaces } from '@/components/charts/geometry.ts';
import { Plot } from '@/components/charts/plot.tsx';
import { cn } from '@/lib/class-names.ts';

const WIDEST = 40;
/** A bar's share of its band's width. */
const SHARE = 0.68;

type BarChartProps = {
  label: string;
  points: readonly ChartPoint[];
  height?: number;
  /** A horizontal line with its label. */
  mark?: { value: number; label: string };
};

/** Values side by side. An unknown value has no bar; an uncertain one is drawn in outline. */
export function BarChart({ label, points, height = 200, mark }: BarChartProps) {
  return (
    <Plot label={label} points={points} places={bandPlaces(points.length)} baseline="zero" height={height} mark={mark}>
      {({ xs, y, bottom, left, right }, active) => {
        const width = Math.min(((right - left) / points.length) * SHARE, WIDEST);
        return points.map(({ name, value, isFaint }, index) =>
          value === null ? null : (
            <rect
              key={name}
              x={(xs[index] ?? 0) - width / 2}
              y={y(value)}
              width={width}
              height={Math.max(bottom - y(value), 1)}
              rx={Math.min(3, width / 4)}
              strokeDasharray={isFaint ? '2 2' : undefined}
              className={cn(
                isFaint ? 'fill-transparent stroke-muted-foreground/70' : 'fill-primary/75',
                active === index && (isFaint ? 'stroke-foreground' : 'fill-primary'),
              )}
            />
          ),
        );
      }}
    </Plot>
  );
}
