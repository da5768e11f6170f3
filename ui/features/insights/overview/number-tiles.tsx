import { TrendingDown, TrendingUp } from 'lucide-react';
import { insightsMessages } from '@/features/insights/messages.ts';
import type { Metric, Total } from '@/features/insights/overview/metrics.ts';
import { cn } from '@/lib/class-names.ts';

const words = insightsMessages.numbers;

type NumberTilesProps = {
  totals: readonly Total[];
  chosen: Metric;
  onChoose: (metric: Metric) => void;
};

/** The metrics of the shown period, each with its change; the chosen one is charted below. */
export function NumberTiles({ totals, chosen, onChoose }: NumberTilesProps) {
  return (
    <fieldset
      aria-label={words.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-t-lg border-b bg-border sm:grid-cols-3 lg:grid-cols-5"
    >
      {totals.map(({ metric, value, change }) => (
        <button
          key={metric}
          type="button"
          aria-pressed={metric === chosen}
          onClick={() => onChoose(metric)}
          className="relative flex min-w-0 flex-col items-start gap-0.5 bg-card px-4 py-3.5 text-left -outline-offset-2 transition-colors duration-150 hover:bg-accent/55 aria-pressed:after:absolute aria-pressed:after:inset-x-0 aria-pressed:after:bottom-0 aria-pressed:after:h-0.5 aria-pressed:after:bg-primary last:max-lg:col-span-2 last:max-sm:col-span-2 sm:px-5"
        >
          <span className={cn('text-[0.8125rem]', metric === chosen ? 'font-medium' : 'text-muted-foreground')}>
            {words.names[metric]}
          </span>
          <span className="text-2xl leading-tight font-semibold tracking-[-0.02em] tabular-nums">
            {value === null ? <span aria-hidden="true">–</span> : value.toLocaleString('en')}
          </span>
          <Change value={value} change={change} />
        </button>
      ))}
    </fieldset>
  );
}

function Change({ value, change }: Pick<Total, 'value' | 'change'>) {
  const percent = change === null ? null : Math.round(change * 100);
  const classes = 'flex items-center gap-1 text-xs text-muted-foreground tabular-nums';
  if (value === null) return <span className={classes}>{words.unknown}</span>;
  if (percent === null) return <span className={classes}>{words.noChange}</span>;
  if (percent === 0) return <span className={classes}>{words.same}</span>;
  const Icon = percent > 0 ? TrendingUp : TrendingDown;
  return (
    <span className={cn(classes, percent > 0 && 'text-success')}>
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {words.change(percent)}
    </span>
  );
}
