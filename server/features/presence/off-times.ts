import { Temporal } from 'temporal-polyfill';
import { AHEAD_DAYS, OFF_POSTS_MAX, type OffTimes } from '../../../shared/presence/off-times.ts';
import { offTimesInWords } from '../../../shared/presence/off-times-words.ts';
import { usuallyOff } from '../../../shared/presence/usually-off.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';

const READING = 'read when agents ran';

/** The posts due before `until` that fall into times when no agent usually runs. AppError unavailable. */
export async function readOffTimes(
  client: Client,
  now: Temporal.Instant,
  until: Temporal.Instant = now.add({ hours: AHEAD_DAYS * 24 }),
): Promise<OffTimes> {
  const [presence, settings, held, posts] = await Promise.all([
    client.rpc('presence_days'),
    client.from('app_settings').select('timezone').limit(1),
    heldPosts(client, now, until),
    client
      .from('scheduled_posts')
      .select('id, scheduled_time')
      .eq('status', 'scheduled')
      .gt('scheduled_time', now.toString())
      .lt('scheduled_time', until.toString())
      .order('scheduled_time')
      .order('id')
      .limit(OFF_POSTS_MAX),
  ]);
  const days = dataOf(presence, READING);
  const zone = dataOf(settings, READING)[0]?.timezone ?? 'UTC';
  const isOff = usuallyOff(days, { now, zone });
  const off = dataOf(posts, READING)
    .filter(({ id }) => !held.has(id))
    .map(({ id, scheduled_time }) => ({ id, scheduledTime: new Date(scheduled_time).toISOString() }))
    .filter(({ scheduledTime }) => isOff?.(Temporal.Instant.from(scheduledTime)));
  return {
    isKnown: isOff !== null,
    since: days[0]?.day ?? null,
    posts: off,
    summary: offTimesInWords(off, { zone, agents: days[0]?.agents ?? 0 }),
  };
}

/** The posts due between two times that platforms hold everywhere: they go out without any agent. */
async function heldPosts(client: Client, now: Temporal.Instant, until: Temporal.Instant): Promise<Set<string>> {
  const deliveries = client.from('post_deliveries').select('scheduled_post_id, platform, account_id');
  const holds = deliveries
    .eq('state', 'handed_over')
    .gt('held_until', now.toString())
    .lt('held_until', until.toString());
  const held = dataOf(await holds.limit(OFF_POSTS_MAX), READING);
  if (held.length === 0) return new Set();
  const places = dataOf(
    await client
      .from('post_destinations')
      .select('post_id, platform, account_id')
      .gt('scheduled_time', now.toString())
      .lt('scheduled_time', until.toString())
      .order('scheduled_time')
      .order('post_id'),
    READING,
  );
  const keyOf = (post: string, platform: string, account: string | null) => `${post} ${platform} ${account}`;
  const isHeld = new Set(held.map((one) => keyOf(one.scheduled_post_id, one.platform, one.account_id)));
  const sent = places.filter((one) => !isHeld.has(keyOf(one.post_id, one.platform, one.account_id)));
  const open = new Set(sent.map(({ post_id }) => post_id));
  return new Set(held.map((one) => one.scheduled_post_id).filter((post) => !open.has(post)));
}
