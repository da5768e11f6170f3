import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { WARMUP_EVENTS, WARMUP_POLL_MS, type WarmupStatusAnswer } from '../../../shared/accounts/warmup.ts';
import { warmupApi } from '../../../shared/api/accounts.ts';
import { answerWithEvents, clientGone, type SendEvent, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import { STORED_FILE_POLICY } from '../../http/security-headers.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Warmups } from './service.ts';
import type { WarmupStore } from './store.ts';

export type WarmupRoutesDeps = {
  warmups: Warmups;
  /** The store with the caller's rights; null if there is none. */
  storeFor(request: FastifyRequest): WarmupStore | null;
};

/**
 * Warm-ups (§7). 429 with Retry-After during the cooldown, 409 while one runs or if the account is not logged in here
 * (code no_session), 404, or 400 for other platforms.
 */
export function warmupRoutes({ warmups, storeFor }: WarmupRoutesDeps): Routes {
  return routesOf(warmupApi, {
    startWarmup: async (request) => (await warmups.start(request.body, storeFor(request))).run,
    getWarmupStatus: async (request, reply) => {
      const { accountId } = request.params;
      const ask = () => warmups.status(accountId, storeFor(request));
      const first = await ask();
      if (!wantsEventStream(request)) return first;
      const stream = { accountId, ask, disconnectSignal: clientGone(request) };
      return answerWithEvents(request, reply, (send) => sendStatus(warmups, stream, send));
    },
    cancelWarmup: ({ params }) => warmups.cancel(params.accountId),
    listWarmups: (request) => warmups.list(request.query, storeFor(request)),
    getWarmupScreenshot: async (request, reply) => {
      const file = await warmups.screenshot(request.params.id, storeFor(request));
      return reply
        .header('content-security-policy', STORED_FILE_POLICY)
        .header('cache-control', 'no-store')
        .type('image/png')
        .send(file.createReadStream());
    },
  });
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
    // If another agent runs it, its state is polled.
    await Promise.race([live?.over ?? delay(WARMUP_POLL_MS, undefined, { ref: false }), disconnected]);
    unfollow?.();
  }
}
