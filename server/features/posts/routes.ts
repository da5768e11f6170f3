import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { postApi } from '../../../shared/api/posts.ts';
import type { Brand } from '../../../shared/pictures/brand.ts';
import type { CardRequest } from '../../../shared/pictures/card.ts';
import { readBroughtBack } from '../../../shared/posts/brought-back.ts';
import type { RewriteRequest, RewriteResult } from '../../../shared/posts/compose.ts';
import { AppError } from '../../errors.ts';
import { callerClient } from '../../http/caller-client.ts';
import { connectionLost } from '../../http/event-stream.ts';
import { settlingHeld, type TakeBack } from '../../http/held-posts.ts';
import { routesOf } from '../../http/operations.ts';
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
  takeBack: TakeBack;
  now?: ComposeDeps['now'] | undefined;
};

/** Draws one card as a PNG. */
type DrawCard = (
  slide: CardRequest['slide'],
  order: Pick<CardRequest, 'design' | 'position'> & { brand: Brand },
) => Promise<Uint8Array>;

/** Posts, for the CLI and other tools; the UI queries Supabase directly. */
export function postsRoutes({
  connection,
  agentToken,
  rewrite,
  drawCard,
  check,
  checkNow,
  takeBack,
  now = Temporal.Now.instant,
}: PostsRoutesDeps): Routes {
  const { admin } = connection;
  const able = (request: FastifyRequest): Client => {
    const client = callerClient(request, { connection, agentToken });
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return client;
  };
  const deps = (request: FastifyRequest): ComposeDeps => ({ client: able(request), check, checkNow, now });
  return routesOf(postApi, {
    listPosts: ({ query }) => listPosts(admin, query),
    getPost: ({ params }) => readPost(admin, params.id),
    listDrafts: (request) => listDrafts(able(request)),
    getPostFields: async (request) => {
      const { content, place } = await findPost(able(request), request.params.id);
      return { ...content, brought_back: readBroughtBack(content.brought_back), post: place };
    },
    addPost: (request) => newPost(deps(request), request.body),
    changePost: (request) =>
      settlingHeld(takeBack, () =>
        editPost(deps(request), request.params.id, request.body.fields, request.body.ifUpdatedAt),
      ),
    deletePost: (request) => settlingHeld(takeBack, () => deletePost(deps(request), request.params.id)),
    duplicatePost: (request) => duplicatePost(deps(request), request.params.id),
    movePost: (request) => settlingHeld(takeBack, () => movePost(deps(request), request.params.id, request.body.to)),
    preflightPost: (request) => preflight(deps(request), request.body),
    rewriteText: (request, reply) =>
      rewrite(request.body, able(request), AbortSignal.any([connectionLost(reply), request.server.stopping])),
    drawCard: async (request, reply) => {
      const { slide, ...order } = request.body;
      const brand = await readBrand(able(request));
      const png = await drawCard(slide, { ...order, brand }).catch((cause: unknown) => {
        throw new AppError('unavailable', NOT_DRAWN, { cause });
      });
      return reply.type('image/png').send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
    },
  });
}
