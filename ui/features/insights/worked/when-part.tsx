import { useQuery } from '@tanstack/react-query';
import { BarChart } from '@/components/charts/bar-chart.tsx';
import { ChartOrTable } from '@/components/charts/chart-or-table.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { type Asked, type When, whenQuery } from '@/features/insights/queries.ts';
import { QueryPart } from '@/features/insights/query-part.tsx';
import { clockPoints, standOut } from '@/features/insights/worked/group-words.ts';
import { useAgent } from '@/lib/agent.ts';

const words = insightsMessages.when;

/** How posts did by hour of the day or by day of the week. */
export function WhenPart({ asked, by }: { asked: Asked; by: When }) {
  const query = useQuery(whenQuery(useAgent(), asked));
  return (
    <QueryPart query={query} skeleton="h-56" failed={words.failed}>
      {(breakdowns) => {
        const { groups = [], zone = '' } = breakdowns.find((breakdown) => breakdown.by === by) ?? {};
        const label = words[by].chart;
        const points = clockPoints(by, groups);
        return (
          <div className="flex flex-col gap-3 px-5 pb-4 sm:px-6">
            <p className="text-[0.8125rem] text-pretty">
              {words.standOut(
                by,
                standOut(by, groups),
                groups.some(({ median }) => median !== null),
              )}
            </p>
            <ChartOrTable
              label={label}
              heads={[by === 'hour' ? words.hour.head(zone) : words.weekday.head, words.result]}
              rows={points.map(({ name, text }) => [name, text])}
            >
              <BarChart label={label} points={points} height={180} mark={{ value: 1, label: words.usual }} />
            </ChartOrTable>
          </div>
        );
      }}
    </QueryPart>
  );
}
