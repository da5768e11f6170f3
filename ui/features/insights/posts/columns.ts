import { figureNames } from '@/domain/publishing/figure-words.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import type { InsightPost, InsightSort } from '../../../../shared/insights/insights.ts';
import { timesOf } from '../../../../shared/insights/why.ts';
import type { FigureName } from '../../../../shared/publishing/figures.ts';

const words = insightsMessages.posts;

type Column = {
  sort: InsightSort;
  name: string;
  /** Its width, and the window width below which it is hidden. */
  className: string;
  /** A cell's text; null if not known. */
  text: (post: InsightPost, when: (time: string) => string) => string | null;
};

const figure = (sort: FigureName, className: string): Column => ({
  sort,
  name: figureNames[sort],
  className,
  text: ({ figures }) => figures[sort]?.toLocaleString('en') ?? null,
});

/** The sortable columns, in order. */
export const COLUMNS: readonly Column[] = [
  {
    sort: 'publishedAt',
    name: words.published,
    className: 'w-36 max-xl:hidden',
    text: ({ publishedAt }, when) => when(publishedAt),
  },
  figure('impressions', 'w-20'),
  figure('reach', 'w-20 max-xl:hidden'),
  figure('likes', 'w-20 max-xl:hidden'),
  figure('comments', 'w-26 max-2xl:hidden'),
  figure('shares', 'w-20 max-2xl:hidden'),
  {
    sort: 'engagement',
    name: words.engagement,
    className: 'w-28',
    text: ({ engagement }) => engagement?.toLocaleString('en') ?? null,
  },
  {
    sort: 'success',
    name: words.success,
    className: 'w-26 max-[85rem]:pr-6',
    text: ({ success }) => (success === null ? null : words.times(timesOf(success))),
  },
];

export function columnOf(sort: string): Column {
  return COLUMNS.find((column) => column.sort === sort) ?? (COLUMNS[0] as Column);
}
