import type { Temporal } from 'temporal-polyfill';
import { planSlots } from '../../../../shared/posts/scheduling.ts';
import type { DeliveryStore, PublishingSettings } from '../store.ts';

/**
 * A post that leaves within so many minutes of its time is not late: nobody notices, and the agent needs some after the
 * machine has slept.
 */
const LATE_AFTER_MINUTES = 10;

/**
 * Sees to posts whose time passed while no agent could send them: moves them to the next free times where the settings
 * say so. Answers the time before which a post is no longer sent unasked.
 */
export async function settleLatePosts(
  store: Pick<DeliveryStore, 'scheduledBefore' | 'takenFrom' | 'move'>,
  settings: PublishingSettings,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  const { late_posts, late_grace_minutes } = settings;
  const punctual = now.subtract({ minutes: LATE_AFTER_MINUTES });
  if (late_posts === 'publish') return now.subtract({ minutes: late_grace_minutes });
  if (late_posts === 'next_slot') await moveToNextSlots(store, settings, now, punctual);
  return punctual;
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
