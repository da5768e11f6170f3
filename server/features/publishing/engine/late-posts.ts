import { Temporal } from 'temporal-polyfill';
import { planSlots } from '../../../../shared/posts/scheduling.ts';
import type { DeliveryStore, PublishingSettings } from '../store.ts';

/**
 * A post that leaves within so many minutes of its time is not late: nobody notices, and the agent needs some after the
 * machine has slept.
 */
const LATE_AFTER_MINUTES = 10;

/** How long after its time a post is still sent unasked, in minutes. */
export type Grace = {
  /** As its delivery is claimed. */
  claimed: number;
  /**
   * Just before the call that makes it: a long upload that was begun in time makes no late post, but sleep that was too
   * short for the claim to be lost counts.
   */
  prepared: number;
};

/** What the settings say of late posts. `attemptMinutes` is how long an attempt may take. */
export function graceOf(
  { late_posts, late_grace_minutes }: Pick<PublishingSettings, 'late_posts' | 'late_grace_minutes'>,
  attemptMinutes: number,
): Grace {
  const claimed = late_posts === 'publish' ? late_grace_minutes : LATE_AFTER_MINUTES;
  return { claimed, prepared: Math.max(claimed, LATE_AFTER_MINUTES + attemptMinutes) };
}

/** Whether the last of these times (ISO 8601), of which null is none, has passed by more than so many minutes. */
export function isLate(at: Temporal.Instant, graceMinutes: number, ...times: (string | null)[]): boolean {
  const limit = at.subtract({ minutes: graceMinutes });
  return times.every((time) => time === null || Temporal.Instant.compare(Temporal.Instant.from(time), limit) < 0);
}

/**
 * Sees to posts whose time passed while no agent could send them: moves them to the next free times where the settings
 * say so. Answers the time before which a post is no longer sent unasked. `now` is the time of the database.
 */
export async function settleLatePosts(
  store: Pick<DeliveryStore, 'scheduledBefore' | 'takenFrom' | 'move'>,
  settings: PublishingSettings,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  const limit = now.subtract({ minutes: graceOf(settings, 0).claimed });
  if (settings.late_posts === 'next_slot') await moveToNextSlots(store, settings, now, limit);
  return limit;
}

async function moveToNextSlots(
  store: Pick<DeliveryStore, 'scheduledBefore' | 'takenFrom' | 'move'>,
  settings: PublishingSettings,
  now: Temporal.Instant,
  punctual: Temporal.Instant,
): Promise<void> {
  const hours = {
    timezone: settings.timezone,
    startHour: settings.posting_hours_start,
    endHour: settings.posting_hours_end,
  };
  // They come in pages; what cannot be moved is left to the person.
  for (let moved = true; moved; ) {
    moved = false;
    const late = await store.scheduledBefore(punctual);
    if (late.length === 0) return;
    const slots = planSlots({ count: late.length, now, hours, taken: await store.takenFrom(now) });
    for (const [index, slot] of slots.entries()) {
      const post = late[index];
      if (post && (await store.move(post.id, post.time, slot.time))) moved = true;
    }
  }
}
