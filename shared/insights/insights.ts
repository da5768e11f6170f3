import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { FIGURE_NAMES, figuresSchema } from '../publishing/figures.ts';

/** The longest range, in days: about ten years. */
export const INSIGHTS_MAX_DAYS = 3660;
export const INSIGHTS_DEFAULT_DAYS = 30;
export const INSIGHT_POSTS_MAX = 100;
const PAGE_DEFAULT = 30;
export const INSIGHT_BEST_MAX = 20;
const BEST_DEFAULT = 5;
/** Maximum number of groups in an answer: those with the most posts. */
export const GROUPS_MAX = 50;

/** YYYY-MM-DD, in the workspace's time zone; within the years that the database can count. */
const daySchema = z.iso.date().refine((day) => day >= '1990' && day < '2200', 'a day from 1990 to 2199');

/**
 * Selects posts published from day `from` to day `to`, both inclusive and in the workspace's time zone; by default the
 * last 30 days. Posts of removed accounts are included, and can be selected by account id too. The metrics of manually
 * published posts are mostly unknown.
 */
const filters = {
  from: daySchema.optional(),
  to: daySchema.optional(),
  platform: platformSchema.optional(),
  account: z.uuid().optional(),
  project: z.uuid().optional(),
};
export const insightsQuerySchema = z.object(filters);
export type InsightsQuery = z.infer<typeof insightsQuerySchema>;

/** `engagement`: the sum of likes, comments, shares, saves and clicks, as far as they are known. */
export const INSIGHT_FIGURES = ['engagement', ...FIGURE_NAMES] as const;
export type InsightFigure = (typeof INSIGHT_FIGURES)[number];

function eachFigure<Schema extends z.ZodType>(schema: Schema) {
  return Object.fromEntries(INSIGHT_FIGURES.map((name) => [name, schema])) as { [name in InsightFigure]: Schema };
}

/** A sum over posts. `known`: how many posts have the metric. `value`: null, not 0, if none has it. */
const sumSchema = z.object({ value: z.number().nullable(), known: z.number().int() });
const periodShape = { posts: z.number().int(), ...eachFigure(sumSchema) };

/** The number of published posts, and the sums of their latest metrics. */
export const insightPeriodSchema = z.object(periodShape);
export type InsightPeriod = z.infer<typeof insightPeriodSchema>;

/** The posts published in a day, week (from Monday) or month of a chart. `from`: its first day in the range. */
export const insightSpanSchema = z.object({ from: z.string(), ...periodShape });

const accountFollowersSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  account: z.string(),
  isRemoved: z.boolean(),
  /** Last known at the end of the range, and before the range; null if unknown. */
  now: z.number().int().nullable(),
  before: z.number().int().nullable(),
  /** The last known number in each span, without spans in which the platform reported none. */
  points: z.array(z.object({ from: z.string(), followers: z.number().int() })),
});

/**
 * Metrics over time, e.g.
 * `{ zone: 'Europe/London', grain: 'day', totals: { now: { posts: 12, reach: { value: 5210, known: 9 } } } }`.
 */
export const insightsOverviewSchema = z.object({
  /** IANA name. */
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  /** The length of a span: a day for ranges up to 92 days, a week up to two years, a month beyond. */
  grain: z.enum(['day', 'week', 'month']),
  totals: z.object({
    now: insightPeriodSchema,
    /** The preceding range of the same length. */
    before: insightPeriodSchema,
    /** 0.5: an increase by half. Null: it was 0, or the metric is known for less than half of the posts of a range. */
    change: z.object({ posts: z.number().nullable(), ...eachFigure(z.number().nullable()) }),
  }),
  /** Every span of the range in order, including those without posts. */
  spans: z.array(insightSpanSchema),
  followers: z.object({
    /** Those with the most followers first. Not filtered by project, since followers belong to accounts. */
    accounts: z.array(accountFollowersSchema),
    /** Of all accounts not removed, at the end of each span. `known`: how many reported in the last five weeks. */
    total: z.array(z.object({ from: z.string(), followers: z.number().int(), known: z.number().int() })),
  }),
});
export type InsightsOverview = z.infer<typeof insightsOverviewSchema>;

const insightMediaSchema = z.enum(['text', 'image', 'carousel', 'video']);

/** A post at one account. Times are ISO 8601. */
export const insightPostSchema = z.object({
  deliveryId: z.uuid(),
  /** Its timeline entry: GET /api/posts/{id}. */
  postId: z.uuid(),
  contentId: z.uuid(),
  platform: platformSchema,
  /** Null: posted manually, on a platform without an account here. */
  accountId: z.uuid().nullable(),
  account: z.string().nullable(),
  isRemoved: z.boolean(),
  byHand: z.boolean(),
  publishedAt: z.string(),
  url: z.string().nullable(),
  /** Its first 500 characters. */
  caption: z.string(),
  media: insightMediaSchema,
  template: z.string().nullable(),
  projectId: z.uuid().nullable(),
  project: z.string().nullable(),
  /** The latest metrics. An absent one is unknown. */
  figures: figuresSchema,
  figuresAt: z.string().nullable(),
  engagement: z.number().int().nullable(),
  /**
   * Its engagement (per account reached or per impression, if most posts of the account have that) as a multiple of the
   * account's median of the last 180 days; 1 is usual. Null: unknown, less than a day old, or fewer than 5 posts.
   */
  success: z.number().nullable(),
  /** Its growth, earliest first: at most 24 points. */
  series: z.array(
    z.object({ at: z.string(), engagement: z.number().int().nullable(), impressions: z.number().int().nullable() }),
  ),
});
export type InsightPost = z.infer<typeof insightPostSchema>;

export const INSIGHT_SORTS = ['publishedAt', 'success', ...INSIGHT_FIGURES] as const;
export type InsightSort = (typeof INSIGHT_SORTS)[number];

export const insightPostsQuerySchema = z.object({
  ...filters,
  sort: z.enum(INSIGHT_SORTS).default('publishedAt'),
  order: z.enum(['desc', 'asc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(INSIGHT_POSTS_MAX).default(PAGE_DEFAULT),
  /** The `next` of the previous page; all other parameters must be the same. */
  cursor: z.string().max(200).optional(),
});
export type InsightPostsQuery = z.infer<typeof insightPostsQuerySchema>;

/** Posts whose value is unknown come last in either order. `next`: null on the last page. */
export const insightPostsSchema = z.object({ posts: z.array(insightPostSchema), next: z.string().nullable() });
export type InsightPosts = z.infer<typeof insightPostsSchema>;

export const insightBestQuerySchema = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(INSIGHT_BEST_MAX).default(BEST_DEFAULT),
});

/** How engagement is measured at an account: per account reached, per impression, or in absolute numbers. */
export const insightBasisSchema = z.enum(['reach', 'impressions', 'count']);

/** A metric at least 1.5 times the account's usual, e.g. `{ figure: 'saves', value: 31, usual: 10, times: 3.1 }`. */
const reasonSchema = z.object({
  figure: z.enum(FIGURE_NAMES),
  value: z.number(),
  /** The median of the account's posts of the last 180 days. */
  usual: z.number(),
  times: z.number(),
  /** "3.1 times this account’s usual saves". */
  says: z.string(),
});

/** Posts that did better than usual, best first, each with at most three metrics that stood out. */
export const insightBestSchema = z.array(
  insightPostSchema.extend({
    basis: insightBasisSchema,
    /** "Engagement per account reached is 2.4 times this account’s usual". */
    says: z.string(),
    why: z.array(reasonSchema),
  }),
);
export type InsightBest = z.infer<typeof insightBestSchema>;

/** A month in the workspace's time zone, such as 2026-10. */
export const insightReportQuerySchema = z.object({
  month: z.string().regex(/^(199|20\d|21\d)\d-(0[1-9]|1[0-2])$/, 'a month such as 2026-10'),
  platform: filters.platform,
  account: filters.account,
  project: filters.project,
});

/** `label`: the user's labels of posts. Hours and weekdays are in the workspace's time zone. */
export const INSIGHT_DIMENSIONS = [
  'hour',
  'weekday',
  'template',
  'project',
  'label',
  'length',
  'media',
  'hashtag',
] as const;
export const insightDimensionSchema = z.enum(INSIGHT_DIMENSIONS);
export type InsightDimension = z.infer<typeof insightDimensionSchema>;

export const insightBreakdownQuerySchema = z.object({ ...filters, by: insightDimensionSchema });

const groupSchema = z.object({
  /**
   * hour: 0 to 23. weekday: 1 (Monday) to 7. project: its id. length: none, short (to 100 characters), medium (to 280),
   * long (to 1,000), very_long. media: text, image, carousel, video. Otherwise the name itself; empty for no template
   * or project.
   */
  key: z.string(),
  /** Its display name; null for a deleted project, or none. */
  label: z.string().nullable(),
  /** Posts in the group, and how many of them have a known success. */
  posts: z.number().int(),
  known: z.number().int(),
  /** The median success, and an interval that has the true median in at least 9 of 10 cases; null below 5 posts. */
  median: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

/**
 * How posts did by one dimension, e.g. `{ by: 'hour', groups: [{ key: '8', label: '8', posts: 14, known: 12, median:
 * 1.4, low: 0.9, high: 2.1 }] }`: hours and weekdays in their order, others with the most posts first. If intervals
 * overlap, the difference may be due to chance. `others`: the number of groups left out because they have fewer posts.
 */
export const insightBreakdownSchema = z.object({
  by: insightDimensionSchema,
  zone: z.string(),
  groups: z.array(groupSchema),
  others: z.number().int(),
});
export type InsightBreakdown = z.infer<typeof insightBreakdownSchema>;

/** `by`: dimensions separated by commas, such as "hour,weekday". The answer has them in that order. */
export const insightBreakdownsQuerySchema = z.object({
  ...filters,
  by: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(insightDimensionSchema).max(INSIGHT_DIMENSIONS.length)),
});
export const insightBreakdownsSchema = z.array(insightBreakdownSchema);
