import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { publishingApi } from '../../../shared/api/publishing.ts';
import type { cardRequestSchema, ReadCard } from '../../../shared/posts/link-card.ts';
import type { Person } from '../../../shared/publishing/people.ts';
import type { ComposerState, Delivery, MendRequest } from '../../../shared/publishing/publishing-api.ts';
import type { Quota } from '../../../shared/publishing/quota.ts';
import { settlingHeld, type TakeBack, type TakeBackAll } from '../../http/held-posts.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';
import { followersOf, postSeries } from './figure-series.ts';
import type { People } from './people.ts';

export type PublishingRoutesDeps = {
  /** With the caller's rights; null if there is no such client. */
  clientFor(request: FastifyRequest): Client | null;
  /** Makes the engine check for due posts at once. */
  checkNow(): void;
  takeBack: TakeBack;
  takeBackAll: TakeBackAll;
  /** Sends due posts; resolves when that is done. */
  sendDue(): Promise<void>;
  /** Checks a post against its platforms now. */
  check(postId: string, client: Client | null): Promise<void>;
  /** Fixes a problem of a post. */
  mend(postId: string, request: MendRequest, client: Client | null): Promise<void>;
  /** The remaining limits of an account, as far as they are known. */
  quotas(accountId: string): Promise<Quota[]>;
  /** See People in people.ts. */
  people: {
    search(accountId: string, query: string, client: Client | null): Promise<Person[]>;
    picture: People['picture'];
  };
  /** The card of a link, for display. */
  showCard(request: z.infer<typeof cardRequestSchema>): Promise<ReadCard>;
  /** Called when the user has marked a delivery as published, or cancelled it. */
  onOver(deliveryId: string): Promise<void>;
  composers: {
    open(delivery: Delivery, client: Client | null): Promise<ComposerState>;
    state(delivery: Delivery): Promise<ComposerState>;
    cancel(delivery: Delivery): Promise<ComposerState>;
  };
};

/**
 * Routes for the user's actions on posts and deliveries, for the UI, the terminal and other tools. 404 for what does
 * not exist, 409 if the state does not allow the action.
 */
export function publishingRoutes({
  clientFor,
  checkNow,
  takeBack,
  takeBackAll,
  sendDue,
  check,
  mend,
  quotas,
  people,
  showCard,
  onOver,
  composers,
}: PublishingRoutesDeps): Routes {
  const step = async <T>(request: FastifyRequest, work: (deliveries: Deliveries) => Promise<T>): Promise<T> => {
    const answer = await work(deliveriesOf(clientFor(request)));
    checkNow();
    return answer;
  };
  const over = async (delivery: Delivery): Promise<Delivery> => {
    await onOver(delivery.id);
    return delivery;
  };
  const read = (request: FastifyRequest<{ Params: { id: string } }>) =>
    deliveriesOf(clientFor(request)).read(request.params.id);
  const checked = async (id: string, client: Client | null) => {
    await check(id, client);
    return deliveriesOf(client).problems(id);
  };
  return routesOf(publishingApi, {
    getChannelQuota: ({ params }) => quotas(params.id),
    listDeliveries: (request) => deliveriesOf(clientFor(request)).list(request.params.id),
    listPostFigures: (request) => postSeries(clientFor(request), request.params.id),
    listFollowers: (request) => followersOf(clientFor(request), request.params.id),
    listTurns: (request) => deliveriesOf(clientFor(request)).turns(),
    publishPost: (request) => settlingHeld(takeBack, () => step(request, (all) => all.publish(request.params.id))),
    cancelPost: (request) => settlingHeld(takeBack, () => step(request, (all) => all.cancelPost(request.params.id))),
    takeBackPost: (request) =>
      step(request, async (all) => {
        await takeBack(request.params.id, request.body.to ?? null);
        return all.list(request.params.id);
      }),
    countHeldPosts: async (request) => ({
      held: await deliveriesOf(clientFor(request)).countHeld(request.params.id),
    }),
    takeBackPosts: ({ params }) => takeBackAll(params.id),
    checkPost: (request) => checked(request.params.id, clientFor(request)),
    mendPost: async (request) => {
      const client = clientFor(request);
      await settlingHeld(takeBack, () => mend(request.params.id, request.body, client));
      return checked(request.params.id, client);
    },
    retryDelivery: (request) => step(request, (all) => all.retry(request.params.id)),
    cancelDelivery: async (request) => over(await step(request, (all) => all.cancel(request.params.id))),
    markDelivery: async (request) =>
      over(await step(request, (all) => all.mark(request.params.id, request.body.url ?? null))),
    unmarkDelivery: (request) => step(request, (all) => all.unmark(request.params.id)),
    openComposer: async (request) => composers.open(await read(request), clientFor(request)),
    getComposer: async (request) => composers.state(await read(request)),
    closeComposer: async (request) => composers.cancel(await read(request)),
    searchPeople: (request) => people.search(request.params.id, request.query.query, clientFor(request)),
    getPersonPicture: async ({ params, query }) => ({ picture: await people.picture(params.id, query.handle) }),
    readLinkCard: ({ body }) => showCard(body),
    sendDuePosts: async ({ body }) => {
      if (body.wait) await sendDue();
      else checkNow();
    },
  });
}
