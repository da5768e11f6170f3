import { z } from 'zod';
import { evergreenApi, memoryApi } from '../../../shared/api/memory.ts';
import { broughtBackInWords } from '../../../shared/posts/brought-back.ts';
import { platformSchema } from '../../../shared/posts/platforms.ts';
import { postParamsSchema } from '../../../shared/posts/posts-api.ts';
import { call } from '../../agent-client/api.ts';
import { shortCaption } from '../post-views.ts';
import { ADDS, addTool, READS, type Registry } from '../tool.ts';

const LIST_MAX = 50;

/** find_posted, similar_posts, list_evergreen and bring_back. */
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

  addTool(
    registry,
    'list_evergreen',
    {
      title: 'List what may be brought back',
      description:
        'Lists published posts that did well against what is usual at an account and have rested for the months of Settings, the best first. `success` 2 is twice the usual. bring_back makes a draft of one.',
      input: z.strictObject({
        account_id: z.uuid().optional(),
        limit: z.number().int().min(1).max(LIST_MAX).default(20),
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { account_id: account, limit }) => {
      const found = await call(api, evergreenApi.listEvergreen, { query: { account, limit } });
      const data = found.map(({ text, ...post }) => ({ ...post, text: shortCaption(text) }));
      return { says: `${data.length} posts.`, data };
    },
  );

  addTool(
    registry,
    'bring_back',
    {
      title: 'Bring a post back as a draft',
      description:
        'Makes a draft of a published post that has rested, with the same media, places, options and hashtags, and new words by the chosen model; nothing goes out. Where its words are still the earlier ones, the answer says so: change them with edit_post.',
      input: z.strictObject(postParamsSchema.shape),
      scope: 'draft',
      hints: { ...ADDS, openWorldHint: true },
    },
    async ({ api }, { id }) => {
      const post = await call(api, evergreenApi.bringBack, { params: { id }, body: {} });
      const from = broughtBackInWords({ ...post.from, words: 'new' });
      return { says: [`Draft ${post.id}. Brought back: ${from}`, post.note].filter(Boolean).join(' '), data: post };
    },
  );
}
