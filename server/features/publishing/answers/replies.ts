import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorClass } from '../../../../shared/publishing/delivery.ts';
import type { CommentRepliesRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import { type Loop, startLoop } from '../../../runs/loop.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot, dataOf } from '../../../supabase/could-not.ts';
import type { DatabaseClock } from '../../../supabase/database-clock.ts';
import { platformCalls } from '../platform-calls.ts';
import { PublishError, type Session } from '../publisher.ts';
import { answeredBy } from './answered.ts';
import { cannotReply, GAVE_UP, NO_ANSWER } from './messages.ts';
import type { OutgoingReply, Part } from './session.ts';

const LOOK_AT_MOST_MS = 5_000;
const LOOK_AT_LEAST_MS = 50;
/** Replies sent concurrently, at most one per account. */
const AT_ONCE = 8;
/** An attempt is aborted before its lease ends, so that no other agent can send at the same time. */
export const LEASE_SECONDS = 120;
const ATTEMPT_LIMIT_MS = 100_000;
/** Retry delays, in seconds. After the last one, the reply is failed or, if it may have been sent, unsure. */
const PAUSES = [30, 120, 300, 900, 1800, 3600];
/** Delay before looking on the platform for a reply that may have been sent, in seconds. */
const LOOK_AFTER = 5;
/** Longest retry delay accepted from a platform. */
const PAUSE_MAX_HOURS = 24;
const TAKEN_MAX = 500;

export type RepliesDeps = {
  /** With the service key. */
  client: Client;
  agentId: string;
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  /** Called when the platform refuses an account's login, with its message. */
  onReconnect(accountId: string, words: string): Promise<void>;
  clock: DatabaseClock;
  log: FastifyBaseLogger;
};

/** Sends replies, each once across all agents and failures. */
export type Replies = {
  start(): void;
  /** Sends the replies due now; resolves when all attempts have ended, or after `limitMs`. */
  sendDue(limitMs?: number): Promise<void>;
  close(): Promise<void>;
};

type End = {
  state: 'sending' | 'sent' | 'failed' | 'unsure';
  /** The reply has certainly not been sent. */
  isAbsent: boolean;
  part?: Part;
  errorClass?: ErrorClass;
  words?: string;
  /** In seconds. */
  pause?: number;
};

export function createReplies(deps: RepliesDeps): Replies {
  const { client, agentId, clock, log } = deps;
  const owner = randomUUID();
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let loop: Loop | undefined;
  const at = async () => ({ at: (await clock.read()).toString() });

  const finish = async (reply: CommentRepliesRow, look: boolean, end: End) => {
    const now = await clock.read();
    const { state, isAbsent, part, errorClass = null, words = null, pause } = end;
    const ended = await client.rpc('finish_reply', {
      reply: reply.id,
      owner,
      state,
      is_absent: isAbsent,
      log: { at: now.toString(), look, state, errorClass, words: words?.slice(0, 2000) ?? null },
      remote_id: part?.remoteId ?? null,
      url: part?.url ?? null,
      error_class: errorClass,
      error_text: words,
      next_due: pause === undefined ? null : now.add({ seconds: Math.round(pause) }).toString(),
      at: now.toString(),
    });
    dataOf(ended, 'save the result of a reply');
  };

  const carryOut = async (reply: CommentRepliesRow) => {
    const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
    const calls = platformCalls({ signal: AbortSignal.any([closing.signal, limit]) });
    const mayBeThere = reply.begun_at !== null;
    let hasBegun = false;
    try {
      const outgoing = await outgoingOf(client, reply, clock);
      const session = await deps.openSession(reply.account_id, calls);
      const { answers } = session;
      if (!answers) throw new PublishError('rejected', cannotReply(outgoing.platform));
      if (mayBeThere) {
        const found = await answers.findReply(outgoing);
        if (found.found === 'yes')
          return await finish(reply, true, { state: 'sent', isAbsent: false, part: found.part });
        if (found.found === 'unclear') return await finish(reply, true, unclear(found.why, reply));
        if (reply.attempt > PAUSES.length + 1)
          return await finish(reply, true, {
            state: 'failed',
            isAbsent: true,
            errorClass: 'transient',
            words: GAVE_UP,
          });
      }
      const begin = async () => {
        calls.signal.throwIfAborted();
        const begun = await client.rpc('begin_reply', { reply: reply.id, owner, ...(await at()) });
        if (!dataOf(begun, 'record that a reply is being sent')) throw new LeaseLost();
        hasBegun = true;
      };
      const part = await answers.reply(outgoing, begin);
      await finish(reply, false, { state: 'sent', isAbsent: false, part });
    } catch (error) {
      if (error instanceof LeaseLost) return;
      const trouble = toPublishError(error, hasBegun, log);
      // The agent is stopping. The next attempt first looks for the reply, if it may have been sent.
      if (closing.signal.aborted) {
        if (!hasBegun && !mayBeThere) await finish(reply, false, { state: 'sending', isAbsent: true, pause: 0 });
        return;
      }
      if (trouble.errorClass === 'auth') await deps.onReconnect(reply.account_id, trouble.message);
      await finish(reply, mayBeThere && !hasBegun, afterError(trouble, reply, { hasBegun, mayBeThere }));
    }
  };

  const begin = (reply: CommentRepliesRow): void => {
    const run = carryOut(reply)
      .catch((err: unknown) => log.warn({ err, reply: reply.id }, 'a reply is retried later'))
      .finally(() => {
        underWay.delete(run);
        loop?.checkNow();
      });
    underWay.add(run);
  };

  /** Starts the due replies without waiting for their end. */
  const claimDue = async (): Promise<void> => {
    const most = AT_ONCE - underWay.size;
    if (closing.signal.aborted || most <= 0) return;
    const args = { owner, agent: agentId, lease_seconds: LEASE_SECONDS, most, ...(await at()) };
    const claimed = dataOf(await client.rpc('claim_replies', args), 'look for replies to send');
    for (const reply of claimed) begin(reply);
  };

  return {
    start() {
      if (closing.signal.aborted) return;
      const look = async () => {
        await claimDue();
        return LOOK_AT_MOST_MS;
      };
      const failure = 'replies cannot be read; trying again';
      loop ??= startLoop(look, { atLeastMs: LOOK_AT_LEAST_MS, atMostMs: LOOK_AT_MOST_MS, failure, log });
    },
    async sendDue(limitMs = ATTEMPT_LIMIT_MS) {
      await claimDue();
      await Promise.race([Promise.all(underWay), delay(limitMs, undefined, { ref: false })]);
    },
    async close() {
      closing.abort();
      await loop?.end();
      await Promise.all(underWay);
    },
  };
}

class LeaseLost extends Error {}

async function outgoingOf(
  client: Client,
  { id, comment_id, account_id, text, created_at }: CommentRepliesRow,
  clock: DatabaseClock,
): Promise<OutgoingReply & { platform: Awaited<ReturnType<typeof answeredBy>>['platform'] }> {
  const { platform, to } = await answeredBy(client, comment_id);
  await clock.read();
  return {
    platform,
    key: id,
    text,
    to,
    createdAt: new Date(created_at).toISOString(),
    clock: () => new Date(clock.now().epochMilliseconds),
    taken: () => takenBy(client, account_id, id),
  };
}

/** The platform's ids of the account's other replies, newest first. */
async function takenBy(client: Client, accountId: string, except: string): Promise<string[]> {
  const { data, error } = await client
    .from('comment_replies')
    .select('remote_id')
    .eq('account_id', accountId)
    .neq('id', except)
    .not('remote_id', 'is', null)
    .order('created_at', { ascending: false })
    .limit(TAKEN_MAX);
  if (error) throw couldNot('read the replies', error);
  return data.flatMap(({ remote_id }) => remote_id ?? []);
}

/** The platform does not show whether the reply was sent. After a few attempts, the user decides. */
function unclear(why: string, { attempt }: CommentRepliesRow): End {
  const pause = PAUSES[attempt - 1];
  const known = { isAbsent: false, errorClass: 'unknown' as const, words: why };
  return pause === undefined || attempt > 3 ? { ...known, state: 'unsure' } : { ...known, state: 'sending', pause };
}

/** `mayBeThere`: an earlier attempt may have sent the reply, and this one could not find out whether it did. */
function afterError(
  error: PublishError,
  { attempt }: CommentRepliesRow,
  { hasBegun, mayBeThere }: { hasBegun: boolean; mayBeThere: boolean },
): End {
  const { errorClass, message: words, retryAt } = error;
  const pause = PAUSES[attempt - 1];
  const isUnknown = hasBegun ? errorClass === 'unknown' : mayBeThere;
  const known = { errorClass, words, isAbsent: !isUnknown };
  if (isUnknown) {
    const wait = errorClass === 'rate_limit' ? pauseOf(retryAt) : hasBegun && pause ? LOOK_AFTER : pause;
    return wait === undefined ? { ...known, state: 'unsure' } : { ...known, state: 'sending', pause: wait };
  }
  if (errorClass === 'rejected') return { ...known, state: 'failed' };
  // Not claimed before the account is connected again.
  if (errorClass === 'auth') return { ...known, state: 'sending', pause: 0 };
  if (errorClass === 'rate_limit') return { ...known, state: 'sending', pause: pauseOf(retryAt) };
  return pause === undefined ? { ...known, state: 'failed' } : { ...known, state: 'sending', pause };
}

function pauseOf(retryAt: Date | null): number {
  const seconds = retryAt ? (retryAt.getTime() - Date.now()) / 1000 : (PAUSES[3] ?? 0);
  return Math.min(Math.max(seconds, 1), PAUSE_MAX_HOURS * 3600);
}

function toPublishError(error: unknown, hasBegun: boolean, log: FastifyBaseLogger): PublishError {
  if (error instanceof PublishError) return error;
  const errorClass = hasBegun ? 'unknown' : 'transient';
  if (error instanceof AppError) {
    const isGone = error.message === NO_ANSWER;
    return new PublishError(isGone ? 'rejected' : errorClass, error.message, { cause: error });
  }
  log.error({ err: error }, 'sending a reply failed inside the agent');
  return new PublishError(errorClass, 'Something went wrong inside the agent. Its log has the details.', {
    cause: error,
  });
}
