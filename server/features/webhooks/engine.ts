import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Notification } from '../../../shared/agent/notifications.ts';
import { TEST_EVENT } from '../../../shared/webhooks/events.ts';
import type { Database } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import { type Loop, startLoop } from '../../runs/loop.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';
import type { DatabaseClock } from '../../supabase/database-clock.ts';
import type { Resolve } from './addresses.ts';
import { SECRET_GONE, switchedOff } from './messages.ts';
import { retrySeconds } from './retries.ts';
import { type Answered, sendEvent } from './send.ts';

/** The longest interval between two polls: events are written by the database, which sends no notification. */
const LOOK_AT_MOST_MS = 5_000;
const LOOK_AT_LEAST_MS = 50;
/** Limit of concurrent attempts. One to an unreachable receiver lasts until the response times out. */
const AT_ONCE = 16;
/** Longer than an attempt may take. An interrupted attempt is repeated after the lease expires. */
const LEASE_SECONDS = 60;

type Claimed = Database['public']['Functions']['claim_webhook_deliveries']['Returns'][number];

export type WebhookEngineDeps = {
  /** Uses the service key. */
  client: Client;
  /** Identifies this process as the owner of leases. */
  owner: string;
  agentId: string;
  /** The signing secret of a webhook; null if it is not on this machine. AppError while it cannot be read. */
  secretOf(webhookId: string): Promise<string | null>;
  notify(notification: Notification): Promise<void>;
  /** Dates signatures: receivers reject those whose time differs from their own. */
  clock: Pick<DatabaseClock, 'now'>;
  log: FastifyBaseLogger;
  /** For tests: the clock (by default the database's), the DNS resolver, the random source and the response timeout. */
  now?: (() => Temporal.Instant) | undefined;
  resolve?: Resolve | undefined;
  random?: (() => number) | undefined;
  limitMs?: number | undefined;
};

/** Sends events to webhooks: at least once, in order for each receiver, and each by one agent. */
export type WebhookEngine = {
  start(): void;
  /** Polls once, for tests: attempts all events that are due, and resolves to their number when that is done. */
  look(): Promise<number>;
  /** Sends one entry of the log now, unless another event is being sent to its webhook. */
  sendNow(deliveryId: string): Promise<void>;
  /** Aborts attempts in progress, which the next agent that polls repeats. */
  close(): Promise<void>;
};

export function createWebhookEngine(deps: WebhookEngineDeps): WebhookEngine {
  const { client, owner, agentId, notify, log, random = Math.random } = deps;
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const at = () => (deps.now ? { at: deps.now().toString() } : {});
  let loop: Loop | undefined;

  const claim = async (most: number, chosen: string | null = null): Promise<Claimed[]> => {
    const args = { owner, agent: agentId, lease_seconds: LEASE_SECONDS, most, chosen, ...at() };
    return dataOf(await client.rpc('claim_webhook_deliveries', args), 'look for events to send');
  };

  const send = async (claimed: Claimed): Promise<Answered | null> => {
    const { clock, resolve, limitMs } = deps;
    const secret = await deps.secretOf(claimed.webhook_id);
    if (secret === null) return null;
    const event = { id: claimed.event_id, url: claimed.url, body: JSON.stringify(claimed.body), secret };
    const now = new Date(clock.now().epochMilliseconds);
    return sendEvent(event, { now, closing: closing.signal, ...(resolve && { resolve }), ...(limitMs && { limitMs }) });
  };

  const keep = async ({ id, webhook_id, type, attempt }: Claimed, answered: Answered | null) => {
    const { outcome, status, text, retryAfter, tookMs } = answered ?? NOT_SIGNED;
    const isTried = (outcome === 'refused' || outcome === 'down') && type !== TEST_EVENT;
    const ended = await client.rpc('finish_webhook_delivery', {
      delivery: id,
      owner,
      outcome,
      retry_seconds: isTried ? retrySeconds(attempt, retryAfter, random()) : null,
      answer_status: status,
      answer: text,
      took_ms: tookMs,
      ...at(),
    });
    if (dataOf(ended, 'save the result of an event') !== 'off') return;
    const { data } = await client.from('webhooks').select('name, off_reason').eq('id', webhook_id).maybeSingle();
    if (data) await notify(switchedOff(data));
  };

  const carryOut = async (claimed: Claimed) => {
    const answered = await send(claimed).catch((error: unknown): Answered => {
      closing.signal.throwIfAborted();
      // The keychain is locked, for example.
      if (!(error instanceof AppError)) throw error;
      return { outcome: 'down', status: null, text: error.message, retryAfter: null, tookMs: 0 };
    });
    await keep(claimed, answered);
  };

  const begin = (claimed: Claimed): Promise<void> => {
    const run = carryOut(claimed)
      .catch((err: unknown) => {
        if (!closing.signal.aborted) log.warn({ err, webhook: claimed.webhook_id }, 'an event is sent again later');
      })
      .finally(() => {
        underWay.delete(run);
        // The receiver's next event can be sent now.
        loop?.checkNow();
      });
    underWay.add(run);
    return run;
  };

  const claimDue = async (): Promise<Promise<void>[]> => {
    const free = AT_ONCE - underWay.size;
    return closing.signal.aborted || free <= 0 ? [] : (await claim(free)).map(begin);
  };

  return {
    start() {
      if (closing.signal.aborted) return;
      const look = async () => {
        // Not awaited, so that further events are claimed while these are sent.
        void Promise.all(await claimDue());
        return LOOK_AT_MOST_MS;
      };
      const failure = 'events for webhooks cannot be read; trying again';
      loop ??= startLoop(look, { atLeastMs: LOOK_AT_LEAST_MS, atMostMs: LOOK_AT_MOST_MS, failure, log });
    },
    async look() {
      const runs = await claimDue();
      await Promise.all(runs);
      return runs.length;
    },
    async sendNow(deliveryId) {
      await Promise.all((await claim(1, deliveryId)).map(begin));
    },
    async close() {
      closing.abort();
      await loop?.end();
      await Promise.all(underWay);
    },
  };
}

const NOT_SIGNED = { outcome: 'no_secret', status: null, text: SECRET_GONE, retryAfter: null, tookMs: 0 } as const;
