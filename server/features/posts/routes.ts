import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Brand } from '../../../shared/pictures/brand.ts';
import { type CardRequest, cardRequestSchema, POST_CARDS_PATH } from '../../../shared/pictures/card.ts';
import {
  POST_REWRITE_PATH,
  type RewriteRequest,
  type RewriteResult,
  rewriteRequestSchema,
  rewriteResultSchema,
} from '../../../shared/posts/compose.ts';
import {
  composedPostSchema,
  DRAFTS_PATH,
  draftListSchema,
  moveSchema,
  newPostSchema,
  POSTS_PATH,
  POSTS_PREFLIGHT_PATH,
  postChangeSchema,
  postDetailSchema,
  postDuplicatePath,
  postFieldsPath,
  postListSchema,
  postMovePath,
  postParamsSchema,
  postPath,
  postsQuerySchema,
  preflightRequestSchema,
  preflightSchema,
  storedFieldsSchema,
} from '../../../shared/posts/posts-api.ts';
import { AppError } from '../../errors.ts';
import { callerClient } from '../../http/caller-client.ts';
import { connectionLost } from '../../http/event-stream.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import { type ComposeDeps, deletePost, duplicatePost, editPost, movePost, newPost, preflight } from './compose.ts';
import { findPost } from './find-post.ts';
import { NEEDS_SECRET_KEY, NOT_DRAWN } from './messages.ts';
import { listDrafts, listPosts, readBrand, readPost } from './store.ts';

export type PostsRoutesDeps = Omit<ComposeDeps, 'client' | 'now'> & {
  connection: SupabaseConnection;
  agentToken: string;
  rewrite(request: RewriteRequest, client: Client, signal: AbortSignal): Promise<RewriteResult>;
  drawCard: DrawCard;
  now?: ComposeDeps['now'] | undefined;
};

/** Draws one card as a PNG. */
type DrawCard = (
  slide: CardRequest['slide'],
  order: Pick<CardRequest, 'design' | 'position'> & { brand: Brand },
) => Promise<Uint8Array>;

/** The limit of public.save_content, with every character escaped. */
const bodyLimit = 12_000_000;

/**
 * Posts for the terminal and other tools (the UI asks Supabase itself). GET /api/posts?status=&order=&limit= lists
 * scheduled ones with their content; GET /api/posts/:id reads one with its sources, its cost, and its reasons; GET
 * /api/drafts lists drafts. POST /api/posts makes one; PUT and DELETE /api/posts/:id, POST …/duplicate and …/move
 * change it; GET …/fields reads the editable fields. POST /api/posts/preflight, …/rewrite and …/cards write nothing.
 */
export function postsRoutes({
  connection,
  agentToken,
  rewrite,
  drawCard,
  check,
  checkNow,
  now,
}: PostsRoutesDeps): Routes {
  const { admin } = connection;
  const path = (pathOf: (id: string) => string) => pathOf(':id').replace(encodeURIComponent(':id'), ':id');
  const params = postParamsSchema;
  const composed = { 200: composedPostSchema, 201: composedPostSchema };
  const able = (request: FastifyRequest): Client => {
    const client = callerClient(request, { connection, agentToken });
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return client;
  };
  const deps = (request: FastifyRequest): ComposeDeps => ({
    client: able(request),
    check,
    checkNow,
    now: now ?? Temporal.Now.instant,
  });
  return (api) => {
    api.get(POSTS_PATH, { schema: { querystring: postsQuerySchema, response: { 200: postListSchema } } }, ({ query }) =>
      listPosts(admin, query),
    );
    api.get(path(postPath), { schema: { params, response: { 200: postDetailSchema } } }, (request) =>
      readPost(admin, request.params.id),
    );
    api.get(DRAFTS_PATH, { schema: { response: { 200: draftListSchema } } }, (request) => listDrafts(able(request)));
    api.get(path(postFieldsPath), { schema: { params, response: { 200: storedFieldsSchema } } }, async (request) => {
      const { content, place } = await findPost(able(request), request.params.id);
      return { ...content, post: place };
    });

    api.post(POSTS_PATH, { bodyLimit, schema: { body: newPostSchema, response: composed } }, async (request, reply) =>
      reply.code(201).send(await newPost(deps(request), request.body)),
    );
    api.put(path(postPath), { bodyLimit, schema: { params, body: postChangeSchema, response: composed } }, (request) =>
      editPost(deps(request), request.params.id, request.body.fields, request.body.ifUpdatedAt),
    );
    api.post(path(postDuplicatePath), { schema: { params, response: composed } }, async (request, reply) =>
      reply.code(201).send(await duplicatePost(deps(request), request.params.id)),
    );
    api.post(path(postMovePath), { schema: { params, body: moveSchema, response: composed } }, (request) =>
      movePost(deps(request), request.params.id, request.body.to),
    );
    api.delete(path(postPath), { schema: { params } }, async (request, reply) => {
      await deletePost(deps(request), request.params.id);
      return reply.code(204).send();
    });

    api.post(
      POSTS_PREFLIGHT_PATH,
      { bodyLimit, schema: { body: preflightRequestSchema, response: { 200: preflightSchema } } },
      (request) => preflight(deps(request), request.body.fields, request.body.at),
    );
    api.post(
      POST_REWRITE_PATH,
      { schema: { body: rewriteRequestSchema, response: { 200: rewriteResultSchema } } },
      (request, reply) => rewrite(request.body, able(request), AbortSignal.any([connectionLost(reply), api.stopping])),
    );
    api.post(POST_CARDS_PATH, { schema: { body: cardRequestSchema } }, async (request, reply) => {
      const { slide, ...order } = request.body;
      const brand = await readBrand(able(request));
      const png = await drawCard(slide, { ...order, brand }).catch((cause: unknown) => {
        throw new AppError('unavailable', NOT_DRAWN, { cause });
      });
      return reply.type('image/png').send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
    });
  };
}
