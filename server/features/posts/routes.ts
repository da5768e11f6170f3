import { postListSchema, postsQuerySchema } from '../../../shared/agent-api.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { listPosts } from './store.ts';

/** GET /api/posts?status=&limit= lists scheduled posts with their content, earliest first, for the terminal and other tools. */
export function postsRoutes({ admin }: { admin: Client | null }): Routes {
  return (api) => {
    api.get(
      '/api/posts',
      { schema: { querystring: postsQuerySchema, response: { 200: postListSchema } } },
      ({ query }) => listPosts(admin, query),
    );
  };
}
