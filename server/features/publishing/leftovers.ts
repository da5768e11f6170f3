import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { platformCalls } from './platform-calls.ts';
import type { OutgoingPost, Session } from './publisher.ts';
import type { DeliveryStore } from './store.ts';

/** Limit of deliveries cleaned up per run. */
const CLEARED_AT_ONCE = 5;
/** More are read, so that failing ones do not block others. */
const LOOKED_AT = 50;
/** Retry delay. */
const PAUSE_HOURS = 1;
/** How long removing is retried. */
const TRIED_DAYS = 7;

/** Returns a function that records a leftover of an attempt on the platform. Unrecorded leftovers stay there. */
export function noteLeftovers(
  { id, leftovers }: Pick<PostDeliveriesRow, 'id' | 'leftovers'>,
  { store, log }: { store: Pick<DeliveryStore, 'keepLeftovers'>; log: FastifyBaseLogger },
): NonNullable<OutgoingPost['onLeftover']> {
  const known = [...leftovers];
  return async (leftover) => {
    known.push(leftover);
    await store
      .keepLeftovers(id, known)
      .catch((err: unknown) => log.warn({ err, leftover }, 'what is left on the platform was not recorded'));
  };
}

export type LeftoversDeps = {
  agentId: string;
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  now(): Temporal.Instant;
  signal: AbortSignal;
  log: FastifyBaseLogger;
};

/**
 * Returns a function that removes the leftovers of deliveries that are not in progress, including those from earlier
 * runs of the agent. Failures are retried after a delay; the posts are not affected.
 */
export function leftoversRemover({ agentId, openSession, now, signal, log }: LeftoversDeps) {
  const restUntil = new Map<string, number>();
  return async (client: Client): Promise<void> => {
    const { data, error } = await client
      .from('post_deliveries')
      .select('id, account_id, leftovers, channels:social_accounts!inner(channels!inner(agent_id))')
      .not('leftovers', 'eq', '{}')
      .not('state', 'in', '(preparing,publishing)')
      .not('account_id', 'is', null)
      .gte(
        'updated_at',
        now()
          .subtract({ hours: TRIED_DAYS * 24 })
          .toString(),
      )
      .eq('channels.channels.agent_id', agentId)
      .order('updated_at', { ascending: false })
      .limit(LOOKED_AT);
    if (error) throw couldNot('look for what is left on platforms', error);
    const due = data.filter(({ id }) => (restUntil.get(id) ?? 0) <= now().epochMilliseconds).slice(0, CLEARED_AT_ONCE);
    for (const { id, account_id, leftovers } of due) {
      if (signal.aborted || account_id === null) return;
      try {
        const session = await openSession(account_id, platformCalls({ signal }));
        await session.removeLeftovers?.(leftovers);
        // Only if no other attempt has left more since.
        const { error: refusal } = await client
          .from('post_deliveries')
          .update({ leftovers: [] })
          .eq('id', id)
          .filter('leftovers', 'eq', `{${leftovers.join()}}`);
        if (refusal) throw couldNot('record that nothing is left on a platform', refusal);
        restUntil.delete(id);
      } catch (failure) {
        if (signal.aborted) return;
        log.info({ err: failure }, 'what was left on a platform could not be removed');
        restUntil.set(id, now().add({ hours: PAUSE_HOURS }).epochMilliseconds);
      }
    }
  };
}
