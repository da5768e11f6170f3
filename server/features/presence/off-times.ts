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
  const [presence, settings, posts] = await Promise.all([
    client.rpc('presence_days'),
    client.from('app_settings').select('timezone').limit(1),
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
    .map(({ id, scheduled_time }) => ({ id, scheduledTime: new Date(scheduled_time).toISOString() }))
    .filter(({ scheduledTime }) => isOff?.(Temporal.Instant.from(scheduledTime)));
  return {
    isKnown: isOff !== null,
    since: days[0]?.day ?? null,
    posts: off,
    summary: offTimesInWords(off, { zone, agents: days[0]?.agents ?? 0 }),
  };
}
