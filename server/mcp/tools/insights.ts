import { z } from 'zod';
import { insightsApi } from '../../../shared/api/insights.ts';
import {
  INSIGHT_BEST_MAX,
  INSIGHT_POSTS_MAX,
  INSIGHT_SORTS,
  insightDimensionSchema,
  insightPostsQuerySchema,
  insightsQuerySchema,
} from '../../../shared/insights/insights.ts';
import { call } from '../../agent-client/api.ts';
import { addTool, READS, type Registry } from '../tool.ts';

const RANGE =
  'Of posts published from `from` to `to`, YYYY-MM-DD in the workspace’s time zone; by default the last 30 days. `account` and `project` are ids of list_accounts and list_projects. What a platform does not tell is null or absent: not known, which is not 0.';
const filters = insightsQuerySchema.shape;

/** show_insights, list_best_posts, list_insight_posts, compare_posts. */
export function addInsightTools(registry: Registry): void {
  addTool(
    registry,
    'show_insights',
    {
      title: 'Insights over time',
      description: `Sums of what posts reached with the change to the range before, by day, week or month, and followers over time. The resource local-agent://reports/2026-10 is the report of that month as a PDF. \`known\` is how many posts know a figure. ${RANGE}`,
      input: z.strictObject(filters),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, query) => {
      const data = await call(api, insightsApi.getInsights, { query });
      return { says: `${data.totals.now.posts} posts from ${data.from} to ${data.to}.`, data };
    },
  );

  addTool(
    registry,
    'list_best_posts',
    {
      title: 'Best posts, and why',
      description: `The posts that did better than usual at their account, with the figures that stood out. ${RANGE}`,
      input: z.strictObject({ ...filters, limit: z.number().int().min(1).max(INSIGHT_BEST_MAX).optional() }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, query) => {
      const data = await call(api, insightsApi.listBestPosts, { query });
      return { says: `${data.length} posts did better than usual.`, data };
    },
  );

  addTool(
    registry,
    'list_insight_posts',
    {
      title: 'Published posts with their figures',
      description: `Published posts by time, by success (a multiple of what is usual at the account) or by a figure, in pages: give \`next\` as \`cursor\`. ${RANGE}`,
      input: z.strictObject({
        ...filters,
        sort: z.enum(INSIGHT_SORTS).default('publishedAt'),
        order: z.enum(['desc', 'asc']).default('desc'),
        limit: z.number().int().min(1).max(INSIGHT_POSTS_MAX).optional(),
        cursor: insightPostsQuerySchema.shape.cursor,
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, query) => {
      const data = await call(api, insightsApi.listInsightPosts, { query });
      return { says: `${data.posts.length} posts${data.next === null ? '' : '; there are more'}.`, data };
    },
  );

  addTool(
    registry,
    'compare_posts',
    {
      title: 'How posts did by hour, template and more',
      description: `The median success of posts by hour, weekday, template, project, label, length, media or hashtag; 1 is usual. \`low\` to \`high\` is a 90 % interval: where two overlap, the difference may be chance. Null with fewer than 5 posts: too few to say. ${RANGE}`,
      input: z.strictObject({ ...filters, by: insightDimensionSchema }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, query) => {
      const data = await call(api, insightsApi.getInsightBreakdown, { query });
      return { says: `${data.groups.length} groups by ${data.by}.`, data };
    },
  );
}
