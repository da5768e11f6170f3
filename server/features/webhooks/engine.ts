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

/** The longest interval between two looks: events are written by the database, which sends no notification. */
const LOOK_AT_MOST_MS = 5_000;
const LOOK_AT_LEAST_MS = 50;
/** Receivers that are sent to at once. A dead one holds its place for as long as an answer may take. */
const AT_ONCE = 16;
/** Longer than sending may take. An attempt that was interrupted is made again after it. */
const LEASE_SECONDS = 60;

type Claimed = Database['public']['Functions']['claim_webhook_deliveries']['Returns'][number];

export type WebhookEngineDeps = {
  /** With the service key. */
  client: Client;
  /** This process. */
  owner: string;
  agentId: string;
  /** The signing secret of a webhook; null where it is not here. AppError while it cannot be read. */
  secretOf(webhookId: string): Promise<string | null>;
  notify(notification: Notification): Promise<void>;
  /** Receivers refuse what is signed at another time than theirs. */
  clock: Pick<DatabaseClock, 'now'>;
  log: FastifyBaseLogger;
  /** For tests: the clock, by default the database's; where names lead; chance; and the limit of an answer. */
  now?: (() => Temporal.Instant) | undefined;
  resolve?: Resolve | undefined;
  random?: (() => number) | undefined;
  limitMs?: number | undefined;
};

/** Sends events to webhooks: at least once, each receiver's in their order, and each by one agent. */
export type WebhookEngine = {
  start(): void;
  /** One look, for tests: sends what is due now, and resolves once that is over. Returns how many were sent. */
  look(): Promise<number>;
  /** Sends one entry of the log now, unless its webhook is being sent another. */
  sendNow(deliveryId: string): Promise<void>;
  /** Aborts what is under way: it is sent again by the next agent that looks. */
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
    if (dataOf(ended, 'keep what became of an event') !== 'off') return;
    const { data } = await client.from('webhooks').select('name, off_reason').eq('id', webhook_id).maybeSingle();
    if (data) await notify(switchedOff(data));
  };

  const carryOut = async (claimed: Claimed) => {
    const answered = await send(claimed).catch((error: unknown): Answered => {
      closing.signal.throwIfAborted();
      // The keychain is locked, for one.
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
        // The next of this receiver.
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
        // They go on while the next ones are looked for.
        void Promise.all(await claimDue());
        return LOOK_AT_MOST_MS;
      };
      const failure = 'events for webhooks cannot be looked at; trying again';
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
