import { useState } from 'react';
import { ChartOrTable } from '@/components/charts/chart-or-table.tsx';
import { LineChart, type MomentPoint } from '@/components/charts/line-chart.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { figureNames, figureText } from '@/domain/publishing/figure-words.ts';
import { growthMessages as words } from '@/domain/publishing/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { formatDateTime, formatter } from '@/lib/time.ts';
import type { PostSeries } from '../../../shared/publishing/figure-series.ts';
import { FIGURE_NAMES, type FigureName } from '../../../shared/publishing/figures.ts';

/** The growth of a post's metrics on one account: a chart of one metric, and buttons for the others. */
export function FiguresGrowth({ points }: Pick<PostSeries, 'points'>) {
  const timeZone = useTimeZone();
  const names = FIGURE_NAMES.filter((name) => points.filter(({ figures }) => figures[name] !== undefined).length > 1);
  const [chosen, setChosen] = useState<FigureName | null>(null);
  const name = names.find((one) => one === chosen) ?? names[0];
  if (name === undefined) return null;
  const label = words.label(figureNames[name]);
  const chart = pointsOf(points, name, timeZone);
  return (
    <div className="flex flex-col gap-3">
      <fieldset aria-label={words.choose} className="flex flex-wrap gap-1.5">
        {names.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === name}
            className={TAB_CLASSES}
            onClick={() => setChosen(one)}
          >
            {figureNames[one]}
          </button>
        ))}
      </fieldset>
      <ChartOrTable
        label={label}
        heads={[words.time, figureNames[name]]}
        rows={chart.map(({ name: time, text }) => [time, text])}
      >
        <LineChart label={label} points={chart} height={150} />
      </ChartOrTable>
    </div>
  );
}

function pointsOf(points: PostSeries['points'], name: FigureName, timeZone: string): MomentPoint[] {
  const day = formatter(timeZone, { month: 'short', day: 'numeric' });
  return points.map(({ at, figures }) => {
    const value = figures[name] ?? null;
    return {
      at: Date.parse(at),
      name: formatDateTime(at, timeZone),
      tick: day.format(Date.parse(at)),
      value,
      text: value === null ? words.unknown : figureText(name, value),
    };
  });
}
