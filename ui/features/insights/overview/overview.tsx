import { BarChart } from '@/components/charts/bar-chart.tsx';
import { ChartOrTable } from '@/components/charts/chart-or-table.tsx';
import { LineChart } from '@/components/charts/line-chart.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { FollowerList } from '@/features/insights/overview/follower-list.tsx';
import { firstMetric, type Metric, spanPoints, totalsOf } from '@/features/insights/overview/metrics.ts';
import { NumberTiles } from '@/features/insights/overview/number-tiles.tsx';
import type { InsightsOverview } from '../../../../shared/insights/insights.ts';

const words = insightsMessages.numbers;

type OverviewProps = {
  overview: InsightsOverview;
  /** Null for the first known one. */
  metric: Metric | null;
  onMetric: (metric: Metric) => void;
};

/** The metrics with their change, and one of them over time. */
export function Overview({ overview, metric, onMetric }: OverviewProps) {
  const totals = totalsOf(overview);
  const chosen = metric ?? firstMetric(totals);
  const points = spanPoints(overview, chosen);
  const label = words.chart(words.names[chosen], overview.grain);
  const note = noteOf(overview, chosen);
  return (
    <>
      <NumberTiles totals={totals} chosen={chosen} onChoose={onMetric} />
      <div className="flex flex-col gap-4 px-4 py-5 sm:px-6">
        <p className="text-[0.8125rem] text-muted-foreground text-pretty">{note}</p>
        <ChartOrTable
          label={label}
          heads={[words.time[overview.grain], words.names[chosen]]}
          rows={points.map(({ name, text }) => [name, text])}
        >
          {chosen === 'followers' ? (
            <LineChart label={label} points={points} baseline="least" />
          ) : (
            <BarChart label={label} points={points} height={240} />
          )}
        </ChartOrTable>
        {chosen === 'followers' ? <FollowerList accounts={overview.followers.accounts} /> : null}
      </div>
    </>
  );
}

/** Says what the metric counts, and for how many posts or accounts it is known. */
function noteOf({ totals: { now }, followers }: InsightsOverview, metric: Metric): string {
  if (metric === 'posts') return words.notes.posts;
  if (metric === 'followers') {
    const here = followers.accounts.filter(({ isRemoved }) => !isRemoved);
    return words.notes.followers(here.filter((account) => account.now !== null).length, here.length);
  }
  return words.notes.sum(metric, now[metric].known, now.posts);
}
