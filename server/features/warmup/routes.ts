import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  WARMUP_EVENTS,
  WARMUP_POLL_MS,
  WARMUP_RUNS_PATH,
  WARMUP_START_PATH,
  type WarmupStatusAnswer,
  warmupRunListSchema,
  warmupRunSchema,
  warmupRunsQuerySchema,
  warmupStartSchema,
  warmupStatusSchema,
} from '../../../shared/accounts/warmup.ts';
import { answerWithEvents, clientGone, type SendEvent, wantsEventStream } from '../../http/event-stream.ts';
import { STORED_FILE_POLICY } from '../../http/security-headers.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Warmups } from './service.ts';
import type { WarmupStore } from './store.ts';

const accountParams = z.object({ accountId: z.uuid('expected the id of an account') });
const runParams = z.object({ id: z.uuid('expected the id of a warm-up') });

export type WarmupRoutesDeps = {
  warmups: Warmups;
  /** The store with the caller's rights; null when there is none. */
  storeFor(request: FastifyRequest): WarmupStore | null;
};

/**
 * POST /api/warmup/instagram starts a warm-up (§7) and answers 202 with its run: 429 with Retry-After during the
 * cooldown, 409 while one runs or when the account is not logged in here (code no_session), 404, or 400 for other
 * platforms. GET /api/warmup/status/:accountId answers its state, with `Accept: text/event-stream` as WARMUP_EVENTS
 * until it is over. POST /api/warmup/cancel/:accountId stops it. GET /api/warmup/runs lists runs with their journals;
 * /api/warmup/runs/:id/screenshot answers the last screenshot of one.
 */
export function warmupRoutes({ warmups, storeFor }: WarmupRoutesDeps): Routes {
  return (api) => {
    api.post(
      WARMUP_START_PATH,
      { schema: { body: warmupStartSchema, response: { 202: warmupRunSchema } } },
      async (request, reply) => {
        const live = await warmups.start(request.body, storeFor(request));
        return reply.code(202).send(live.run);
      },
    );

    api.get(
      '/api/warmup/status/:accountId',
      { schema: { params: accountParams, response: { 200: warmupStatusSchema } } },
      async (request, reply) => {
        const { accountId } = request.params;
        const ask = () => warmups.status(accountId, storeFor(request));
        const first = await ask();
        if (!wantsEventStream(request)) return first;
        const stream = { accountId, ask, disconnectSignal: clientGone(request) };
        return answerWithEvents(request, reply, (send) => sendStatus(warmups, stream, send));
      },
    );

    api.post(
      '/api/warmup/cancel/:accountId',
      { schema: { params: accountParams, response: { 200: warmupRunSchema } } },
      (request) => warmups.cancel(request.params.accountId),
    );

    api.get(
      WARMUP_RUNS_PATH,
      { schema: { querystring: warmupRunsQuerySchema, response: { 200: warmupRunListSchema } } },
      (request) => warmups.list(request.query, storeFor(request)),
    );

    api.get(`${WARMUP_RUNS_PATH}/:id/screenshot`, { schema: { params: runParams } }, async (request, reply) => {
      const file = await warmups.screenshot(request.params.id, storeFor(request));
      return reply
        .header('content-security-policy', STORED_FILE_POLICY)
        .header('cache-control', 'no-store')
        .type('image/png')
        .send(file.createReadStream());
    });
  };
}

type StatusStream = { accountId: string; ask(): ReturnType<Warmups['status']>; disconnectSignal: AbortSignal };

/** Sends an account's warm-up state, now and at each change, until it is over or the client disconnects. */
async function sendStatus(
  warmups: Warmups,
  { accountId, ask, disconnectSignal }: StatusStream,
  send: SendEvent,
): Promise<void> {
  const disconnected = new Promise((resolve) => disconnectSignal.addEventListener('abort', resolve, { once: true }));
  let former = '';
  const sendChange = (status: WarmupStatusAnswer) => {
    const text = JSON.stringify(status);
    if (text !== former) send(WARMUP_EVENTS.status, status);
    former = text;
  };
  while (!disconnectSignal.aborted) {
    const live = warmups.liveOf(accountId);
    const status = await ask();
    sendChange(status);
    if (!status.isRunning) return;
    const unfollow = live?.follow(() => sendChange({ isRunning: true, progress: live.progress }));
    // A run of another agent is polled.
    await Promise.race([live?.over ?? delay(WARMUP_POLL_MS, undefined, { ref: false }), disconnected]);
    unfollow?.();
  }
}
