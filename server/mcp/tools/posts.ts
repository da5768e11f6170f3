import { z } from 'zod';
import { postApi } from '../../../shared/api/posts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { type PostsQuery, postParamsSchema, postStatusSchema } from '../../../shared/posts/posts-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { readDeliveries, readWholePost, shortCaption, shortPost } from '../post-views.ts';
import { addTool, READS, type Registry } from '../tool.ts';
import { postUri } from '../uris.ts';

const LIST_MAX = 100;
const LIST_DEFAULT = 20;
const FIGURES_MAX = 50;

/** Statuses of posts that may be published, at least on some accounts. */
const SENT = ['published', 'failed', 'needs_review'] as const;

/** list_posts, show_post, post_figures. */
export function addPostTools(registry: Registry): void {
  addTool(
    registry,
    'list_posts',
    {
      title: 'List posts',
      description:
        'Lists posts with their times, states, platforms and the beginning of their texts. "draft" lists the drafts, the latest changed first; without a status all posts that are or were scheduled. "earliest" begins with the earliest time, "latest" with the latest.',
      input: z.strictObject({
        status: z.enum(['draft', ...postStatusSchema.options]).optional(),
        order: z.enum(['earliest', 'latest']).default('earliest'),
        limit: z.number().int().min(1).max(LIST_MAX).default(LIST_DEFAULT),
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { status, order, limit }) => {
      const data =
        status === 'draft'
          ? (await listDrafts(api)).slice(0, limit)
          : (await listPosts(api, { status, order, limit })).map((post) => shortPost(post, new Date()));
      return { says: `${data.length} posts${data.length === limit ? '; there may be more' : ''}.`, data };
    },
  );

  addTool(
    registry,
    'show_post',
    {
      title: 'Show a post',
      description:
        'Shows one post whole: its texts, pictures, time and accounts; why it was made, by which writer and from which sources; what stands in its way; and each delivery with its state, link, attempts, the platform’s own words, and figures.',
      input: z.strictObject(postParamsSchema.shape),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { id }) => {
      const post = await readWholePost(api, id);
      return { says: `Post ${post.id}: ${post.status}.`, data: post };
    },
  );

  addTool(
    registry,
    'post_figures',
    {
      title: 'Figures of published posts',
      description:
        'Impressions, reach, likes, comments, shares, saves, clicks and watch time of the latest published posts, by account, as the agent last fetched them. An absent one is not known. With `post`, how those of one post grew.',
      input: z.strictObject({
        limit: z.number().int().min(1).max(FIGURES_MAX).default(LIST_DEFAULT),
        post: z.uuid().optional(),
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { limit, post }) => {
      if (post !== undefined) {
        const series = await call(api, publishingApi.listPostFigures, { params: { id: post } });
        return { says: `The post is published at ${series.length} accounts.`, data: series };
      }
      const data = await readFigures(api, limit);
      return { says: `${data.length} published posts, the latest first, one entry for each account.`, data };
    },
  );
}

/** Lists posts other than drafts. */
export function listPosts(api: Api, query: Partial<PostsQuery>) {
  return call(api, postApi.listPosts, { query });
}

async function listDrafts(api: Api) {
  const drafts = await call(api, postApi.listDrafts);
  return drafts.map(({ id, updated_at, platforms, content_type, caption }) => ({
    id,
    status: 'draft',
    updated_at,
    platforms,
    type: content_type,
    caption: shortCaption(caption),
    resource: postUri(id),
  }));
}

/** Includes failed posts, because a post that failed on one account may be published on another. */
async function readFigures(api: Api, limit: number) {
  const lists = await Promise.all(SENT.map((status) => listPosts(api, { status, order: 'latest', limit })));
  const latest = lists.flat().sort((one, other) => Date.parse(other.scheduled_time) - Date.parse(one.scheduled_time));
  const found = [];
  for (const { id, generated_content: content } of latest.slice(0, limit)) {
    const out = (await readDeliveries(api, id)).filter(({ state }) => state === 'published');
    found.push(
      ...out.map(({ platform, account, publishedAt, url, figures }) => ({
        id,
        caption: shortCaption(content.caption),
        template: content.template_name,
        platform,
        account,
        publishedAt,
        url,
        figures,
      })),
    );
  }
  return found;
}
