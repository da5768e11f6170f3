import type { ChartPoint } from '@/components/charts/chart-point.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import type { InsightPeriod, InsightsOverview } from '../../../../shared/insights/insights.ts';

const words = insightsMessages.numbers;

/** The metrics of the overview, in order. */
export const METRICS = ['reach', 'impressions', 'engagement', 'followers', 'posts'] as const;
export type Metric = (typeof METRICS)[number];
type SumMetric = 'reach' | 'impressions' | 'engagement';

/**
 * A metric in the shown period; null if not known. `change` is relative to the period before: 0.5 is half as much
 * again.
 */
export type Total = { metric: Metric; value: number | null; change: number | null };

export function totalsOf({ totals, followers }: InsightsOverview): Total[] {
  const { now, change } = totals;
  return METRICS.map((metric) => {
    if (metric === 'posts') return { metric, value: now.posts, change: change.posts };
    if (metric === 'followers') return { metric, ...followersOf(followers.accounts) };
    return { metric, value: now[metric].value, change: change[metric] };
  });
}

/** The followers of the remaining accounts that report them; a change only if all of these also reported before. */
function followersOf(accounts: InsightsOverview['followers']['accounts']): Pick<Total, 'value' | 'change'> {
  const known = accounts.flatMap(({ isRemoved, now, before }) => (isRemoved || now === null ? [] : [{ now, before }]));
  if (known.length === 0) return { value: null, change: null };
  const value = known.reduce((sum, { now }) => sum + now, 0);
  const before = known.reduce<number | null>(
    (sum, one) => (sum === null || one.before === null ? null : sum + one.before),
    0,
  );
  return { value, change: before ? value / before - 1 : null };
}

/** The metric that is charted first: the first known one of posts, else the followers, else the number of posts. */
export function firstMetric(totals: readonly Total[]): Metric {
  return totals.find(({ metric, value }) => metric !== 'posts' && value !== null)?.metric ?? 'posts';
}

/** Whether any metric of posts is known. */
export function hasFigures({ totals: { now } }: InsightsOverview): boolean {
  return Object.values(now).some((sum) => typeof sum === 'object' && sum.known > 0);
}

/** The points of a metric, one for each span. */
export function spanPoints(overview: InsightsOverview, metric: Metric): (ChartPoint & { at: number })[] {
  const { spans, grain, followers } = overview;
  const totals = new Map(followers.total.map((total) => [total.from, total]));
  // A sum over fewer accounts would look like a loss.
  const allAccounts = Math.max(...followers.total.map(({ known }) => known), 0);
  return spans.map((span) => {
    const total = totals.get(span.from);
    const value =
      metric === 'followers' ? (total?.known === allAccounts ? total.followers : null) : sumOf(span, metric);
    return {
      at: Date.parse(span.from),
      name: spanName[grain].format(Date.parse(span.from)),
      tick: spanTick[grain].format(Date.parse(span.from)),
      value,
      text: metric === 'followers' ? words.followers(value) : textOf(span, metric, value),
      isFaint: metric !== 'followers' && value === null,
    };
  });
}

function sumOf(span: InsightPeriod, metric: SumMetric | 'posts'): number | null {
  if (metric === 'posts' || span.posts === 0) return span.posts;
  return span[metric].value;
}

function textOf(span: InsightPeriod, metric: SumMetric | 'posts', value: number | null): string {
  if (metric === 'posts' || span.posts === 0) return words.posts(span.posts);
  return words.sum(metric, value, span[metric].known, span.posts);
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekName = inUtc({ month: 'short', day: 'numeric', year: 'numeric' });
const spanName = {
  day: inUtc({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
  week: { format: (time: number) => words.weekFrom(weekName.format(time)) },
  month: inUtc({ month: 'long', year: 'numeric' }),
};
const dayTick = inUtc({ month: 'short', day: 'numeric' });
const spanTick = { day: dayTick, week: dayTick, month: inUtc({ month: 'short', year: '2-digit' }) };
