import { z } from 'zod';
import { learningApi } from '../../../shared/api/learning.ts';
import { call } from '../../agent-client/api.ts';
import { addTool, READS, type Registry } from '../tool.ts';

/** show_learning. How it is used is left to the user. */
export function addLearningTools(registry: Registry): void {
  addTool(
    registry,
    'show_learning',
    {
      title: 'Show what worked',
      description:
        'Shows how well hours of the week, templates and projects did, of an account of list_accounts or of all: "times" is a multiple of the usual, "low" to "high" what is likely, "posts" how many say so. Say it with care where "isHardlyTried" is true or 1 lies between low and high. "next" is the time that learning would choose now, and why.',
      input: z.strictObject({ account_id: z.uuid().optional() }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { account_id: account }) => {
      const data = await call(api, learningApi.getLearning, { query: { ...(account !== undefined && { account }) } });
      return { says: `Learned from ${data.posts} posts.`, data };
    },
  );
}
