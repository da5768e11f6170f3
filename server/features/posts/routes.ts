import {
  postDetailSchema,
  postListSchema,
  postParamsSchema,
  postsQuerySchema,
} from '../../../shared/agent/agent-api.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { listPosts, readPost } from './store.ts';

/**
 * GET /api/posts?status=&limit= lists scheduled posts with their content, earliest first, for the terminal and other
 * tools; GET /api/posts/:id reads one with its sources, what it cost, and why it is as it is.
 */
export function postsRoutes({ admin }: { admin: Client | null }): Routes {
  return (api) => {
    api.get(
      '/api/posts',
      { schema: { querystring: postsQuerySchema, response: { 200: postListSchema } } },
      ({ query }) => listPosts(admin, query),
    );

    api.get(
      '/api/posts/:id',
      { schema: { params: postParamsSchema, response: { 200: postDetailSchema } } },
      ({ params }) => readPost(admin, params.id),
    );
  };
}
