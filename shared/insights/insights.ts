import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { FIGURE_NAMES, figuresSchema } from '../publishing/figures.ts';

/** The longest range, in days: ten years. */
export const INSIGHTS_MAX_DAYS = 3660;
export const INSIGHTS_DEFAULT_DAYS = 30;
export const INSIGHT_POSTS_MAX = 100;
const PAGE_DEFAULT = 30;
export const INSIGHT_BEST_MAX = 20;
const BEST_DEFAULT = 5;
/** Groups of one answer: those with the most posts. */
export const GROUPS_MAX = 50;

/** YYYY-MM-DD, in the workspace's time zone; no earlier than any platform, nor beyond what the database counts. */
const daySchema = z.iso.date().refine((day) => day >= '1990' && day < '2200', 'a day from 1990 to 2199');

/**
 * What is looked at: posts published from the day `from` to the day `to`, both included and in the workspace's time zone; by
 * default the last 30 days. Removed accounts count, and are named by their id too. Of hand-published posts the figures are
 * mostly not known.
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

/** `engagement`: likes, comments, shares, saves and clicks together, as far as they are known. */
export const INSIGHT_FIGURES = ['engagement', ...FIGURE_NAMES] as const;
export type InsightFigure = (typeof INSIGHT_FIGURES)[number];

function eachFigure<Schema extends z.ZodType>(schema: Schema) {
  return Object.fromEntries(INSIGHT_FIGURES.map((name) => [name, schema])) as { [name in InsightFigure]: Schema };
}

/** A sum over posts. `value`: null where none of them knows it, which is not 0. `known`: how many posts know it. */
const sumSchema = z.object({ value: z.number().nullable(), known: z.number().int() });
const periodShape = { posts: z.number().int(), ...eachFigure(sumSchema) };

/** Published posts, and the sums of what is known of them now. */
export const insightPeriodSchema = z.object(periodShape);
export type InsightPeriod = z.infer<typeof insightPeriodSchema>;

/** A day, week (from Monday) or month of a chart, by its first day in the range: the posts published then. */
export const insightSpanSchema = z.object({ from: z.string(), ...periodShape });

const accountFollowersSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  account: z.string(),
  isRemoved: z.boolean(),
  /** Last known in or before the range, and before it; null: not known. */
  now: z.number().int().nullable(),
  before: z.number().int().nullable(),
  /** What was last known in each span; spans in which the platform told nothing are left out. */
  points: z.array(z.object({ from: z.string(), followers: z.number().int() })),
});

/** Figures over time, e.g. `{ zone: 'Europe/London', grain: 'day', totals: { now: { posts: 12, reach: { value: 5210, known: 9 } } } }`. */
export const insightsOverviewSchema = z.object({
  /** IANA name. */
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  /** How long a span is: a day up to 92 days, a week up to two years, otherwise a month. */
  grain: z.enum(['day', 'week', 'month']),
  totals: z.object({
    now: insightPeriodSchema,
    /** The range of the same length directly before. */
    before: insightPeriodSchema,
    /** 0.5: half as much again. Null: it was 0, or either range knows the figure of less than half of its posts. */
    change: z.object({ posts: z.number().nullable(), ...eachFigure(z.number().nullable()) }),
  }),
  /** Every span of the range in order, those without posts too. */
  spans: z.array(insightSpanSchema),
  followers: z.object({
    /** Those with the most followers first. The project does not narrow them: followers are of accounts. */
    accounts: z.array(accountFollowersSchema),
    /** All accounts that are still here at the end of each span; `known`: how many of them told within five weeks. */
    total: z.array(z.object({ from: z.string(), followers: z.number().int(), known: z.number().int() })),
  }),
});
export type InsightsOverview = z.infer<typeof insightsOverviewSchema>;

const insightMediaSchema = z.enum(['text', 'image', 'carousel', 'video']);

/** A post at one account. Times are ISO 8601. */
export const insightPostSchema = z.object({
  deliveryId: z.uuid(),
  /** Its place in the timeline: GET /api/posts/{id}. */
  postId: z.uuid(),
  contentId: z.uuid(),
  platform: platformSchema,
  /** Null: posted by hand where there was no account. */
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
  /** What is known now. An absent figure is not known. */
  figures: figuresSchema,
  figuresAt: z.string().nullable(),
  engagement: z.number().int().nullable(),
  /**
   * Its engagement (per reach or impression where most posts of the account have that) as a multiple of the account's
   * usual, the median of the last 180 days; 1 is usual. Null: not known, less than a day old, or fewer than 5 posts.
   */
  success: z.number().nullable(),
  /** How it grew, the earliest first: at most 24 points. */
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
  /** The `next` of the page before, with everything else as it was there. */
  cursor: z.string().max(200).optional(),
});
export type InsightPostsQuery = z.infer<typeof insightPostsQuerySchema>;

/** What is not known comes last, whichever way it is sorted. `next`: null on the last page. */
export const insightPostsSchema = z.object({ posts: z.array(insightPostSchema), next: z.string().nullable() });
export type InsightPosts = z.infer<typeof insightPostsSchema>;

export const insightBestQuerySchema = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(INSIGHT_BEST_MAX).default(BEST_DEFAULT),
});

/** What engagement is measured by at an account: per account reached, per impression, or as it is. */
export const insightBasisSchema = z.enum(['reach', 'impressions', 'count']);

/** A figure that was at least 1.5 times the account's usual, e.g. `{ figure: 'saves', value: 31, usual: 10, times: 3.1 }`. */
const reasonSchema = z.object({
  figure: z.enum(FIGURE_NAMES),
  value: z.number(),
  /** The median of the account's posts of the last 180 days. */
  usual: z.number(),
  times: z.number(),
  /** "3.1 times this account’s usual saves". */
  says: z.string(),
});

/** Posts that did better than usual, the best first, with the figures that stood out, at most three each. */
export const insightBestSchema = z.array(
  insightPostSchema.extend({
    basis: insightBasisSchema,
    /** "Engagement per account reached is 2.4 times this account’s usual". */
    says: z.string(),
    why: z.array(reasonSchema),
  }),
);
export type InsightBest = z.infer<typeof insightBestSchema>;

/** A month of the workspace's time zone, such as 2026-10. */
export const insightReportQuerySchema = z.object({
  month: z.string().regex(/^(199|20\d|21\d)\d-(0[1-9]|1[0-2])$/, 'a month such as 2026-10'),
  platform: filters.platform,
  account: filters.account,
  project: filters.project,
});

/** `label`: what people sort posts by. Hours and weekdays are those of the workspace's time zone. */
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
   * hour: 0 to 23. weekday: 1 (Monday) to 7. project: its id. length: none, short (to 100 characters), medium (to 280), long
   * (to 1,000), very_long. media: text, image, carousel, video. Otherwise the word itself; empty for no template or project.
   */
  key: z.string(),
  /** What people call it; null for a project that is gone or none. */
  label: z.string().nullable(),
  /** Posts in the group, and how many of them have a success. */
  posts: z.number().int(),
  known: z.number().int(),
  /** The median success, and an interval that holds the true median in at least 9 of 10 cases; null under 5: too few to say. */
  median: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

/**
 * How posts did by one dimension, e.g. `{ by: 'hour', groups: [{ key: '8', label: '8', posts: 14, known: 12, median: 1.4,
 * low: 0.9, high: 2.1 }] }`: hours and weekdays in their order, others with the most posts first. Where intervals overlap, the
 * difference may be chance. `others`: groups that are not told because they have fewer posts.
 */
export const insightBreakdownSchema = z.object({
  by: insightDimensionSchema,
  zone: z.string(),
  groups: z.array(groupSchema),
  others: z.number().int(),
});
export type InsightBreakdown = z.infer<typeof insightBreakdownSchema>;

/** `by`: dimensions with commas between them, such as "hour,weekday". They are answered in that order. */
export const insightBreakdownsQuerySchema = z.object({
  ...filters,
  by: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(insightDimensionSchema).max(INSIGHT_DIMENSIONS.length)),
});
export const insightBreakdownsSchema = z.array(insightBreakdownSchema);
