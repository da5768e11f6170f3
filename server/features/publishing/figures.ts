import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { isPaidByCall } from '../../../shared/publishing/prices.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { platformCalls } from './platform-calls.ts';
import { PublishError, type Session } from './publisher.ts';

/** Limit of posts queried per run: platforms count calls. */
const ASKED_AT_ONCE = 5;
/** How long a post's figures are updated, in days. */
const FOLLOWED_DAYS = 30;
/** Maximum age of the figures, by the post's age in hours: new ones change quickly. */
const FRESH_HOURS = [
  { age: 6, hours: 1 },
  { age: 48, hours: 6 },
  { age: FOLLOWED_DAYS * 24, hours: 24 },
];
/** For platforms that charge per call: the post's ages at which to query, in hours. */
const PAID_AT_HOURS = [24, 7 * 24];

export type FiguresDeps = {
  agentId: string;
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  now(): Temporal.Instant;
  signal: AbortSignal;
  log: FastifyBaseLogger;
};

/** Fetches likes, reposts and replies of a few posts with the oldest figures. Errors of single posts are not thrown. */
export async function fetchFigures(
  client: Client,
  { agentId, openSession, now, signal, log }: FiguresDeps,
): Promise<void> {
  const at = now();
  const { data, error } = await client
    .from('post_deliveries')
    .select(
      'id, platform, account_id, parts, published_at, figures_at, channels:social_accounts!inner(channels!inner(agent_id))',
    )
    .eq('state', 'published')
    .eq('by_hand', false)
    .not('account_id', 'is', null)
    .gte('published_at', at.subtract({ hours: FOLLOWED_DAYS * 24 }).toString())
    .eq('channels.channels.agent_id', agentId)
    .order('figures_at', { nullsFirst: true })
    .limit(4 * ASKED_AT_ONCE);
  if (error) throw couldNot('look for posts that are out', error);
  const stale = data.filter((post) => isStale(post, at)).slice(0, ASKED_AT_ONCE);
  for (const { id, account_id, parts } of stale) {
    if (signal.aborted || account_id === null) return;
    try {
      const calls = platformCalls({ signal });
      const figures = await (await openSession(account_id, calls)).figures(parts);
      const { error: refusal } = await client
        .from('post_deliveries')
        .update({ figures: figures ?? { likes: null, reposts: null, replies: null }, figures_at: at.toString() })
        .eq('id', id);
      if (refusal) throw couldNot('keep the numbers of a post', refusal);
    } catch (failure) {
      if (signal.aborted) return;
      log.info({ err: failure }, 'the numbers of a post were not told');
      // It is retried after the others.
      if (failure instanceof PublishError)
        await client.from('post_deliveries').update({ figures_at: at.toString() }).eq('id', id);
    }
  }
}

type Asked = { platform: Platform; published_at: string | null; figures_at: string | null };

function isStale(
  { platform, published_at: publishedAt, figures_at: figuresAt }: Asked,
  now: Temporal.Instant,
): boolean {
  if (publishedAt === null) return false;
  if (isPaidByCall(platform)) {
    const published = Temporal.Instant.from(publishedAt);
    return PAID_AT_HOURS.map((hours) => published.add({ hours })).some(
      (due) =>
        Temporal.Instant.compare(due, now) <= 0 &&
        (figuresAt === null || Temporal.Instant.compare(Temporal.Instant.from(figuresAt), due) < 0),
    );
  }
  if (figuresAt === null) return true;
  const age = now.since(Temporal.Instant.from(publishedAt)).total('hours');
  const freshHours = FRESH_HOURS.find((step) => age <= step.age)?.hours ?? Number.POSITIVE_INFINITY;
  return now.since(Temporal.Instant.from(figuresAt)).total('hours') >= freshHours;
}
