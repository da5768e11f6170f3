import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { Figures } from '../../../shared/publishing/figures.ts';
import { isAskedAbout, nextAccountFigures, nextPostFigures } from '../../../shared/publishing/figures-times.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { budgetEnds } from './budget.ts';
import { platformCalls } from './platform-calls.ts';
import { PublishError, type Session } from './publisher.ts';

/** Posts, and accounts, that each round queries at most: platforms limit the number of calls. */
const ASKED_AT_ONCE = 5;
/** Retry delay after a failed query. */
const ASK_AGAIN_HOURS = 1;

export type FiguresDeps = {
  agentId: string;
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  now(): Temporal.Instant;
  signal: AbortSignal;
  log: FastifyBaseLogger;
};

type Due = {
  accountId: string;
  platform: Platform;
  /** Whether to query the platform; otherwise only the next time is set. */
  isAsked: boolean;
  /** Queries the platform and records the metrics. */
  ask(session: Session): Promise<void>;
  /** Sets the next time without recording metrics. */
  postpone(until: Temporal.Instant): Promise<void>;
};

/**
 * Queries the platforms of this agent's accounts for metrics: a few posts and accounts that are due per call, none
 * while this is switched off or all work is paused. Errors of single queries are not thrown; they are retried later.
 */
export async function fetchFigures(client: Client, deps: FiguresDeps): Promise<void> {
  if (!(await isOn(client))) return;
  const at = deps.now();
  const due = [...(await duePosts(client, deps.agentId, at)), ...(await dueAccounts(client, deps.agentId, at))];
  for (const one of due) {
    if (deps.signal.aborted) return;
    await carryOut(client, one, deps, at);
  }
}

async function carryOut(client: Client, due: Due, deps: FiguresDeps, at: Temporal.Instant): Promise<void> {
  const { accountId, platform } = due;
  try {
    if (!due.isAsked) return await due.postpone(at);
    const until = await budgetEnds(client, accountId, platform, at);
    if (until) return await due.postpone(until);
    await due.ask(await deps.openSession(accountId, platformCalls({ signal: deps.signal })));
  } catch (failure) {
    if (deps.signal.aborted) return;
    deps.log.info({ err: failure, accountId }, 'the figures of a post or an account could not be read');
    // Any error is caught, so that the other queries are still made.
    const retryAt = failure instanceof PublishError ? failure.retryAt : null;
    const allowed = retryAt ? Temporal.Instant.fromEpochMilliseconds(retryAt.getTime()) : at;
    const again = at.add({ hours: ASK_AGAIN_HOURS });
    await due.postpone(Temporal.Instant.compare(allowed, again) > 0 ? allowed : again);
  }
}

async function isOn(client: Client): Promise<boolean> {
  const { data, error } = await client.from('app_settings').select('collect_figures, automation_paused').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data === null || (data.collect_figures && !data.automation_paused);
}

async function duePosts(client: Client, agentId: string, at: Temporal.Instant): Promise<Due[]> {
  const { data, error } = await client
    .from('post_deliveries')
    .select(
      'id, platform, account_id, parts, published_at, figures_due, channels:social_accounts!inner(channels!inner(agent_id, state))',
    )
    .lte('figures_due', at.toString())
    .eq('by_hand', false)
    .eq('channels.channels.agent_id', agentId)
    .eq('channels.channels.state', 'ready')
    .order('figures_due')
    .limit(ASKED_AT_ONCE);
  if (error) throw couldNot('look for published posts', error);
  return data.flatMap(({ id, platform, account_id: accountId, parts, published_at, figures_due: due }) => {
    if (accountId === null || published_at === null) return [];
    const publishedAt = Temporal.Instant.from(published_at);
    const record = async (told: Figures, next: Temporal.Instant | null) => {
      const { error: refusal } = await client.rpc('record_post_figures', {
        delivery: id,
        told,
        at: at.toString(),
        ...(next && { next_due: next.toString() }),
      });
      if (refusal) throw couldNot('save the figures of a post', refusal);
    };
    return {
      accountId,
      platform,
      isAsked: isAskedAbout(platform, publishedAt, at),
      async ask(session) {
        const told = await session.figures(parts);
        // Null for a deleted post, which is not queried again.
        await record(told ?? {}, told && nextPostFigures(platform, publishedAt, at));
      },
      async postpone(until) {
        const next = Temporal.Instant.compare(until, at) > 0 ? until : nextPostFigures(platform, publishedAt, at);
        const moved = { figures_due: next?.toString() ?? null };
        const changed = client
          .from('post_deliveries')
          .update(moved)
          .eq('id', id)
          .eq('figures_due', due ?? '');
        const { error: refusal } = await changed;
        if (refusal) throw couldNot('save when a post is checked next', refusal);
      },
    };
  });
}

async function dueAccounts(client: Client, agentId: string, at: Temporal.Instant): Promise<Due[]> {
  const { data, error } = await client
    .from('channels')
    .select('account_id, platform')
    .eq('agent_id', agentId)
    .eq('state', 'ready')
    .lte('figures_due', at.toString())
    .order('figures_due')
    .limit(ASKED_AT_ONCE);
  if (error) throw couldNot('look for connected accounts', error);
  return data.map(({ account_id: accountId, platform }) => {
    const record = async (followers: number | undefined, next: Temporal.Instant) => {
      const kept = { account: accountId, next_due: next.toString(), at: at.toString() };
      const { error: refusal } = await client.rpc('record_account_figures', {
        ...kept,
        ...(followers !== undefined && { told_followers: followers }),
      });
      if (refusal) throw couldNot('save the figures of an account', refusal);
    };
    return {
      accountId,
      platform,
      isAsked: true,
      ask: async (session) => await record(await session.followers?.(), nextAccountFigures(platform, at)),
      postpone: async (until) => await record(undefined, until),
    };
  });
}
