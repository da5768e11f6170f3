import { Temporal } from 'temporal-polyfill';
import { hoursOfAccounts, takenFor } from '../../../../shared/posts/account-times.ts';
import { type PostingHours, planSlots, postingHours } from '../../../../shared/posts/scheduling.ts';
import type { LatePost } from '../post-times.ts';
import type { DeliveryStore, PublishingSettings } from '../store.ts';

type LateStore = Pick<DeliveryStore, 'scheduledBefore' | 'accountsOf' | 'takenFrom' | 'move'>;

/**
 * A post sent within this many minutes of its time is not late: the delay is not noticeable, and the agent needs some
 * time after a suspend.
 */
const LATE_AFTER_MINUTES = 10;

/** How long after its time a post is still sent without asking, in minutes. */
export type Grace = {
  /** When its delivery is claimed. */
  claimed: number;
  /**
   * Just before the call that creates the post: a long upload that started in time does not make it late, but a suspend
   * counts even if it is too short for the lease to be lost.
   */
  prepared: number;
};

/** The grace period according to the settings. `attemptMinutes` is the time limit of an attempt. */
export function graceOf(
  { late_posts, late_grace_minutes }: Pick<PublishingSettings, 'late_posts' | 'late_grace_minutes'>,
  attemptMinutes: number,
): Grace {
  const claimed = late_posts === 'publish' ? late_grace_minutes : LATE_AFTER_MINUTES;
  return { claimed, prepared: Math.max(claimed, LATE_AFTER_MINUTES + attemptMinutes) };
}

/** Whether the latest of these times (ISO 8601 or null) was more than this many minutes ago. */
export function isLate(at: Temporal.Instant, graceMinutes: number, ...times: (string | null)[]): boolean {
  const limit = at.subtract({ minutes: graceMinutes });
  return times.every((time) => time === null || Temporal.Instant.compare(Temporal.Instant.from(time), limit) < 0);
}

/**
 * Handles posts whose time passed while no agent could send them: moves them to the next free times if the settings say
 * so. Returns the time before which a post is no longer sent without asking. `now` is the database's time.
 */
export async function settleLatePosts(
  store: LateStore,
  settings: PublishingSettings,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  const limit = now.subtract({ minutes: graceOf(settings, 0).claimed });
  if (settings.late_posts === 'next_slot') await moveToNextSlots(store, settings, now, limit);
  return limit;
}

async function moveToNextSlots(
  store: LateStore,
  settings: PublishingSettings,
  now: Temporal.Instant,
  punctual: Temporal.Instant,
): Promise<void> {
  const hours = postingHours(settings);
  // Page by page; posts that cannot be moved are left to the user.
  for (let moved = true; moved; ) {
    moved = false;
    const late = await store.scheduledBefore(punctual);
    if (late.length === 0) return;
    const taken = await store.takenFrom(now);
    for (const { posts, hours: planned } of await plansOf(store, late, hours)) {
      const slots = planSlots({
        count: posts.length,
        now,
        hours: planned,
        taken: takenFor(planned, taken).map(timeOf),
      });
      for (const [index, slot] of slots.entries()) {
        const post = posts[index];
        if (!post) continue;
        taken.push({ ...post, time: slot.time });
        if (await store.move(post.id, post.time, slot.time)) moved = true;
      }
    }
  }
}

/** Groups posts that are planned together: those of the same accounts with their own posting hours, then all others. */
async function plansOf(
  store: LateStore,
  late: readonly LatePost[],
  hours: PostingHours,
): Promise<{ posts: LatePost[]; hours: PostingHours }[]> {
  const plans = new Map<string, { posts: LatePost[]; hours: PostingHours }>();
  for (const post of late) {
    const key = JSON.stringify([post.platforms, post.accounts]);
    const known = plans.get(key) ?? { posts: [], hours: hoursOfAccounts(hours, await store.accountsOf(post)) };
    known.posts.push(post);
    plans.set(key, known);
  }
  const isOwn = (plan: { hours: PostingHours }) => plan.hours.accounts !== undefined;
  const all = [...plans.values()];
  const others = new Set(all.filter((plan) => !isOwn(plan)).flatMap(({ posts }) => posts));
  return [...all.filter(isOwn), { posts: late.filter((post) => others.has(post)), hours }];
}

const timeOf = ({ time }: { time: Temporal.Instant }) => time;
