import type { ChartPoint } from '@/components/charts/chart-point.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import type { InsightBreakdown, InsightDimension } from '../../../../shared/insights/insights.ts';
import { timesOf } from '../../../../shared/insights/why.ts';

const words = insightsMessages.worked;

export type Group = InsightBreakdown['groups'][number];

/** `unclear`: the interval contains 1, so the difference may be chance. `few`: too few posts to say. */
export type Verdict = 'better' | 'worse' | 'unclear' | 'few';

export function verdictOf({ median, low, high }: Group): Verdict {
  if (median === null || low === null || high === null) return 'few';
  return low > 1 ? 'better' : high < 1 ? 'worse' : 'unclear';
}

/** "1.4× usual (0.9 to 2.1)", or that there are too few posts to say. */
export function resultText({ posts, known, median, low, high }: Group): string {
  if (median === null || low === null || high === null) return words.few(known, posts);
  return words.result(timesOf(median), timesOf(low), timesOf(high));
}

/** `resultText` with the number of posts. */
function groupText(group: Group): string {
  return group.median === null ? resultText(group) : words.withPosts(resultText(group), group.posts);
}

/** The display name of a group. */
export function groupName(by: InsightDimension, { key, label }: Pick<Group, 'key' | 'label'>): string {
  switch (by) {
    case 'hour':
      return hourName(Number(key));
    case 'weekday':
      return words.weekdays[Number(key) - 1] ?? key;
    case 'length':
      return words.lengths[key as keyof typeof words.lengths] ?? key;
    case 'media':
      return words.media[key as keyof typeof words.media] ?? key;
    case 'template':
      return key || words.noTemplate;
    case 'project':
      return label ?? (key ? words.goneProject : words.noProject);
    default:
      return label ?? key;
  }
}

/** "6 PM" */
function hourName(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Every hour of the day, or day of the week, as a bar, including those without posts. */
export function clockPoints(by: 'hour' | 'weekday', groups: readonly Group[]): ChartPoint[] {
  const keys = by === 'hour' ? Array.from({ length: 24 }, (_, hour) => hour) : [1, 2, 3, 4, 5, 6, 7];
  const found = new Map(groups.map((group) => [Number(group.key), group]));
  return keys.map((key) => {
    const group = found.get(key);
    const name = groupName(by, { key: String(key), label: null });
    return {
      name,
      tick: by === 'hour' ? name : name.slice(0, 3),
      value: group?.median ?? null,
      text: group ? groupText(group) : words.noPosts,
      isFaint: group !== undefined && group.posts > 0 && group.median === null,
    };
  });
}

/** The names of the groups that did clearly better than usual, best first. */
export function standOut(by: InsightDimension, groups: readonly Group[]): string[] {
  return groups
    .filter((group) => verdictOf(group) === 'better')
    .sort((a, b) => (b.median ?? 0) - (a.median ?? 0))
    .map((group) => groupName(by, group));
}
