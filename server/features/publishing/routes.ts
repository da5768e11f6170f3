import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cardRequestSchema, LINK_CARD_PATH, type ReadCard, readCardSchema } from '../../../shared/posts/link-card.ts';
import { postProblemSchema } from '../../../shared/posts/post-problem.ts';
import type { Delivery } from '../../../shared/publishing/publishing-api.ts';
import {
  type ComposerState,
  channelQuotaPath,
  composerSchema,
  deliveryCancelPath,
  deliveryComposerCancelPath,
  deliveryComposerPath,
  deliveryListSchema,
  deliveryMarkPath,
  deliveryRetryPath,
  deliverySchema,
  lookSchema,
  type MendRequest,
  markSchema,
  mendRequestSchema,
  PUBLISHING_LOOK_PATH,
  postCancelPath,
  postCheckPath,
  postDeliveriesPath,
  postMendPath,
  postPublishPath,
  quotaListSchema,
} from '../../../shared/publishing/publishing-api.ts';
import type { Quota } from '../../../shared/publishing/quota.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';

export type PublishingRoutesDeps = {
  /** With the caller's rights; null where nobody can act on their behalf. */
  clientFor(request: FastifyRequest): Client | null;
  /** Makes the engine look at once. */
  checkNow(): void;
  /** Sends what is due, and resolves when that is over. */
  sendDue(): Promise<void>;
  /** Checks a post against its platforms now. */
  check(postId: string, client: Client | null): Promise<void>;
  /** Mends a problem of a post. */
  mend(postId: string, request: MendRequest, client: Client | null): Promise<void>;
  /** What is left of an account's limits, as far as they are known. */
  quotas(accountId: string): Promise<Quota[]>;
  /** The card of a link, for a screen. */
  showCard(request: z.infer<typeof cardRequestSchema>): Promise<ReadCard>;
  /** A delivery is over, published or cancelled by a person. */
  onOver(deliveryId: string): Promise<void>;
  composers: {
    open(delivery: Delivery, client: Client | null): Promise<ComposerState>;
    state(deliveryId: string): ComposerState;
    cancel(deliveryId: string): Promise<ComposerState>;
  };
};

const params = z.object({ id: z.uuid() });

/**
 * What people do with posts that are due, for the UI, the terminal and other tools: GET /api/posts/:id/deliveries, POST
 * …/publish, …/cancel, …/check and …/mend; POST /api/deliveries/:id/retry, …/cancel, …/mark and …/composer; POST
 * /api/publishing/look and /api/link-card; GET /api/accounts/:id/channel/quota. 404 for what is not there, 409 where the state does not allow it.
 */
export function publishingRoutes({
  clientFor,
  checkNow,
  sendDue,
  check,
  mend,
  quotas,
  showCard,
  onOver,
  composers,
}: PublishingRoutesDeps): Routes {
  const path = (pathOf: (id: string) => string) => pathOf(':id').replace(encodeURIComponent(':id'), ':id');
  const list = { schema: { params, response: { 200: deliveryListSchema } } };
  const one = { schema: { params, response: { 200: deliverySchema } } };
  const composer = { 200: composerSchema, 202: composerSchema };
  const step = async <T>(request: FastifyRequest, work: (deliveries: Deliveries) => Promise<T>): Promise<T> => {
    const answer = await work(deliveriesOf(clientFor(request)));
    checkNow();
    return answer;
  };
  return (api) => {
    api.get(path(channelQuotaPath), { schema: { params, response: { 200: quotaListSchema } } }, ({ params: { id } }) =>
      quotas(id),
    );
    api.get(path(postDeliveriesPath), list, (request) => deliveriesOf(clientFor(request)).list(request.params.id));
    api.post(path(postPublishPath), list, (request) => step(request, (all) => all.publish(request.params.id)));
    api.post(path(postCancelPath), list, (request) => step(request, (all) => all.cancelPost(request.params.id)));
    api.post(
      path(postCheckPath),
      { schema: { params, response: { 200: z.array(postProblemSchema) } } },
      async (request) => {
        const client = clientFor(request);
        await check(request.params.id, client);
        return deliveriesOf(client).problems(request.params.id);
      },
    );
    api.post(
      path(postMendPath),
      { schema: { params, body: mendRequestSchema, response: { 200: z.array(postProblemSchema) } } },
      async (request) => {
        const client = clientFor(request);
        await mend(request.params.id, request.body, client);
        await check(request.params.id, client);
        return deliveriesOf(client).problems(request.params.id);
      },
    );
    api.post(path(deliveryRetryPath), one, (request) => step(request, (all) => all.retry(request.params.id)));
    api.post(path(deliveryCancelPath), one, async (request) => {
      const { id } = request.params;
      const delivery = await step(request, (all) => all.cancel(id));
      await onOver(id);
      return delivery;
    });
    api.post(
      path(deliveryMarkPath),
      { schema: { params, body: markSchema, response: { 200: deliverySchema } } },
      async (request) => {
        const { id } = request.params;
        const delivery = await step(request, (all) => all.mark(id, request.body.url ?? null));
        await onOver(id);
        return delivery;
      },
    );
    api.post(path(deliveryComposerPath), { schema: { params, response: composer } }, async (request, reply) => {
      const client = clientFor(request);
      const delivery = await deliveriesOf(client).read(request.params.id);
      return reply.code(202).send(await composers.open(delivery, client));
    });
    api.get(path(deliveryComposerPath), { schema: { params, response: composer } }, async (request) =>
      composers.state(request.params.id),
    );
    api.post(path(deliveryComposerCancelPath), { schema: { params, response: composer } }, (request) =>
      composers.cancel(request.params.id),
    );
    api.post(
      LINK_CARD_PATH,
      { schema: { body: cardRequestSchema, response: { 200: readCardSchema } } },
      async (request) => showCard(request.body),
    );
    api.post(PUBLISHING_LOOK_PATH, { schema: { body: lookSchema } }, async ({ body }, reply) => {
      if (body.wait) await sendDue();
      else checkNow();
      return reply.code(204).send();
    });
  };
}
