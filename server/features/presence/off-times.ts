import { Temporal } from 'temporal-polyfill';
import { platformLabel, platformOf } from '../../../shared/posts/platforms.ts';
import { type AgentPresence, offPosts, type PlaceToSend } from '../../../shared/presence/off-posts.ts';
import { AHEAD_DAYS, OFF_POSTS_MAX, type OffTimes } from '../../../shared/presence/off-times.ts';
import { NONE_RUNS, offTimesInWords, remedyInWords, whoIsOff } from '../../../shared/presence/off-times-words.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';

const READING = 'read when agents ran';

/** A destination of a post: an account, or a platform without one. */
type Place = { post_id: string | null; platform: string | null; account_id: string | null };

/** The posts due before `until` at times when no agent that can send them usually runs. AppError unavailable. */
export async function readOffTimes(
  client: Client,
  now: Temporal.Instant,
  until: Temporal.Instant = now.add({ hours: AHEAD_DAYS * 24 }),
): Promise<OffTimes> {
  const [from, to] = [now.toString(), until.toString()];
  const scheduled = client.from('scheduled_posts').select('id, scheduled_time').eq('status', 'scheduled');
  const destinations = client.from('post_destinations').select('post_id, platform, account_id, agent_id');
  const deliveries = client.from('post_deliveries').select('post_id:scheduled_post_id, platform, account_id');
  const [presence, settings, posts, places, held, connected] = await Promise.all([
    client.rpc('presence_by_agent'),
    client.from('app_settings').select('timezone').limit(1),
    scheduled
      .gt('scheduled_time', from)
      .lt('scheduled_time', to)
      .order('scheduled_time')
      .order('id')
      .limit(OFF_POSTS_MAX),
    destinations.gt('scheduled_time', from).lt('scheduled_time', to).order('scheduled_time').order('post_id'),
    deliveries.eq('state', 'handed_over').gt('held_until', from).lt('held_until', to).limit(OFF_POSTS_MAX),
    client.from('channels').select('account_id, social_accounts(hand_over_hours)'),
  ]);
  const agents = dataOf(presence, READING).map(
    ({ agent_id, name, accounts, days }): AgentPresence => ({
      id: agent_id,
      name,
      accounts,
      days: Object.entries(days).map(([day, hours]) => ({ day, hours })),
    }),
  );
  const zone = dataOf(settings, READING)[0]?.timezone ?? 'UTC';
  const judge = offPosts(agents, { now, zone });
  const left = placesLeft(dataOf(places, READING), dataOf(held, READING));
  const placesOf = new Map<string | null, PlaceToSend[]>();
  for (const { post_id, account_id, agent_id } of left)
    placesOf.set(post_id, [
      ...(placesOf.get(post_id) ?? []),
      { accountId: account_id, isConnected: agent_id !== null },
    ]);
  const heldWhole = new Set(dataOf(held, READING).map((one) => one.post_id));
  for (const { post_id } of left) if (post_id !== null) heldWhole.delete(post_id);
  const off = dataOf(posts, READING).flatMap(({ id, scheduled_time }) => {
    if (heldWhole.has(id)) return [];
    const time = Temporal.Instant.from(scheduled_time);
    const who = judge?.(time, placesOf.get(id) ?? []);
    return who ? [{ id, scheduledTime: new Date(time.epochMilliseconds).toISOString(), agents: who }] : [];
  });
  const summary = offTimesInWords(off, { zone, agents: agents.length });
  const offIds = new Set(off.map(({ id }) => id));
  const notYet = new Set(
    dataOf(connected, READING)
      .filter((one) => one.social_accounts.hand_over_hours === null)
      .map((one) => one.account_id),
  );
  const couldHold = left.flatMap(({ post_id, platform, account_id }) => {
    if (post_id === null || platform === null || account_id === null) return [];
    const isMeant = offIds.has(post_id) && notYet.has(account_id) && platformOf(platform).holds;
    return isMeant ? [platformLabel(platform)] : [];
  });
  const remedy = remedyInWords([...new Set(couldHold)].sort(), { posts: off, agents: agents.length });
  const recorded = agents.flatMap(({ days }) => days.map(({ day }) => day)).sort();
  return {
    isKnown: judge !== null,
    since: recorded[0] ?? null,
    posts: off.map(({ agents: these, ...post }) => ({
      ...post,
      because: these.length === agents.length ? NONE_RUNS : whoIsOff([{ agents: these }], agents.length),
    })),
    summary,
    remedy: summary === null ? null : remedy,
  };
}

/** The destinations whose post is not already held by the platform. */
function placesLeft<Whither extends Place>(places: readonly Whither[], held: readonly Place[]): Whither[] {
  const keyOf = ({ post_id, platform, account_id }: Place) => `${post_id} ${platform} ${account_id}`;
  const isHeld = new Set(held.map(keyOf));
  return places.filter((one) => !isHeld.has(keyOf(one)));
}
