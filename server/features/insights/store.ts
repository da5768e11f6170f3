import { z } from 'zod';
import {
  GROUPS_MAX,
  type InsightBest,
  type InsightBreakdown,
  type InsightDimension,
  type InsightPosts,
  type InsightPostsQuery,
  type InsightsOverview,
  insightBestSchema,
  insightBreakdownsSchema,
  insightPostSchema,
  insightsOverviewSchema,
} from '../../../shared/insights/insights.ts';
import { reasonWords, successWords } from '../../../shared/insights/why.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';

/** A range of days and filters, as arguments of the database's functions. `at` is the current time, set by tests. */
export type Asked = {
  from_day: string;
  to_day: string;
  of_platform?: string;
  of_account?: string;
  of_project?: string;
  at?: string;
};

const postsAnswerSchema = z.object({
  posts: z.array(insightPostSchema),
  last: z.object({ id: z.uuid(), value: z.number().nullable() }).nullable(),
});
const bestAnswerSchema = z.array(
  insightBestSchema.element.omit({ says: true, why: true }).extend({
    why: z.array(insightBestSchema.element.shape.why.element.omit({ says: true })),
  }),
);
/** `limit` may exceed the limit in the API's contract. */
type PageAsked = Pick<InsightPostsQuery, 'sort' | 'order' | 'limit'> & { cursor?: string | undefined };

const cursorSchema = z.tuple([z.number().nullable(), z.uuid()]);

/** Insights as the database computes them. AppError unavailable. */
export function insightsStore(client: Client) {
  return {
    async overview(asked: Asked): Promise<InsightsOverview> {
      return insightsOverviewSchema.parse(
        dataOf(await client.rpc('insights_overview', asked), 'count what posts reached'),
      );
    },

    /** AppError bad_input for an invalid cursor. */
    async posts(asked: Asked, { sort, order, limit, cursor }: PageAsked): Promise<InsightPosts> {
      const after = cursor === undefined ? null : readCursor(cursor);
      const answer = await client.rpc('insights_posts', {
        ...asked,
        sort,
        descending: order === 'desc',
        most: limit,
        ...(after && { after_id: after[1], ...(after[0] !== null && { after_value: after[0] }) }),
      });
      const { posts, last } = postsAnswerSchema.parse(dataOf(answer, 'list the posts with their figures'));
      return { posts, next: last && writeCursor([last.value, last.id]) };
    },

    async best(asked: Asked, most: number): Promise<InsightBest> {
      const answer = dataOf(await client.rpc('insights_best', { ...asked, most }), 'find the best posts');
      return bestAnswerSchema.parse(answer).map((post) => ({
        ...post,
        says: successWords(post.basis, post.success ?? 0),
        why: post.why.map((reason) => ({ ...reason, says: reasonWords(reason.figure, reason.times) })),
      }));
    },

    /** One breakdown for each of `bys`, in that order. */
    async breakdowns(asked: Asked, bys: readonly InsightDimension[]): Promise<InsightBreakdown[]> {
      const answer = await client.rpc('insights_breakdowns', { ...asked, bys: [...bys], most: GROUPS_MAX });
      return insightBreakdownsSchema.parse(dataOf(answer, 'compare the posts'));
    },
  };
}

function writeCursor(cursor: z.infer<typeof cursorSchema>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('bad_input', NO_CURSOR, { cause });
  }
}

const NO_CURSOR = 'This cursor is not from a page of posts. Begin without one.';
