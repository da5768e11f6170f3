import { z } from 'zod';
import { memoryApi } from '../../../shared/api/memory.ts';
import { platformSchema } from '../../../shared/posts/platforms.ts';
import { call } from '../../agent-client/api.ts';
import { shortCaption } from '../post-views.ts';
import { addTool, READS, type Registry } from '../tool.ts';

const LIST_MAX = 50;

/** find_posted and similar_posts. */
export function addMemoryTools(registry: Registry): void {
  addTool(
    registry,
    'find_posted',
    {
      title: 'Search what was posted',
      description:
        'Searches everything that was posted, and what is scheduled, for all of the given words or words that begin with them. Says when and where each post went, its link, and its figures; an absent figure is not known.',
      input: z.strictObject({
        words: z.string().max(500),
        account_id: z.uuid().optional(),
        platform: platformSchema.optional(),
        before: z.iso.datetime({ offset: true }).optional(),
        limit: z.number().int().min(1).max(LIST_MAX).default(20),
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { words: q, account_id: account, platform, before, limit }) => {
      const found = await call(api, memoryApi.findPosted, { query: { q, account, platform, before, limit } });
      const data = found.map(({ snippet: _marked, text, ...post }) => ({ ...post, text: shortCaption(text) }));
      return { says: `${data.length} posts.`, data };
    },
  );

  addTool(
    registry,
    'similar_posts',
    {
      title: 'Ask whether something like it was posted',
      description:
        'Lists posts like a text: near duplicates first, each with its likeness (0.6 to 1), then posts about the same, without one. Ask before writing a post that may repeat an earlier one.',
      input: z.strictObject({
        text: z.string().max(20_000),
        account_id: z.uuid().optional(),
        platform: platformSchema.optional(),
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { text, account_id: account, platform }) => {
      const data = await call(api, memoryApi.findSimilar, { body: { text, account, platform } });
      const near = data.filter(({ likeness }) => likeness !== null).length;
      return { says: `${data.length} posts, ${near} of them nearly the same.`, data };
    },
  );
}
